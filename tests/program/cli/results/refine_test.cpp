// A second look at the pairs that are written: regressions with covariates.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "program/cli/program.hpp"
#include "program/cli/small_data.hpp"
#include "program/exit_codes.hpp"

namespace encke::test::refine_test {
namespace {

constexpr std::size_t variants = 30;
constexpr std::size_t samples = 300;

class RefineCli : public Program {
 protected:
  RefineCli() {
    std::mt19937 random(4);
    GenotypeRows genotypes(variants, std::vector<int>(samples));
    for (auto& row : genotypes) {
      for (int& x : row) x = random() % 41 == 0 ? -1 : static_cast<int>(random() % 3);
    }
    std::string fam;
    numbers_ = "FID IID AGE SEX BMI\n";
    for (std::size_t s = 0; s < samples; ++s) {
      const std::string id = "F" + std::to_string(s) + " I" + std::to_string(s);
      const int product = std::max(0, genotypes[3][s]) * std::max(0, genotypes[8][s]);
      fam += id + " 0 0 0 " + (random() % 10 < 2 + 2U * static_cast<unsigned>(product) ? "2" : "1");
      fam += '\n';
      numbers_ += id + " " + (s % 50 == 7 ? "NA" : std::to_string(20 + random() % 60)) + " " +
                  std::to_string(1 + random() % 2) + " " + std::to_string(20 + 3 * product) + "." +
                  std::to_string(random() % 100) + "\n";
    }
    write("x.bed", bed_bytes(genotypes));
    write("x.bim", bim_text(variants));
    write("x.fam", fam);
    write("numbers", numbers_);
  }

  /// The cells of the line of a pair.
  std::vector<std::string> line_of(const std::string& first, const std::string& second,
                                   const std::string& out = "encke") const {
    for (const auto& line : lines_of(read(out + ".refined.tsv"))) {
      if (line.starts_with(first + '\t' + second + '\t')) return cells_of(line);
    }
    return {};
  }

  std::string numbers_;
};

const std::string epistasis =
    "epistasis --bfile x --progress none --block 16 --score boost --p-below 0.2 ";

TEST_F(RefineCli, HasALineForEachPairThatIsWritten) {
  succeed(epistasis + "--refine logistic --covar numbers --covar-name AGE,SEX");
  const auto edges = lines_of(read("encke.edges.tsv"));
  const auto lines = lines_of(read("encke.refined.tsv"));
  ASSERT_EQ(lines.size(), edges.size());
  EXPECT_EQ(lines[0], "#ID1\tID2\tVALUE\tBETA\tOR\tSE\tZ\tP\tN\tCODE");
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto cells = cells_of(lines[i]), edge = cells_of(edges[i]);
    ASSERT_EQ(cells.size(), 10U);
    for (std::size_t c = 0; c < 3; ++c) EXPECT_EQ(cells[c], edge[c]);
    const double beta = std::stod(cells[3]), error = std::stod(cells[5]), z = std::stod(cells[6]);
    EXPECT_NEAR(std::stod(cells[4]), std::exp(beta), 1e-6 * std::exp(beta));
    EXPECT_NEAR(z, beta / error, 1e-5 * std::abs(z));
    EXPECT_NEAR(std::stod(cells[7]), std::erfc(std::abs(z) / std::sqrt(2)), 1e-4);
    EXPECT_LE(std::stoul(cells[8]), samples - samples / 50);
    EXPECT_EQ(cells[9], ".");
  }
  const auto planted = line_of("rs3", "rs8");
  ASSERT_FALSE(planted.empty());
  EXPECT_LT(std::stod(planted[7]), 1e-4);
  const std::string remarks = summary().at("remarks").dump();
  EXPECT_NE(remarks.find("covariates of numbers"), std::string::npos) << remarks;
  EXPECT_NE(remarks.find("294 of 300 samples"), std::string::npos) << remarks;
}

TEST_F(RefineCli, GivesTheSameOnAnyNumberOfThreadsAndForAnyCovariateOfTheSameMeaning) {
  const std::string what = epistasis + "--refine logistic --covar numbers --covar-name AGE,SEX ";
  succeed(what + "--threads 1 --out one");
  succeed(what + "--threads 4 --out four --backend reference");
  EXPECT_EQ(read("four.refined.tsv"), read("one.refined.tsv"));
  succeed(epistasis + "--refine logistic --covar numbers --covar-name SEX,AGE --out other");
  const auto a = line_of("rs3", "rs8", "one"), b = line_of("rs3", "rs8", "other");
  EXPECT_NEAR(std::stod(a[3]), std::stod(b[3]), 1e-7);
  succeed(epistasis + "--top 5 --refine logistic --out top");
  EXPECT_EQ(lines_of(read("top.refined.tsv")).size(), 6U);
}

TEST_F(RefineCli, FitsNumbersOfAnotherFile) {
  succeed(epistasis +
          "--refine linear --trait numbers --trait-name BMI --covar numbers "
          "--covar-name AGE,SEX");
  EXPECT_EQ(lines_of(read("encke.refined.tsv"))[0], "#ID1\tID2\tVALUE\tBETA\tSE\tT\tP\tN\tCODE");
  const auto planted = line_of("rs3", "rs8");
  ASSERT_FALSE(planted.empty());
  EXPECT_NEAR(std::stod(planted[3]), 3, 0.3);  // as it was made, but for missing genotypes
  EXPECT_LT(std::stod(planted[6]), 1e-20);
}

TEST_F(RefineCli, RefusesFilesThatAreWrongBeforeTheRun) {
  const std::string what = epistasis + "--refine logistic --covar ";
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = numbers_;
    text.replace(text.find(from), from.size(), to);
    write("wrong", text);
  };
  with("F2 I2 ", "F2 I2 x");
  refuse(what + "wrong", malformed, {"wrong", ":4:", "AGE"});
  with("F2 I2 ", "F1 I1 ");
  refuse(what + "wrong", malformed, {"wrong", ":4:", "second"});
  refuse(what + "numbers --covar-name AGE,WEIGHT", inconsistent, {"WEIGHT"});
  refuse(what + "none", 3, {"none"});
  write("wrong", "FID IID AGE\nF1 I1 5\nF2 I2 5\n");
  refuse(what + "wrong", inconsistent, {"AGE", "2 samples"});
  write("wrong", "FID IID AGE\nF1 I1 NA\nother one 5\n");
  refuse(what + "wrong", inconsistent, {"0 of 300 samples"});
  write("encke.refined.tsv", numbers_);
  refuse(what + "encke.refined.tsv", command_line, {"encke.refined.tsv", "--out"});
}

TEST_F(RefineCli, RefusesWhatDoesNotGoTogether) {
  refuse(epistasis + "--refine probit", command_line, {"--refine", "logistic"});
  refuse(epistasis + "--refine linear", command_line, {"--trait"});
  refuse(epistasis + "--refine logistic --trait numbers", command_line, {"--trait", "linear"});
  refuse(epistasis + "--refine logistic --covar numbers --covar-name AGE,", command_line,
         {"--covar-name"});
  refuse(epistasis + "--covar numbers", command_line, {"--refine"});
  refuse("epistasis --bfile x --refine logistic", command_line, {"--top", "--p-below"});
  refuse("epistasis --bfile x --way 3 --top 3 --refine logistic", command_line, {"pairs"});
  refuse(epistasis + "--refine logistic --shard 1/2", command_line, {"--refine", "part"});
}

}  // namespace
}  // namespace encke::test::refine_test
