// p-values in place of statistics: what is kept, how many tests there are, and what is corrected.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "program/cli/program.hpp"
#include "program/cli/small_data.hpp"
#include "program/exit_codes.hpp"

namespace encke::test::answers_test {
namespace {

constexpr std::size_t variants = 40;
constexpr std::size_t samples = 203;

class AnswersCli : public Program {
 protected:
  AnswersCli() {
    std::mt19937 random(8);
    GenotypeRows genotypes(variants, std::vector<int>(samples));
    std::string fam;
    for (std::size_t v = 0; v < variants; ++v) {
      for (int& x : genotypes[v]) {
        x = random() % 31 == 0 ? -1 : static_cast<int>(random() % (v % 4 == 1 ? 2 : 3));
        if (v == 7) x = 1;
      }
    }
    for (std::size_t s = 0; s < samples; ++s) {
      const std::string id = "F" + std::to_string(s) + " I" + std::to_string(s);
      const bool both = (genotypes[2][s] > 0) == (genotypes[9][s] > 0);  // a pair that matters
      const bool is_case = random() % 100 < (both ? 80U : 30U);
      fam += id + " 0 0 0 " + (is_case ? "2" : "1") + '\n';
    }
    write("x.bed", bed_bytes(genotypes));
    write("x.bim", bim_text(variants));
    write("x.fam", fam);
  }

