// Inputs that do not fit into memory: the same bytes, and no more memory than is allowed.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "program.hpp"

namespace encke::test {
namespace {

class OnDemand : public Program {
 protected:
  /// The problem in `memory` MiB has the bytes that it has with all in memory.
  void expect_same(const std::string& problem, int memory) {
    succeed(problem + " --threads 1 --digest all --out all");
    EXPECT_EQ(summary("all").at("blocks_held"), 0);
    EXPECT_EQ(summary("all").at("blocks_read"), 0);
    const std::string allowed = " --threads 1 --memory " + std::to_string(memory);
    const Ended planned = succeed("plan " + problem + allowed);
    EXPECT_NE(planned.out.find("blocks held"), std::string::npos) << planned.out;
    succeed(problem + allowed + " --digest all --out some");
    EXPECT_GT(summary("some").at("blocks_held"), 0);
    EXPECT_EQ(summary("some").at("digest"), summary("all").at("digest"));
    EXPECT_LE(summary("some").at("memory_peak_bytes"), std::int64_t{memory} << 20);
    EXPECT_EQ(read("some.edges.tsv"), read("all.edges.tsv"));
    const std::string log = read("some.log");
    const std::string read = std::to_string(summary("some").at("blocks_read").get<int>());
    EXPECT_NE(log.find(read + " read (" + read + " planned)"), std::string::npos) << log;
  }
};

TEST_F(OnDemand, PairsHaveTheSameBytes) {
  // 30 MB of genotypes, 45 with the masks of those that are missing
  expect_same(
      "ccc --synthetic random --num-vectors 6000 --num-fields 20000 --window-variants 40 "
      "--threshold 0.7",
      48);
}

TEST_F(OnDemand, TriplesHaveTheSameBytes) {
  expect_same(
      "ccc --synthetic random --num-vectors 2000 --num-fields 40000 --way 3 --window-variants 6 "
      "--threshold 0.3",
      40);
}

/// 1,500 profiles of 4,000 fields, 48 MB when packed, as text.
class PackedOnce : public OnDemand {
 protected:
  void SetUp() override {
    std::string table = "id";
    for (int f = 0; f < fields; ++f) table += "\tf" + std::to_string(f);
    table += '\n';
    unsigned state = 1;
    for (int v = 0; v < 1500; ++v) {
      table += 'v' + std::to_string(v);
      for (int f = 0; f < fields; ++f) {
        state = state * 1664525 + 1013904223;
        table += {'\t', static_cast<char>('0' + (state >> 16) % 10)};
      }
      table += '\n';
    }
    write("t.tsv", table);
  }
  static constexpr int fields = 4000;
  inline static const std::string problem = "ps --table t.tsv --precision f64 --threshold 0.6";
  static constexpr int memory = 64;  ///< MiB
};

TEST_F(PackedOnce, TextHasTheSameBytesAndLeavesNoFile) {
  expect_same(problem, memory);
  EXPECT_NE(read("some.log").find("packed blocks"), std::string::npos) << read("some.log");
  EXPECT_EQ(read("all.log").find("packed blocks"), std::string::npos);
  const Ended planned = succeed("plan " + problem + " --threads 1 --memory 64");
  EXPECT_NE(planned.out.find("packed  once, into a file of 4"), std::string::npos) << planned.out;
  for (const std::string& name : files()) {
    EXPECT_EQ(name.find("packed"), std::string::npos) << name;
    EXPECT_FALSE(name.ends_with(".blocks")) << name;
  }
}

TEST_F(PackedOnce, APartLeavesNoneInItsBlocks) {
  succeed(problem + " --threads 1 --memory 64 --shard 1/2 --out part");
  EXPECT_NE(read("part.log").find("packed blocks"), std::string::npos);
  for (const auto& entry : std::filesystem::directory_iterator(path("part.blocks"))) {
    EXPECT_EQ(entry.path().filename().string().find("packed"), std::string::npos);
  }
}

TEST_F(PackedOnce, ARunThatIsResumedFindsTheFile) {
  const std::string words = problem + " --threads 1 --memory 64 --block 64 --out ";
  succeed(problem + " --threads 1 --block 64 --out all");
  bool found = false;
  for (double seconds = 0.5; !found && seconds < 20; seconds *= 1.3) {
    start_by("timeout -s KILL " + std::to_string(seconds));
    if (run(words + "some").code == 0) break;
    start_by("");
    found = std::filesystem::exists(path("some.blocks/packed-0-0")) &&
            std::filesystem::exists(path("some.blocks/manifest"));
    if (!found) std::filesystem::remove_all(path("some.blocks"));
  }
  start_by("");
  if (found) {
    succeed(words + "some --resume");
    EXPECT_EQ(read("some.edges.tsv"), read("all.edges.tsv"));
  }
  for (const std::string& name : files()) {
    EXPECT_EQ(name.find(".packed"), std::string::npos) << name;
  }
}

TEST_F(OnDemand, ARunIsResumedWithOtherMemory) {
  const std::string problem =
      "ccc --synthetic random --num-vectors 6000 --num-fields 20000 --window-variants 40 "
      "--threshold 0.7 --threads 1 --out ";
  succeed(problem + "all");
  start_by("timeout -s KILL 0.5");
  run(problem + "some --memory 48");  // has stored some tiles by then, or none, or is over
  start_by("");
  succeed(problem + "some --memory 48 --resume");
  EXPECT_EQ(read("some.edges.tsv"), read("all.edges.tsv"));
}

}  // namespace
}  // namespace encke::test
