// Numbers of shards from 1 to 64, all of them with ENCKE_LONG=1: what they compute, joined, is what
// one run computes.
#include <deque>

#include "faulty_run.hpp"
#include "support/long_run.hpp"

namespace encke::test {
namespace {

class Shards : public FaultyRun {
 protected:
  std::string part(int k) const { return path("part" + std::to_string(k)); }

  std::vector<std::string> shard(const std::string& arguments, int k, int of) const {
    auto words = command(arguments + " --shard " + std::to_string(k) + "/" + std::to_string(of));
    words.back() = part(k);  // --out
    return words;
  }

  /// All shards, two at a time, and from the last to the first: their order counts for nothing.
  void compute(const std::string& arguments, int of) const {
    std::deque<Process> running;
    for (int k = of; k >= 1 || !running.empty(); --k) {
      if (k >= 1)
        running.emplace_back(shard(arguments, k, of), Environment(), path(std::to_string(k)));
      if (k >= 1 && running.size() < 2) continue;
      const Ended ended = running.front().wait();
      ASSERT_EQ(ended.code, 0) << of << ended.err;
      running.pop_front();
    }
  }

  void check(const std::string& arguments, int of) const {
    compute(arguments, of);
    std::vector<std::string> words = {program(), "merge", "--out", prefix()};
    for (int k = of; k >= 1; --k) words.push_back(part(k));
    const Ended ended = say(words);
    ASSERT_EQ(ended.code, 0) << of << ended.err;
    const auto joined = outputs();
    clear();
    for (int k = 1; k <= of; ++k) std::filesystem::remove_all(part(k) + ".blocks");
    EXPECT_TRUE(joined == expected_) << of << " shards";
  }

  void check_all(const std::string& arguments, const std::vector<int>& counts) {
    succeed(arguments);
    expected_ = outputs();
    clear();
    for (const int of : counts) check(arguments, of);
  }

  static std::vector<int> every_count() {
    std::vector<int> counts;
    for (int of = 1; of <= 64; ++of) counts.push_back(of);
    return counts;
  }

 private:
  std::map<std::string, std::string> expected_;
};

/// As many as there are tiles, one more and one less, and so many that most have none.
TEST_F(Shards, OfPairsJoinToTheWholeRun) {
  static_assert(small_tiles == 10);
  check_all(small_pairs, long_run() ? every_count() : std::vector{1, 2, 3, 5, 7, 9, 10, 11, 64});
}

TEST_F(Shards, OfTriplesJoinToTheWholeRun) {
  check_all(small_triples, long_run() ? every_count() : std::vector{2, 7, 64});
}

}  // namespace
}  // namespace encke::test
