// Runs that are killed at a given call, and then resumed.
#include <csignal>

#include "program/faults/faulty_run.hpp"

namespace encke::test {
namespace {

/// Tiles that were stored when the process was killed at the last of these calls.
long tiles_stored(std::vector<LoggedCall> calls, const std::string& mode) {
  // kill: the last was not made; tear: if it was a write, half of it was.
  if (mode == "kill" || calls.back().name == "pwrite") calls.pop_back();
  long writes = -1;  // the first is the header
  bool over = false;
  for (const auto& [name, file] : calls) {
    if (name == "pwrite" && file.ends_with(".blocks.open")) ++writes;
    // without a list the block file is still taken in
    if (name == "unlink" && file.ends_with(".blocks")) over = true;
  }
  return over ? 0 : std::clamp(writes, 0L, small_tiles);  // the last is the footer
}

class KillEverywhere : public FaultyRun {
 protected:
  void kill_everywhere(const std::string& arguments, const std::string& mode) {
    if (!can_fail()) GTEST_SKIP() << "calls cannot be replaced here";
    succeed(arguments);
    const auto expected = outputs();
    long kills = 0;
    for (long n = 1;; ++n) {
      clear();
      const Ended ended = run(arguments, Fault{mode, n});
      if (ended.code == 0) break;
      ASSERT_EQ(ended.signal, SIGKILL) << n << ended.err;
      ++kills;
      const auto last = calls().back();
      const long stored = tiles_stored(calls(), mode);
      succeed(arguments + " --resume");
      ASSERT_TRUE(outputs() == expected) << "killed at " << last.name << ' ' << last.file;
      ASSERT_EQ(tiles_resumed(), stored) << "killed at " << last.name << ' ' << last.file;
    }
    EXPECT_GT(kills, 40);
  }

  /// A run is killed at tile 4; what is killed then is the run that goes on with it.
  void kill_resumed(const std::string& arguments, const std::string& mode) {
    if (!can_fail()) GTEST_SKIP() << "calls cannot be replaced here";
    succeed(arguments);
    const auto expected = outputs();
    for (long n = 1;; ++n) {
      clear();
      kill_at_tile(arguments, 4);
      const Ended ended = run(arguments + " --resume", Fault{mode, n});
      if (ended.code == 0) break;
      ASSERT_EQ(ended.signal, SIGKILL) << n << ended.err;
      const auto last = calls().back();
      succeed(arguments + " --resume");
      ASSERT_TRUE(outputs() == expected) << "killed at " << last.name << ' ' << last.file;
      const bool over = last.name == "unlink" || last.name == "rmdir" || last.name == "fsync";
      ASSERT_TRUE(over || tiles_resumed() >= 4) << last.name << ' ' << last.file;
    }
  }

  void kill_at_tile(const std::string& arguments, long tiles) {
    if (call_of_tile_ == 0) {
      run(arguments, Fault{"count"});
      clear();
      for (const auto& [name, file] : calls()) {
        ++call_of_tile_;
        if (file.ends_with(".blocks.open") && name == "pwrite" && tiles-- == 0) break;
      }
    }
    ASSERT_EQ(run(arguments, Fault{"tear", call_of_tile_ + 1}).signal, SIGKILL);
  }

 private:
  long call_of_tile_ = 0;
};

TEST_F(KillEverywhere, BeforeAnyCallOfPairs) { kill_everywhere(small_pairs, "kill"); }
TEST_F(KillEverywhere, InTheMidstOfAnyCallOfPairs) { kill_everywhere(small_pairs, "tear"); }
TEST_F(KillEverywhere, BeforeAnyCallOfTriples) { kill_everywhere(small_triples, "kill"); }
TEST_F(KillEverywhere, InTheMidstOfAnyCallOfTriples) { kill_everywhere(small_triples, "tear"); }
TEST_F(KillEverywhere, BeforeAnyCallOfAResumedRun) { kill_resumed(small_pairs, "kill"); }
TEST_F(KillEverywhere, InTheMidstOfAnyCallOfAResumedRun) { kill_resumed(small_pairs, "tear"); }

}  // namespace
}  // namespace encke::test
