// encke network --loops: what becomes of loops in Markov clustering.
#include <gtest/gtest.h>

#include "program/cli/program.hpp"
#include "program/exit_codes.hpp"

namespace encke::test {
namespace {

class LoopsOfNetworks : public Program {};

TEST_F(LoopsOfNetworks, AreKeptOnRequest) {
  write("l.abc", "a a 3\na b 1\nb c 2\nc c 0.5\n");
  const Ended dropped = succeed("network --edges l.abc --cluster mcl --out n");
  EXPECT_EQ(read("n.clusters.I2.txt"), "a\tb\tc\n");
  EXPECT_NE(dropped.out.find("left out: 2 loops"), std::string::npos);
  const Ended kept = succeed("network --edges l.abc --cluster mcl --loops keep --out n");
  EXPECT_EQ(read("n.clusters.I2.txt"), "a\tc\nb\n");
  EXPECT_EQ(kept.out.find("left out"), std::string::npos);
  EXPECT_EQ(summary("n")["options"]["loops"], "keep");
  refuse("network --edges l.abc --loops keep", command_line, {"--cluster"});
}

// An edge between two alleles of a variant is a loop of the variant.
TEST_F(LoopsOfNetworks, AreMadeByMergedAlleles) {
  write("l.abc", "a:0 a:1 3\na:0 b:0 1\na:1 b:0 0.5\nb:1 c:0 2\nc:1 c:1 0.5\n");
  write("merged.abc", "a a 3\na b 1\nb c 2\nc c 0.5\n");
  succeed("network --edges merged.abc --cluster mcl --loops keep --out n");
  succeed(
      "network --edges l.abc --alleles-in-labels --merge-alleles max --cluster mcl --loops keep "
      "--out m");
  EXPECT_EQ(read("m.clusters.I2.txt"), "a\tc\nb\n");
  EXPECT_EQ(read("m.clusters.I2.txt"), read("n.clusters.I2.txt"));
  EXPECT_EQ(read("m.nodes.tsv"), read("n.nodes.tsv"));
}

// Values of a run are of vectors that differ: there is no loop, so that no node has one.
TEST_F(LoopsOfNetworks, OfARunAreThoseOfItsFile) {
  const std::string run =
      "ccc --synthetic random --num-vectors 60 --num-fields 40 --threshold 0.48 --network "
      "mcl --out a";
  for (const std::string merge : {"", " --merge-alleles max"}) {
    const std::string options = merge + " --loops keep";
    succeed(run + options);
    succeed("network --edges a.edges.tsv --cluster mcl --out b" + options);
    EXPECT_EQ(read("a.clusters.I2.txt"), read("b.clusters.I2.txt"));
    EXPECT_EQ(read("a.nodes.tsv"), read("b.nodes.tsv"));
  }
  succeed(run + " --loops keep");
  succeed("network --edges a.edges.tsv --cluster mcl --out c");
  EXPECT_NE(read("a.clusters.I2.txt"), read("c.clusters.I2.txt"));
  EXPECT_NE(read("a.log").find("--loops keep"), std::string::npos);
}

}  // namespace
}  // namespace encke::test