  /// The lines of a file of values whose P is at most this, with the header.
  std::string up_to(const std::string& file, double most) const {
    std::string kept;
    for (const auto& line : lines_of(read(file))) {
      const auto cells = cells_of(line);
      if (cells[0][0] != '#' && !(std::stod(cells.at(4)) <= most)) continue;
      kept += line + '\n';
    }
    return kept;
  }
};

const std::string epistasis = "epistasis --bfile x --progress none --block 16 ";

TEST_F(AnswersCli, PBelowKeepsValuesByTheirOwnDegreesOfFreedom) {
  for (const std::string score : {"boost", "chi2"}) {
    succeed(epistasis + "--out all --score " + score);
    for (const std::string p : {"0.01", "0.2"}) {
      succeed(epistasis + "--score " + score + " --p-below " + p);
      const std::string expected = up_to("all.edges.tsv", std::stod(p));
      EXPECT_EQ(read("encke.edges.tsv"), expected) << score << p;
      EXPECT_GT(lines_of(expected).size(), 2U);
      EXPECT_EQ(summary().at("p_below"), std::stod(p));
      succeed(epistasis + "--out plink --score " + score + " --epi1 " + p);
      EXPECT_EQ(read("plink.edges.tsv"), expected);
      EXPECT_NE(read("plink.log").find("--p-below " + p), std::string::npos);
    }
  }
  succeed(epistasis + "--out all --score chi2 --precision f32");
  succeed(epistasis + "--score chi2 --precision f32 --p-below 0.05 --best");
  EXPECT_EQ(read("encke.edges.tsv"), up_to("all.edges.tsv", 0.05));
}

TEST_F(AnswersCli, PartsWithPBelowMakeTheWholeAndCanBeAdjusted) {
  const std::string what = epistasis + "--score boost --p-below 0.1 ";
  succeed(what + "--adjust --out whole");
  succeed(what + "--shard 1/2 --out a");
  succeed(what + "--shard 2/2 --out b");
  succeed("merge a b --adjust --out joined");
  EXPECT_EQ(read("joined.edges.tsv"), read("whole.edges.tsv"));
  EXPECT_EQ(read("joined.adjusted.tsv"), read("whole.adjusted.tsv"));
  for (const std::string key : {"tests", "bonferroni", "p_below", "digest"}) {
    EXPECT_EQ(summary("joined").at(key), summary("whole").at(key)) << key;
  }
  refuse(epistasis + "--score boost --p-below 0.2 --shard 1/2 --out a --resume", inconsistent,
         {"p-below"});
  succeed(epistasis + "--score boost --shard 1/2 --out c");
  succeed(epistasis + "--score boost --shard 2/2 --out d");
  refuse("merge c d --adjust --out e", command_line, {"--adjust", "--p-below"});
}

TEST_F(AnswersCli, SaysHowManyTestsThereAre) {
  const double vary = variants - 1;  // rs7 has one genotype
  succeed(epistasis + "--score boost --p-below 0.1");
  EXPECT_EQ(summary().at("tests"), vary * (vary - 1) / 2);
  EXPECT_EQ(summary().at("bonferroni"), 0.05 / (vary * (vary - 1) / 2));
  EXPECT_NE(read("encke.log").find("Tests     741 tests: p <= 6.74764e-05"), std::string::npos)
      << read("encke.log");
  succeed(epistasis + "--score chi2 --way 3 --p-below 0.001");
  EXPECT_EQ(summary().at("tests"), variants * (variants - 1) * (variants - 2) / 6);
  succeed(epistasis + "--score mi --top 3");
  EXPECT_TRUE(summary().at("tests").is_null());
  EXPECT_EQ(read("encke.log").find("Tests"), std::string::npos);
}

TEST_F(AnswersCli, AdjustListsHitsByRankWithCorrectedPValues) {
  succeed(epistasis + "--score chi2 --p-below 0.02 --adjust");
  const double tests = summary().at("tests");
  const auto lines = lines_of(read("encke.adjusted.tsv"));
  EXPECT_EQ(lines.at(0), "#ID1\tID2\tVALUE\tDF\tP\tBONF\tFDR_BH");
  EXPECT_EQ(lines.size(), lines_of(read("encke.edges.tsv")).size());
  double p_before = 0, rate_before = 0;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto cells = cells_of(lines[i]);
    const double p = std::stod(cells.at(4)), rate = std::stod(cells.at(6));
    EXPECT_GE(p, p_before);
    EXPECT_GE(rate, rate_before);
    EXPECT_LE(rate, p * tests / static_cast<double>(i) * 1.00001);
    EXPECT_NEAR(std::stod(cells.at(5)), std::min(1.0, p * tests), 1e-5 * p * tests);
    p_before = p;
    rate_before = rate;
  }
}

TEST_F(AnswersCli, PermutationsOfTheMaximumAreCorrectedForAllTuples) {
  const std::string what = epistasis + "--score boost --p-below 0.01 --permutations 99 ";
  succeed(what + "--max");
  const auto lines = lines_of(read("encke.permutations.tsv"));
  ASSERT_GT(lines.size(), 3U);
  EXPECT_EQ(lines[0], "#ID1\tID2\tVALUE\tP\tP_MAX");
  double least = 1;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto cells = cells_of(lines[i]);
    EXPECT_GE(std::stod(cells.at(4)), std::stod(cells.at(3))) << lines[i];
    least = std::min(least, std::stod(cells.at(4)));
  }
  EXPECT_LT(least, 0.1);
  succeed(what + "--max --threads 1 --backend reference --out other");
  EXPECT_EQ(read("other.permutations.tsv"), read("encke.permutations.tsv"));
  succeed(what + "--out own");  // own p-values are the same without it
  const auto own = lines_of(read("own.permutations.tsv"));
  ASSERT_EQ(own.size(), lines.size());
  for (std::size_t i = 1; i < lines.size(); ++i) EXPECT_TRUE(lines[i].starts_with(own[i] + '\t'));
  for (const std::string score : {"alleles", "joint-effects", "case-only --inter-chr"}) {
    succeed(epistasis + "--score " + score + " --top 4 --permutations 9 --max --out other");
    EXPECT_EQ(lines_of(read("other.permutations.tsv")).size(), 5U) << score;
    EXPECT_EQ(read("other.permutations.tsv").find("nan"), std::string::npos) << score;
  }
  succeed(epistasis + "--score k2 --top 4 --permutations 9 --max --out top");
  EXPECT_EQ(lines_of(read("top.permutations.tsv")).size(), 5U);
}

