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

/// One tile of triples, none of which can be dropped, so that it takes a minute: the run does not
/// wait for its end.
TEST_F(Stop, ASignalEndsARunInsideATile) {
  const Ended ended = run(
      "--version >/dev/null; env --default-signal=INT \"$ENCKE_BIN\" ps --synthetic random --way 3 "
      "--num-vectors 480 --num-fields 40000 --block 480 --threads 1 --verbose >log 2>err & "
      "until grep -q memory log 2>/dev/null || ! kill -0 $!; do sleep 0.1; done; sleep 0.5; "
      "date +%s%N >sent; kill -INT $!; wait $!; code=$?; date +%s%N >ended; exit $code");
  EXPECT_EQ(ended.code, stopped);
  EXPECT_NE(read("log").find(", 1 tile"), std::string::npos);
  EXPECT_NE(read("err").find("stopped by SIGINT"), std::string::npos);
  const double seconds = (std::stod(read("ended")) - std::stod(read("sent"))) * 1e-9;
  RecordProperty("milliseconds", static_cast<int>(seconds * 1000));
  EXPECT_LT(seconds, 8);  // a second where nobody else computes
  EXPECT_EQ(outputs(), (std::vector<std::string>{"ended", "err", "log", "sent"}));
}

/// All values are stored, and the file of them is half written.
TEST_F(Stop, ASignalEndsTheWritingOfValues) {
  const Ended ended =
      run("--version >/dev/null; env --default-signal=INT \"$ENCKE_BIN\" ps --synthetic random "
          "--num-vectors 5000 --num-fields 2 --block 512 --threads 1 >log 2>err & "
          "until grep -q 'output follows' log 2>/dev/null || ! kill -0 $!; do sleep 0.01; done; "
          "kill -INT $!; wait $!");
  EXPECT_EQ(ended.code, stopped) << read("log");
  EXPECT_NE(read("err").find("with --resume goes on"), std::string::npos);
  EXPECT_EQ(outputs(), (std::vector<std::string>{"err", "log"}));
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
