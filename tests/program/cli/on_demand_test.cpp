// Inputs that do not fit into memory: the same bytes, and no more memory than is allowed.
#include <gtest/gtest.h>

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
  // 120 MB of genotypes, 180 with the masks of those that are missing
  expect_same(
      "ccc --synthetic random --num-vectors 12000 --num-fields 40000 --window-variants 40 "
      "--threshold 0.7",
      110);
}

TEST_F(OnDemand, TriplesHaveTheSameBytes) {
  expect_same(
      "ccc --synthetic random --num-vectors 4000 --num-fields 100000 --way 3 --window-variants 6 "
      "--threshold 0.3",
      120);
}

TEST_F(OnDemand, ARunIsResumedWithOtherMemory) {
  const std::string problem =
      "ccc --synthetic random --num-vectors 12000 --num-fields 40000 --window-variants 40 "
      "--threshold 0.7 --threads 1 --out ";
  succeed(problem + "all");
  start_by("timeout -s KILL 3");
  run(problem + "some --memory 110");  // has stored some tiles by then, or none, or is over
  start_by("");
  succeed(problem + "some --memory 110 --resume");
  EXPECT_EQ(read("some.edges.tsv"), read("all.edges.tsv"));
}

}  // namespace
}  // namespace encke::test
