// A second run with the --out of an earlier one that is killed, stopped or fails at any call.
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <random>

#include "faulty_run.hpp"
#include "program/exit_codes.hpp"

namespace encke::test {
namespace {

/// Files of an earlier run: whole but for their contents, which tell that they are older.
class TwoRuns : public FaultyRun {
 protected:
  TwoRuns() {
    std::mt19937 random(5);
    std::ofstream bed(path("x.bed"), std::ios::binary), bim(path("x.bim")), fam(path("x.fam"));
    bed << "\x6c\x1b\x01";
    for (int v = 0; v < 40; ++v) {
      bim << "1 rs" << v << " 0 " << v + 1 << " A C\n";
      for (int byte = 0; byte < 6; ++byte) bed << static_cast<char>(random() & ~random());
    }
    for (int s = 0; s < 24; ++s) fam << 'F' << s << " I" << s << " 0 0 0 " << 1 + s % 2 << '\n';
  }

  void SetUp() override {
    if (!can_fail()) GTEST_SKIP() << "calls cannot be replaced here";
  }

  /// Runs once undisturbed, to know the files and their contents.
  void learn(const std::string& arguments) {
    clear();
    ASSERT_EQ(run(arguments).code, 0);
    files_ = names();
    expected_ = outputs();
  }

  void leave_older() const {
    clear();
    for (const auto& name : files_) std::ofstream(path("out/" + name)) << "older";
  }

  /// The files under final names that are older, and those that are not.
  std::pair<std::vector<std::string>, std::vector<std::string>> older_and_newer() const {
    std::pair<std::vector<std::string>, std::vector<std::string>> all;
    for (const auto& name : files_) {
      if (!std::filesystem::exists(path("out/" + name))) continue;
      (contents(path("out/" + name)) == "older" ? all.first : all.second).push_back(name);
    }
    return all;
  }

  bool has_temporary() const {
    const auto all = names();
    return std::any_of(all.begin(), all.end(), [](const std::string& name) {
      return name.find(".tmp-") != std::string::npos;
    });
  }

  void expect_resumed(const std::string& arguments, const std::string& when) const {
    const Ended ended = run(arguments + " --resume");
    ASSERT_EQ(ended.code, 0) << when << ended.err;
    ASSERT_EQ(names(), files_) << when;
    ASSERT_TRUE(outputs() == expected_) << when;
    ASSERT_TRUE(older_and_newer().first.empty()) << when;
  }

  std::string text_of(long n) const {
    const auto all = calls();
    if (static_cast<long>(all.size()) < n) return "after all calls";
    const auto& [name, file] = all[static_cast<std::size_t>(n) - 1];
    return "at call " + std::to_string(n) + ", " + name + ' ' + file;
  }

  void fail_everywhere(const std::string& arguments, const std::string& mode, int reason) {
    learn(arguments);
    long failures = 0;
    for (long n = 1;; ++n) {
      leave_older();
      const Ended ended = run(arguments, Fault{mode, n, reason});
      if (static_cast<long>(calls().size()) < n) break;
      const std::string when = text_of(n);
      const auto [older, newer] = older_and_newer();
      if (ended.code == 0) {  // what was left to do was to remove the state
        ASSERT_EQ(newer, files_) << when;
        ASSERT_FALSE(has_temporary()) << when;
        continue;
      }
      ++failures;
      ASSERT_EQ(ended.code, write_failed) << when << ended.err;
      ASSERT_TRUE(is_one_error(ended.err)) << when << ended.err;
      ASSERT_TRUE(newer.empty()) << when;
      const bool lost = mode == "fail-from" && older.empty();  // nothing can be given its name back
      if (lost) {
        ASSERT_NE(ended.err.find("what was there is now"), std::string::npos) << ended.err;
      } else {
        ASSERT_EQ(older, files_) << when;
        ASSERT_FALSE(has_temporary()) << when;
      }
      expect_resumed(arguments, when);
    }
    EXPECT_GT(failures, 30);
  }

