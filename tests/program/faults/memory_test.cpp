// The files of values are made from the blocks in memory that does not grow with them.
#include <fstream>

#include "faulty_run.hpp"

namespace encke::test {
namespace {

class Memory : public FaultyRun {
 protected:
  Memory() : FaultyRun(::testing::TempDir()) {}
  std::string part() const { return path("part"); }

  /// All values of so many vectors, as the one part of a run.
  void compute(int vectors) const {
    auto words = command("ccc --synthetic random --num-vectors " + std::to_string(vectors) +
                         " --num-fields 64 --block 160 --threads 1 --shard 1/1");
    words.back() = part();
    ASSERT_EQ(say(words).code, 0);
  }

  Ended merge(std::size_t memory) const {
    Process limited({program(), "merge", "--out", prefix(), part()}, {}, path("said"), memory);
    return limited.wait();
  }

  std::uintmax_t bytes() const { return std::filesystem::file_size(prefix() + ".edges.tsv"); }
};

TEST_F(Memory, ForTheEdgesIsBounded) {
  constexpr std::size_t limit = std::size_t{144} << 20;  // 64 MiB sort the values
  compute(2400);
  const Ended ended = merge(limit);
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_GT(bytes(), 2 * limit);
  EXPECT_EQ(merge(std::size_t{64} << 20).code, 2) << "the limit has no effect";
}

}  // namespace
}  // namespace encke::test