TEST_F(AnswersCli, RefusesWhatIsNoPValue) {
  refuse(epistasis + "--score chi2 --threshold 1e-8", command_line,
         {"--threshold 1e-8", "chi-squared", "--p-below 1e-8"});
  for (const std::string p : {"0.001", "0.05", "0.1"}) {
    refuse(epistasis + "--score boost --threshold " + p, command_line, {"--p-below " + p});
  }
  succeed(epistasis + "--score boost --threshold 0");
  succeed(epistasis + "--score mi --threshold 0.001");
  for (const std::string p : {"0", "-1e-3", "1.5", "nan", "5e-8x"}) {
    refuse(epistasis + "--score chi2 --p-below " + p, command_line, {"--p-below", p});
  }
  refuse(epistasis + "--p-below 0.1", command_line, {"--p-below", "chi2"});
  refuse(epistasis + "--score chi2 --p-below 0.1 --threshold 3", command_line,
         {"--threshold", "--p-below"});
  refuse(epistasis + "--score chi2 --p-below 0.1 --epi1 0.2", command_line, {"--p-below"});
  refuse("r2 --bfile x --p-below 0.1", command_line, {"--p-below", "epistasis"});
  refuse(epistasis + "--score chi2 --p-below 0.1 --format npy", command_line, {"--p-below"});
}

TEST_F(AnswersCli, RefusesCorrectionsOfWhatIsNotSelectedByPValues) {
  refuse(epistasis + "--score chi2 --threshold 20 --adjust", command_line,
         {"--adjust", "--p-below"});
  refuse(epistasis + "--score chi2 --p-below 0.1 --top 5 --adjust", command_line,
         {"--adjust", "--top"});
  refuse(epistasis + "--score chi2 --permutations 5", command_line, {"--top", "--p-below"});
  refuse(epistasis + "--score chi2 --top 5 --max", command_line, {"--max", "--permutations"});
  refuse(epistasis + "--score chi2 --p-below 0.1 --shard 1/2 --adjust", command_line,
         {"--adjust", "merge"});
}

TEST_F(AnswersCli, RefusesALargeOutputThatIsNotAskedFor) {
  const std::string large = "ccc --synthetic random --num-vectors 40000 --num-fields 16 ";
  refuse(large, command_line, {"3,199,920,000 values", "--threshold T", "--top N", "--all"});
  refuse(large + "--format npy", command_line, {"--all"});
  refuse(large + "--threshold 0", command_line, {"about", "--all"});
  EXPECT_NE(succeed("plan " + large).out.find("  output  3,199,920,000 values"), std::string::npos);
  EXPECT_NE(succeed("plan " + large + "--top 7").out.find("  output  7 values"), std::string::npos);
  succeed("ccc --synthetic random --num-vectors 100 --num-fields 16 --all");
}

TEST_F(AnswersCli, HintsAtWhatPlinkCallsIt) {
  refuse("r2 --bfile x --ld-window-r2 0.2", command_line, {"here it is --threshold T"});
  refuse("epistasis --bfile x --fast-epistasis boost", command_line,
         {"here it is encke epistasis --score alleles"});
  refuse("epistasis --bfile x --pfilter 1e-8", command_line, {"here it is --p-below P"});
  refuse("r2 --bfile x --ld-snp-list f", command_line, {"here it is --extract-first F"});
  refuse("r2 --bfile x --gz", command_line, {"here it is --zst (zstd -d undoes it)"});
  refuse("r2 --bfile x --pval 1e-8", command_line, {"unknown option --pval\n"});  // of epistasis
  const auto ended = run("r2 --bgen x");
  EXPECT_EQ(ended.err.find("here it is"), std::string::npos);
  EXPECT_EQ(ended.err.find("did you mean"), std::string::npos);
}

}  // namespace
}  // namespace encke::test::answers_test
