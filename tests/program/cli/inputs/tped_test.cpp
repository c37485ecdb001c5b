// --tfile: transposed text gives what the .bed gives that PLINK makes of it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "program/cli/program.hpp"

namespace encke::test {
namespace {

class Tped : public Program {
 protected:
  /// Writes random x.tped and x.tfam: equal counts, missing alleles, one allele, the X and the Y.
  void write_random(std::uint64_t seed, bool founders_only) const {
    std::mt19937_64 random(seed);
    const auto pick = [&](const std::vector<std::string>& of) { return of[random() % of.size()]; };
    const std::size_t samples = 11, variants = 120;
    const std::vector<std::string> chromosomes = {"1", "22", "23", "X", "24", "Y", "25", "26"};
    std::string tfam, tped;
    for (std::size_t s = 0; s < samples; ++s) {
      const std::string parents = founders_only ? "0 0" : pick({"0 0", "0 0", "0 m", "p 0", "p m"});
      tfam += "F" + std::to_string(s) + " I" + std::to_string(s) + " " + parents + " " +
              pick({"1", "2"}) + " " + std::to_string(1 + s % 2) + "\n";
    }
    for (std::size_t v = 0; v < variants; ++v) {
      // in PLINK's order, which it would sort them into
      tped += (founders_only ? "1" : chromosomes.at(v / 15)) + "\trs" + std::to_string(v) + " 0 " +
              std::to_string(v + 1);
      const bool one = random() % 10 == 0;
      for (std::size_t s = 0; s < samples; ++s) {
        tped += one ? pick({" C C", " 0 0"}) : pick({" A A", " A G", " G\tA", "  G G", " 0 0"});
      }
      tped += '\n';
    }
    write("x.tfam", tfam);
    write("x.tped", tped);
  }

  /// Makes PREFIX.bed of x.tped; false where there is no such program, or one without --tfile.
  bool convert(const std::string& plink, const std::string& prefix) const {
    const std::string command = "cd '" + path("") + "' && " + plink +
                                " --tfile x --make-bed --allow-no-sex --out " + prefix +
                                " > /dev/null 2>&1";
    return std::system(command.c_str()) == 0;
  }

  void expect_same(const std::string& metric, const std::string& rest) const {
    succeed(metric + " --bfile p " + rest + " --out bed");
    succeed(metric + " --tfile x " + rest + " --out tped");
    std::string edges = read("tped.edges.tsv");  // PLINK writes X as 23 and Y as 24
    for (const auto& [name, number] : {std::pair("\tX\t", "\t23\t"), {"\tY\t", "\t24\t"}}) {
      for (auto at = edges.find(name); at != std::string::npos; at = edges.find(name, at)) {
        edges.replace(at, 3, number);
      }
    }
    EXPECT_EQ(edges, read("bed.edges.tsv")) << metric << " " << rest;
    EXPECT_EQ(summary("tped").at("digest"), summary("bed").at("digest"));
    EXPECT_GT(summary("tped").at("written"), 0);
    EXPECT_EQ(summary("tped").at("num_missing"), summary("bed").at("num_missing"));
  }
};

TEST_F(Tped, GivesWhatTheBedOfPlink19Gives) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    write_random(seed, false);
    if (!convert("plink1.9", "p")) GTEST_SKIP() << "there is no plink1.9";
    expect_same("ccc", "");
    expect_same("duo", "--maf 0.2 --geno 0.3");
    write("keep", "F1 I1\nF2 I2\nF5 I5\nF6 I6\nF9 I9\nF10 I10\n");
    write("extract", "rs1 rs2 rs3 rs50 rs51 rs60 rs70 rs71 rs99\n");
    expect_same("ccc", "--keep keep --extract extract --way 3");
    expect_same("epistasis", "--score mi --top 50");
  }
}

TEST_F(Tped, GivesWhatTheBedOfPlink2GivesWhereAllSamplesAreFounders) {
  write_random(4, true);
  if (!convert("plink2", "p")) GTEST_SKIP() << "there is no plink2 that reads .tped";
  expect_same("ccc", " --columns ids");
}

TEST_F(Tped, IsReadInPartsByTheBlocksOfARunInShards) {
  write_random(5, false);
  succeed("ccc --tfile x --threshold 0.6 --out whole");
  succeed("ccc --tfile x --threshold 0.6 --shard 1/2 --block 16 --out a");
  succeed("ccc --tfile x --threshold 0.6 --shard 2/2 --block 16 --out b");
  succeed("merge a b --out both");
  EXPECT_EQ(read("both.edges.tsv"), read("whole.edges.tsv"));
}

TEST_F(Tped, IsRefusedWithFileAndLine) {
  write("x.tfam", "f i 0 0 1 1\n");
  write("x.tped", "1 a 0 1 A C\n1 b 0 2 A\n");
  refuse("ccc --tfile x", 6, {"x.tped:2", "5 columns found, 6 expected"});
  write("x.tped", "1 a 0 1 A C\n1 b 0 2 A 0\n");
  refuse("ccc --tfile x", 6, {"x.tped:2:5", "missing"});
  refuse("ccc --tfile none", 3, {"none.tfam"});
  refuse("ccc --tfile x --bfile x", 8,
         {"Give exactly one input: --bfile", "--tfile", "(you gave 2)"});
  refuse("ps --tfile x", 8, {"--tfile"});
  refuse("ccc --synthetic random --num-vectors 4 --num-fields 4 --maf 0.1", 8,
         {"--maf", "--bfile, --tfile"});
}

}  // namespace
}  // namespace encke::test
