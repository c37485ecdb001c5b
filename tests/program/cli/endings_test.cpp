// How the program ends where standard output cannot be written, lists that come from pipes, tuples
// of which there are none, and hints on words of other programs.
#include <gtest/gtest.h>

#include <random>

#include "program.hpp"
#include "program/exit_codes.hpp"
#include "small_data.hpp"

namespace encke::test::endings_test {
namespace {

constexpr std::size_t variants = 30;
constexpr std::size_t samples = 40;

class Endings : public Program {
 protected:
  Endings() {
    std::mt19937 random(3);
    GenotypeRows genotypes(variants, std::vector<int>(samples));
    for (auto& row : genotypes) {
      for (int& x : row) x = static_cast<int>(random() % 3);
    }
    std::string bim;
    for (std::size_t v = 0; v < variants; ++v) {
      bim += (v % 2 == 0 ? "chr1 rs" : "1 rs") + std::to_string(v) + " 0 " +
             std::to_string(1000 * v + 1) + " A C\n";
    }
    std::string fam;
    for (std::size_t s = 0; s < samples; ++s) {
      fam += "F" + std::to_string(s) + " I" + std::to_string(s) + " 0 0 1 " +
             (s % 3 == 0 ? "1\n" : "2\n");
    }
    write("x.bed", bed_bytes(genotypes));
    write("x.bim", bim);
    write("x.fam", fam);
  }

  /// The same command, with standard output on a device that is full.
  Ended run_into_full_device(const std::string& arguments) {
    start_by("sh -c '\"$0\" \"$@\" > /dev/full'");
    Ended ended = run(arguments);
    start_by("");
    return ended;
  }
};

TEST_F(Endings, TellThatStandardOutputCannotBeWrittenWhereItIsTheResult) {
  for (const std::string arguments : {"plan r2 --bfile x", "--help", "--version", "r2 --help",
                                      "r2 --bfile x --progress json --out a"}) {
    const Ended ended = run_into_full_device(arguments);
    EXPECT_EQ(ended.code, write_failed) << arguments;
    EXPECT_NE(ended.err.find("standard output: cannot write"), std::string::npos) << ended.err;
  }
  // the files are the result
  EXPECT_EQ(run_into_full_device("r2 --bfile x --out b").code, 0);
}

TEST_F(Endings, ListsMayComeFromAPipe) {
  std::string keep;
  std::string extract;
  for (std::size_t s = 0; s < samples; s += 2) {
    keep += "F" + std::to_string(s) + " I" + std::to_string(s) + "\n";
  }
  for (std::size_t v = 3; v < 25; ++v) extract += "rs" + std::to_string(v) + "\n";
  write("keep", keep);
  write("ids", extract);
  write("pheno", read("x.fam"));
  const auto expect_same = [&](const std::string& command, const std::string& file) {
    succeed(command + " " + file + " --out a");
    start_by("cat " + file + " |");
    succeed(command + " /dev/stdin --out b");
    start_by("");
    EXPECT_EQ(read("a.edges.tsv"), read("b.edges.tsv")) << command;
    EXPECT_EQ(summary("a").at("digest"), summary("b").at("digest")) << command;
  };
  expect_same("r2 --bfile x --keep", "keep");
  expect_same("r2 --bfile x --extract", "ids");
  expect_same("ccc --bfile x --extract-first", "ids");
}

TEST_F(Endings, OfNoPairInTheWindowIsNoError) {
  const Ended ended = succeed("r2 --bfile x --window-kb 0.5 --out a --verbose");
  EXPECT_NE(ended.out.find("no pair is to be compared"), std::string::npos) << ended.out;
  EXPECT_EQ(ended.out.find("this part"), std::string::npos) << ended.out;
  EXPECT_EQ(lines_of(read("a.edges.tsv")).size(), 1U);
}

TEST_F(Endings, NamesOfAChromosomeAreOne) {
  succeed("r2 --bfile x --window-kb 1 --out a");
  const auto lines = lines_of(read("a.edges.tsv"));
  EXPECT_EQ(lines.size(), variants);  // a header, and each with the next
  EXPECT_NE(read("a.edges.tsv").find("\tchr1\t"), std::string::npos);
  EXPECT_NE(read("a.edges.tsv").find("\t1\t"), std::string::npos);
}

TEST_F(Endings, HintsNameWhatIsMissing) {
  refuse("prune --bfile x --indep-pairwise 50 5", command_line, {"50 5 0.2", "R2 is missing"});
  write("glm", "#CHROM POS ID P\n1 1 rs1 0.5\n");
  refuse("clump --bfile x --clump glm", malformed, {"glm:1", "--clump-snp-field ID"});
  succeed("clump --bfile x --clump glm --clump-snp-field ID --out c");
}

TEST_F(Endings, ScoresOfCasesAloneLeaveOutNeighboursAndPermutations) {
  const std::string epistasis = "epistasis --bfile x --progress none --score ";
  succeed(epistasis + "case-only --out a");
  EXPECT_EQ(lines_of(read("a.edges.tsv")).size(), 1U);  // all within 1,000 kb
  succeed(epistasis + "case-only --inter-chr --out b");
  EXPECT_EQ(lines_of(read("b.edges.tsv")).size(), 1 + variants * (variants - 1) / 2);
  succeed(epistasis + "case-only --top 3 --permutations 9 --out c");
  EXPECT_EQ(lines_of(read("c.edges.tsv")).size(), 1U);
  EXPECT_EQ(lines_of(read("c.permutations.tsv")).size(), 1U);
  refuse(epistasis + "joint-effects --way 3", command_line, {"joint-effects", "--way 2"});
}

}  // namespace
}  // namespace encke::test::endings_test