  /// Killed: older files or newer ones, and those that tell of the values beside all of them.
  void kill_everywhere(const std::string& arguments, const std::string& mode) {
    learn(arguments);
    for (long n = 1;; ++n) {
      leave_older();
      const Ended ended = run(arguments, Fault{mode, n});
      if (ended.code == 0) break;
      ASSERT_EQ(ended.signal, SIGKILL) << n << ended.err;
      const std::string when = text_of(n);
      const auto [older, newer] = older_and_newer();
      ASSERT_TRUE(older.empty() || newer.empty()) << when;
      for (const auto& names : {older, newer}) {
        const bool tells = std::count(names.begin(), names.end(), "P.summary.json") > 0;
        if (tells) {
          ASSERT_EQ(names, files_) << when;
        }
      }
      expect_resumed(arguments, when);
    }
  }

  void stop_everywhere(const std::string& arguments) {
    learn(arguments);
    long stops = 0;
    for (long n = 1;; ++n) {
      leave_older();
      const Ended ended = run(arguments, Fault{"stop", n});
      const std::string when = text_of(n);
      const auto [older, newer] = older_and_newer();
      ASSERT_FALSE(has_temporary()) << when;
      if (ended.code == 0) {
        ASSERT_EQ(newer, files_) << when;
        if (static_cast<long>(calls().size()) < n) break;
        continue;
      }
      ++stops;
      ASSERT_EQ(ended.code, stopped) << when << ended.err;
      ASSERT_EQ(older, files_) << when;
      expect_resumed(arguments, when);
    }
    EXPECT_GT(stops, 30);
  }

  /// All kinds of files.
  std::string all_files() const {
    return "epistasis --bfile " + path("x") +
           " --score mi --block 16 --threads 1 --top 3 --best --permutations 20 --histogram "
           "--progress none";
  }

  std::vector<std::string> files_;
  std::map<std::string, std::string> expected_;
};

TEST_F(TwoRuns, TheSecondFailsAtAnyCallAndTheFirstStays) {
  fail_everywhere(small_pairs, "fail", ENOSPC);
}

TEST_F(TwoRuns, TheSecondFailsFromAnyCallOnAndNothingIsMixed) {
  fail_everywhere(small_pairs, "fail-from", ENOSPC);
}

TEST_F(TwoRuns, OfAllKindsOfFilesTheSecondFailsAtAnyCallAndTheFirstStays) {
  fail_everywhere(all_files(), "fail", ENOSPC);
}

TEST_F(TwoRuns, OfAllKindsOfFilesNoneIsLeftByARunThatFails) {
  learn(all_files());
  ASSERT_EQ(files_, (std::vector<std::string>{"P.best.tsv", "P.edges.tsv", "P.histogram.svg",
                                              "P.histogram.tsv", "P.log", "P.permutations.tsv",
                                              "P.summary.json"}));
  for (const std::string mode : {"fail", "fail-from"}) {
    for (long n = 1;; ++n) {
      clear();
      const Ended ended = run(all_files(), Fault{mode, n, ENOSPC});
      if (static_cast<long>(calls().size()) < n) break;
      if (ended.code == 0) continue;
      ASSERT_EQ(ended.code, write_failed) << text_of(n) << ended.err;
      for (const auto& name : names()) ASSERT_EQ(name, "P.blocks") << text_of(n);
    }
  }
}

TEST_F(TwoRuns, TheSecondIsKilledAtAnyCallAndNothingIsMixed) {
  kill_everywhere(small_pairs, "kill");
}

TEST_F(TwoRuns, OfAllKindsOfFilesTheSecondIsKilledInTheMidstOfAnyCallAndNothingIsMixed) {
  kill_everywhere(all_files(), "tear");
}

TEST_F(TwoRuns, TheSecondIsStoppedAtAnyCallAndTheFirstStays) { stop_everywhere(all_files()); }

}  // namespace
}  // namespace encke::test
