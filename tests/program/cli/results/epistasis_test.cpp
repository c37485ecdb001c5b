// Epistasis from the command line: outputs, parts that make the whole, and what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "program/cli/program.hpp"
#include "program/cli/small_data.hpp"
#include "program/exit_codes.hpp"

namespace encke::test::epistasis_test {
namespace {

constexpr std::size_t variants = 60;
constexpr std::size_t samples = 97;

class EpistasisCli : public Program {
 protected:
  EpistasisCli() {
    std::mt19937 random(5);
    GenotypeRows genotypes(variants, std::vector<int>(samples));
    for (auto& row : genotypes) {
      for (int& x : row) x = random() % 29 == 0 ? -1 : static_cast<int>(random() % 3);
    }
    write("x.bed", bed_bytes(genotypes));
    write("x.bim", bim_text(variants));
    std::string text, phenotypes = "FID IID FIRST SECOND\n";
    for (std::size_t s = 0; s < samples; ++s) {
      const std::string id = "F" + std::to_string(s) + " I" + std::to_string(s);
      text += id + " 0 0 0 " + (s % 11 == 0 ? "-9" : random() % 2 == 0 ? "1" : "2") + '\n';
      phenotypes += id + (random() % 2 == 0 ? " 1" : " 2") + (random() % 3 == 0 ? " 1\n" : " 2\n");
    }
    write("x.fam", text);
    write("p", phenotypes);
  }

  void write_fam(const std::string& phenotype) const {
    std::string text;
    for (std::size_t s = 0; s < samples; ++s) {
      text += "F" + std::to_string(s) + " I" + std::to_string(s) + " 0 0 0 " + phenotype + '\n';
    }
    write("x.fam", text);
  }

