// Calls that fail: a full disk, a broken one, one that may not be written, writes that are cut.
#include <algorithm>
#include <cerrno>

#include "faulty_run.hpp"

namespace encke::test {
namespace {

class FailingCall : public FaultyRun {
 protected:
  void SetUp() override {
    if (!can_fail()) GTEST_SKIP() << "calls cannot be replaced here";
  }

  /// Nothing has a final name, and what is to be resumed has a tile.
  void expect_nothing_final(const std::string& when) const {
    for (const auto& name : names()) EXPECT_EQ(name, "P.blocks") << when;
    if (!std::filesystem::exists(state())) return;
    long files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(state())) {
      files += entry.path().filename().string().starts_with("run-");
    }
    EXPECT_GT(files, 0) << "an empty run was left " << when;
  }

  void fail_everywhere(const std::string& arguments, const std::string& mode, int reason) {
    succeed(arguments);
    const auto expected = outputs();
    long failures = 0;
    for (long n = 1;; ++n) {
      clear();
      const Ended ended = run(arguments, Fault{mode, n, reason});
      if (static_cast<long>(calls().size()) < n) break;
      const auto [name, file] = calls()[static_cast<std::size_t>(n) - 1];
      const std::string when = "at call " + std::to_string(n) + ", " + name + ' ' + file;
      if (ended.code == 0) {  // what was left to do was to remove the state
        ASSERT_TRUE(file.ends_with(".blocks")) << when;
        ASSERT_NE(ended.out.find(file), std::string::npos) << when << ended.out;
      } else {
        ++failures;
        ASSERT_EQ(ended.code, 5) << when << '\n' << ended.err;
        ASSERT_TRUE(is_one_error(ended.err)) << when << '\n' << ended.err;
        ASSERT_NE(ended.err.find(output_directory()), std::string::npos) << ended.err;
        expect_nothing_final(when);
      }
      succeed(arguments + " --resume");
      ASSERT_TRUE(outputs() == expected) << when;
    }
    EXPECT_GT(failures, 30);
  }
};

TEST_F(FailingCall, AShortRunSyncsTwice) {
  const auto syncs_of = [&](const std::string& seconds) {
    clear();
    std::filesystem::remove(path("calls"));
    std::vector<std::string> words = command(small_pairs);
    *(std::find(words.begin(), words.end(), "--sync-after") + 1) = seconds;
    EXPECT_EQ(say(words, environment(Fault{"short"})).code, 0);
    const auto made = calls();
    return std::ranges::count_if(made, [](const auto& call) { return call.name == "fsync"; });
  };
  EXPECT_EQ(syncs_of("1000"), 2);
  EXPECT_GT(syncs_of("0"), 6);
}

TEST_F(FailingCall, ADiskThatIsFullFromAnyCallOnIsOneErrorAndLosesNothing) {
  fail_everywhere(small_pairs, "fail-from", ENOSPC);
}

TEST_F(FailingCall, ADiskThatIsFullDuringAnyCallOfTriplesIsOneErrorAndLosesNothing) {
  fail_everywhere(small_triples, "fail", ENOSPC);
}

TEST_F(FailingCall, ABrokenDiskAtAnyCallIsOneErrorAndLosesNothing) {
  fail_everywhere(small_pairs, "fail", EIO);
}

TEST_F(FailingCall, ADiskThatIsFullWhileValuesAreSortedIsOneErrorAndLosesNothing) {
  // With so little memory a strip of blocks is more than can be sorted in it.
  const std::string arguments =
      "ccc --synthetic random --num-vectors 640 --num-fields 60 --block 160 --threads 1 --memory "
      "48";
  succeed(arguments);
  const auto expected = outputs();
  clear();
  ASSERT_EQ(run(arguments, Fault{"fail"}).code, 0);
  long failures = 0;
  const auto all = calls();
  for (std::size_t n = 0; n < all.size(); ++n) {
    if (all[n].file.find(".spill-") == std::string::npos || failures == 4) continue;
    ++failures;
    clear();
    const Ended ended = run(arguments, Fault{"fail-from", static_cast<long>(n) + 1, ENOSPC});
    ASSERT_EQ(ended.code, 5) << ended.err;
    ASSERT_TRUE(is_one_error(ended.err)) << ended.err;
    ASSERT_NE(ended.err.find(".spill-"), std::string::npos) << ended.err;
    expect_nothing_final(all[n].file);
    succeed(arguments + " --resume");
    ASSERT_TRUE(outputs() == expected);
  }
  EXPECT_GE(failures, 2);
}

TEST_F(FailingCall, ADirectoryThatMayNotBeWrittenIsToldBeforeAnythingIsComputed) {
  for (const int reason : {EACCES, EROFS}) {
    const Ended ended = run(small_pairs, Fault{"fail-from", 1, reason});
    EXPECT_EQ(ended.code, 3) << ended.err;
    EXPECT_TRUE(is_one_error(ended.err)) << ended.err;
    EXPECT_NE(ended.err.find(output_directory()), std::string::npos) << ended.err;
    EXPECT_TRUE(names().empty());
  }
}

TEST_F(FailingCall, AWriteThatTakesNothingAndSaysNothingIsOneError) {
  succeed(small_pairs);
  const auto expected = outputs();
  long failures = 0;
  for (long n = 1;; ++n) {
    clear();
    const Ended ended = run(small_pairs, Fault{"nothing", n});
    if (static_cast<long>(calls().size()) < n) break;
    const auto [name, file] = calls()[static_cast<std::size_t>(n) - 1];
    if (!name.ends_with("write")) continue;
    ++failures;
    const std::string when = "at call " + std::to_string(n) + ", " + name + ' ' + file;
    ASSERT_EQ(ended.code, 5) << when << '\n' << ended.err;
    ASSERT_TRUE(is_one_error(ended.err)) << when << '\n' << ended.err;
    expect_nothing_final(when);
    succeed(small_pairs + " --resume");
    ASSERT_TRUE(outputs() == expected) << when;
  }
  EXPECT_GT(failures, 10);
}

TEST_F(FailingCall, WritesThatAreCutShortOrInterruptedGoOn) {
  for (const auto& arguments : {small_pairs, small_triples}) {
    clear();
    succeed(arguments);
    const auto expected = outputs();
    for (const std::string mode : {"short", "interrupt"}) {
      clear();
      const Ended ended = run(arguments, Fault{mode});
      EXPECT_EQ(ended.code, 0) << mode << ended.err;
      EXPECT_TRUE(outputs() == expected) << mode;
      EXPECT_GT(calls().size(), 50U);
    }
  }
}

}  // namespace
}  // namespace encke::test
