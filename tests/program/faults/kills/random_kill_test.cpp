// Runs that are killed at random moments, several times in a row, until they are complete.
#include <csignal>
#include <random>
#include <thread>

#include "program/faults/faulty_run.hpp"
#include "support/long_run.hpp"

namespace encke::test {
namespace {

using std::chrono::milliseconds;

class RandomKill : public FaultyRun {
 protected:
  static int kills_wanted() { return long_run() ? 1000 : 100; }

  /// Time that a run takes here.
  milliseconds measured(const std::string& arguments) const {
    const auto begin = std::chrono::steady_clock::now();
    succeed(arguments);
    return std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - begin);
  }

  /// Runs and resumes until all is done; each process is killed after a random part of `most`, and
  /// after more of it the more were: a machine that is busy now gets none to its end otherwise.
  /// Returns the number of those that were killed.
  int kill_until_done(const std::string& arguments, milliseconds most) {
    for (int kills = 0;; ++kills) {
      Process process(command(arguments + (kills > 0 ? " --resume" : "")), {}, path("said"));
      std::this_thread::sleep_for(most * (1 + kills / 5) * share_(random_));
      process.signal(SIGKILL);
      const Ended ended = process.wait();
      if (ended.signal == SIGKILL) continue;
      EXPECT_EQ(ended.code, 0) << ended.err;
      return kills;
    }
  }

 private:
  std::mt19937 random_{20240607};
  std::uniform_real_distribution<double> share_{0, 1};
};

TEST_F(RandomKill, LosesNothingHoweverOftenItHappens) {
  // 55 tiles; a tenth of the time is the start
  const std::string pairs =
      long_run() ? longer_pairs
                 : "ccc --synthetic random --num-vectors 1600 --num-fields 3000 --block 160 "
                   "--threshold 1.2 --threads 1";
  const milliseconds whole = measured(pairs);
  const auto expected = outputs();
  int kills = 0, runs = 0, longest = 0;
  while (kills < kills_wanted()) {
    clear();
    const int these = kill_until_done(pairs, whole);
    ASSERT_TRUE(outputs() == expected) << "after " << these << " kills";
    ASSERT_EQ(names(), (std::vector<std::string>{"P.edges.tsv", "P.log", "P.summary.json"}));
    kills += these;
    longest = std::max(longest, these);
    ASSERT_LT(++runs, 50 * kills_wanted()) << "runs are over before they can be killed";
  }
  EXPECT_GT(longest, 1);
  RecordProperty("runs", runs);
}

}  // namespace
}  // namespace encke::test