  std::string best_of(const std::string& out) const { return read(out + ".best.tsv"); }
};

const std::string epistasis = "epistasis --bfile x --progress none --block 16 ";

TEST_F(EpistasisCli, ListsDegreesOfFreedomAndPValuesOfChiSquared) {
  succeed(epistasis + "--columns ids --score chi2");
  const auto lines = lines_of(read("encke.edges.tsv"));
  ASSERT_EQ(lines.size(), 1 + variants * (variants - 1) / 2);
  EXPECT_EQ(lines[0], "#ID1\tID2\tVALUE\tDF\tP");
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto cells = cells_of(lines[i]);
    ASSERT_EQ(cells.size(), 5U);
    EXPECT_LE(std::stoi(cells[3]), 8);
    EXPECT_GT(std::stod(cells[4]), 0);
    EXPECT_LE(std::stod(cells[4]), 1);
  }
  const auto remarks = summary().at("remarks").dump();
  EXPECT_NE(remarks.find("controls"), std::string::npos) << remarks;
}

TEST_F(EpistasisCli, BestPartnersAreThoseOfAllValues) {
  for (const std::string score : {"k2", "mi", "chi2", "boost"}) {
    succeed(epistasis + "--out all --score " + score);
    succeed(epistasis + "--best --score " + score);
    std::map<std::string, double> best;
    const auto lines = lines_of(read("all.edges.tsv"));
    for (std::size_t i = 1; i < lines.size(); ++i) {
      const auto cells = cells_of(lines[i]);
      const double value = std::stod(cells[2]);
      for (const auto& id : {cells[0], cells[1]}) {
        double& known = best.try_emplace(id, value).first->second;
        known = score == "k2" ? std::min(known, value) : std::max(known, value);
      }
    }
    const auto found = lines_of(best_of("encke"));
    ASSERT_EQ(found.size(), 1 + variants) << score;
    for (std::size_t i = 1; i < found.size(); ++i) {
      const auto cells = cells_of(found[i]);
      EXPECT_EQ(std::stod(cells[2]), best.at(cells[0])) << score << ' ' << found[i];
    }
  }
}

TEST_F(EpistasisCli, PartsMakeTheWhole) {
  for (const std::string what :
       {"--score k2 --top 25 --best", "--score chi2 --best", "--score mi --threshold 0.05 --best",
        "--score boost --top 10 --histogram", "--score k2 --threshold 58 --below",
        "--score chi2 --way 3 --top 30 --best", "--score k2 --way 3 --best --pheno p",
        "--score chi2 --pheno p --pheno-name SECOND"}) {
    const bool best = what.find("--best") != std::string::npos;
    const bool edges = what != "--score chi2 --best" && what.find("--best --pheno") == what.npos;
    succeed(epistasis + what + " --out whole");
    succeed(epistasis + what + " --out a --shard 1/3");
    succeed(epistasis + what + " --out b --shard 2-3/3 --backend reference");
    succeed("merge a b --out joined");
    if (edges) {
      EXPECT_EQ(read("joined.edges.tsv"), read("whole.edges.tsv")) << what;
    }
    if (best) {
      EXPECT_EQ(best_of("joined"), best_of("whole")) << what;
    }
    EXPECT_EQ(summary("joined").at("digest"), summary("whole").at("digest")) << what;
    succeed(epistasis + what + " --out other --backend reference --threads 1");
    EXPECT_EQ(summary("other").at("digest"), summary("whole").at("digest")) << what;
    std::filesystem::remove_all(path("a.blocks"));
    std::filesystem::remove_all(path("b.blocks"));
  }
}

TEST_F(EpistasisCli, PartsOfAnotherScoreOrPhenotypeAreRefused) {
  succeed(epistasis + "--out a --shard 1/2 --pheno p");
  succeed(epistasis + "--out b --shard 2/2 --pheno p --pheno-name SECOND");
  succeed(epistasis + "--out c --shard 2/2 --pheno p --score mi");
  refuse("merge a b --out joined", inconsistent, {"pheno-name"});
  refuse("merge a c --out joined", inconsistent, {"score"});
  succeed(epistasis + "--out d --shard 1/2 --best");
  succeed(epistasis + "--out e --shard 2/2 --best");
  refuse("merge d e --out joined --format abc", command_line, {"--format", "best"});
  refuse(epistasis + "--out a --shard 1/2 --pheno p --score chi2 --resume", inconsistent,
         {"score"});
}

TEST_F(EpistasisCli, PermutationsFollowFromTheSeed) {
  const std::string problem = epistasis + "--score chi2 --top 12 --permutations 50 ";
  succeed(problem + "--out a");
  const std::string first = read("a.permutations.tsv");
  EXPECT_EQ(lines_of(first).size(), 13U);
  EXPECT_EQ(lines_of(first)[0], "#ID1\tID2\tVALUE\tP");
  succeed(problem + "--seed 1 --threads 1 --backend reference --out b");
  EXPECT_EQ(read("b.permutations.tsv"), first);
  succeed(problem + "--precision f32 --out f");  // the values are rounded, their ranks are not
  const auto narrow = lines_of(read("f.permutations.tsv"));
  for (std::size_t i = 1; i < narrow.size(); ++i) {
    EXPECT_EQ(cells_of(narrow[i])[3], cells_of(lines_of(first)[i])[3]);
    EXPECT_LE(cells_of(narrow[i])[2].size(), 12U);  // 9 digits
  }
  succeed(problem + "--seed 2 --out c");
  EXPECT_NE(read("c.permutations.tsv"), first);
  succeed(epistasis + "--way 3 --top 5 --permutations 20 --out d");
  EXPECT_EQ(lines_of(read("d.permutations.tsv")).size(), 6U);
}

TEST_F(EpistasisCli, IsTheSameWithTheCheckOfItsTallies) {
  for (const std::string how : {"--top 20", "--score mi --threshold 0.05", "--way 3 --top 20"}) {
    const std::string plain = digest(epistasis + how);
    EXPECT_EQ(digest(epistasis + how + " --check"), plain) << how;
    EXPECT_GT(summary().at("seconds").at("check"), 0) << how;
    EXPECT_EQ(digest(epistasis + how + " --check --missing none"),
              digest(epistasis + how + " --missing none"))
        << how;
    EXPECT_EQ(digest(epistasis + how + " --check --backend reference"), plain) << how;
  }
}

TEST_F(EpistasisCli, PhenotypesWithoutBothClassesAreRefused) {
  for (const char* phenotype : {"1", "2", "-9", "0", "NA"}) {
    write_fam(phenotype);
    refuse("epistasis --bfile x", inconsistent, {"x.fam", "controls", "cases"});
  }
  write_fam("1.5");
  refuse("epistasis --bfile x", malformed, {"x.fam:1:", "1.5"});
  write("q", "other z 1\n");
  refuse("epistasis --bfile x --pheno q", inconsistent, {"q", "0 controls"});
  refuse("epistasis --bfile x --pheno none", open_failed, {"none"});
  refuse("epistasis --bfile x --pheno p --pheno-name THIRD", inconsistent, {"p", "THIRD"});
  write("twice", "FID IID A B A\nF1 I1 1 2 1\nF2 I2 2 1 2\n");
  refuse("epistasis --bfile x --pheno twice --pheno-name A", inconsistent,
         {"twice", "more than one phenotype is named A"});
}

TEST_F(EpistasisCli, OptionsThatDoNotFitAreRefused) {
  const std::string problem = "epistasis --bfile x ";
  for (const char* wrong :
       {"--score boost --way 3", "--threshold 5", "--score mi --threshold 0.1 --below", "--below",
        "--permutations 10", "--top 5 --seed 3", "--top 5 --permutations 10 --shard 1/2",
        "--best --format npy", "--best --format abc", "--best --format edges --histogram",
        "--pheno-name X", "--num-proc-field 2", "--score k3"}) {
    refuse(problem + wrong, command_line, {"--"});
  }
  refuse("epistasis --table t", command_line, {"--table"});
  refuse("ccc --bfile x --pheno p", command_line, {"--pheno"});
}

}  // namespace
}  // namespace encke::test::epistasis_test
