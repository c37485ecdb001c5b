// A run that is asked to stop, and one whose files may not grow.
#include <gtest/gtest.h>

#include <filesystem>

#include "program.hpp"
#include "program/exit_codes.hpp"

namespace encke::test {
namespace {

class Stop : public Program {
 protected:
  /// Runs for minutes unless the shell stops it: `signal` is sent once the run has said its plan.
  Ended stop(const std::string& signal) const {
    return run(
        "--version >/dev/null; rm -f log; \"$ENCKE_BIN\" ccc --synthetic random --num-vectors "
        "40000 "
        "--num-fields 2000 --threshold 2 --threads 1 --block 256 --histogram >log 2>err & "
        "until grep -q memory log 2>/dev/null || ! kill -0 $!; do sleep 0.1; done; kill -" +
        signal + " $!; wait $!");
  }
};

TEST_F(Stop, ASignalEndsTheRunWithItsExitCodeAndLeavesNoOutput) {
  for (const std::string signal : {"TERM", "HUP"}) {
    const Ended ended = stop(signal);
    EXPECT_EQ(ended.code, stopped);
    EXPECT_EQ(read("err"), "encke: error: stopped by SIG" + signal +
                               "; what is done is in encke.blocks: the same command with --resume "
                               "goes on\n");
    EXPECT_EQ(outputs(), (std::vector<std::string>{"err", "log"}));
    std::filesystem::remove_all(path("encke.blocks"));
  }
}

TEST_F(Stop, AFileThatMayNotGrowIsAnErrorAndLeavesNoOutput) {
  // a limit that the shell sets leaves the signal's default action, unlike FullDisk
  const Ended ended =
      run("--version >/dev/null && ulimit -f 8 && \"$ENCKE_BIN\" ccc --synthetic random "
          "--num-vectors 100 "
          "--num-fields 30");
  EXPECT_EQ(ended.code, write_failed);
  EXPECT_NE(ended.err.find("encke.blocks/"), std::string::npos) << ended.err;
  EXPECT_EQ(outputs(), std::vector<std::string>{});
}

TEST_F(Stop, AReaderThatHasGoneDoesNotEndTheRun) {
  const Ended ended =
      run("--version >/dev/null; (\"$ENCKE_BIN\" ps --synthetic random --num-vectors 100 "
          "--num-fields 30; echo $? >code) | sleep 0");
  EXPECT_EQ(ended.err, "");
  EXPECT_EQ(read("code"), "0\n");
  EXPECT_EQ(summary().at("written"), 4950);
}

}  // namespace
}  // namespace encke::test
