// Networks straight from a run, within the memory that it may use.
#include <gtest/gtest.h>

#include "program/cli/program.hpp"
#include "program/exit_codes.hpp"

namespace encke::test {
namespace {

class NetworkMemory : public Program {
 protected:
  static constexpr std::int64_t mebibyte = 1 << 20;
  /// Profiles in groups that have nothing in common with each other.
  static std::string groups(int count, int members) {
    std::string text = "id";
    for (int group = 0; group < count; ++group) text += "\tf" + std::to_string(group);
    for (int row = 0; row < count * members; ++row) {
      text += "\nv" + std::to_string(row);
      for (int group = 0; group < count; ++group) {
        text += group == row % count ? "\t" + std::to_string(1 + row % 7) : "\t0";
      }
    }
    return text + "\n";
  }
  /// 978,600 edges: more than 100 MiB hold beside the program.
  const std::string run_ = "ccc --synthetic random --num-vectors 700 --num-fields 40 --all ";
};

TEST_F(NetworkMemory, IsMadeInPiecesWithTheSameBytes) {
  write("t.tsv", groups(40, 200));
  const std::string run =
      "ps --table t.tsv --threshold 0 --network mcl --scheme 1 --threads 2 --progress none ";
  succeed(run + "--out whole");
  succeed(run + "--memory 85 --out pieces");
  const auto all = summary("pieces");
  EXPECT_EQ(all["network"]["edges"], 40 * 200 * 199 / 2);
  EXPECT_GT(all["network"]["pieces"], 1);
  EXPECT_EQ(summary("whole")["network"]["pieces"], 0);
  EXPECT_LE(all["network"]["memory_peak_bytes"].get<std::int64_t>(), 85 * mebibyte);
  EXPECT_LE(all["network"]["memory_planned_bytes"].get<std::int64_t>(), 85 * mebibyte);
  for (const std::string ending : {".nodes.tsv", ".components.tsv", ".clusters.I2.txt"}) {
    EXPECT_EQ(read("pieces" + ending), read("whole" + ending)) << ending;
  }
}

TEST_F(NetworkMemory, IsRefusedBeforeTheRunWhereTheWholeIsWanted) {
  refuse(run_ + "--network components --graph npz --memory 100 --out a", out_of_memory,
         {"the network", "100 MiB allowed"});
  EXPECT_FALSE(std::filesystem::exists(path("a.blocks")));
}

TEST_F(NetworkMemory, IsPlanned) {
  const std::string whole = succeed("plan " + run_ + "--network components --graph npz").out;
  EXPECT_NE(whole.find("network 978,600 edges of at most 1,400 nodes"), std::string::npos) << whole;
  const std::string pieces = succeed("plan " + run_ + "--network components --memory 100").out;
  EXPECT_NE(pieces.find("in pieces from a"), std::string::npos) << pieces;
  EXPECT_EQ(succeed("plan " + run_).out.find("network"), std::string::npos);
  const auto json =
      nlohmann::json::parse(succeed("plan " + run_ + "--network components --progress json").out);
  EXPECT_EQ(json["network"]["edges"], 978600);
  EXPECT_FALSE(json["network"]["in_pieces"]);
}

TEST_F(NetworkMemory, OfFewerDigitsIsThatOfTheFile) {
  for (const std::string precision : {"f64", "f32"}) {
    succeed(
        "ps --synthetic random --num-vectors 60 --num-fields 20 --threshold 0.4 --digits 3 "
        "--network mcl --graph npz,ncol --progress none --out a --precision " +
        precision);
    succeed("network --edges a.edges.tsv --cluster mcl --graph npz,ncol --out b");
    EXPECT_GT(summary("b")["edges"], 10);
    for (const std::string ending : {".nodes.tsv", ".clusters.I2.txt", ".npz", ".ncol"}) {
      EXPECT_EQ(read("a" + ending), read("b" + ending)) << precision << ending;
    }
  }
}

}  // namespace
}  // namespace encke::test
