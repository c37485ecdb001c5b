// encke merge that is killed, or fails, at any call: its parts stay, and it can be done again.
#include <cerrno>
#include <csignal>

#include "faulty_run.hpp"

namespace encke::test {
namespace {

class MergeFault : public FaultyRun {
 protected:
  void SetUp() override {
    if (!can_fail()) GTEST_SKIP() << "calls cannot be replaced here";
    for (int k = 1; k <= 2; ++k) {
      auto words = command(small_pairs + " --shard " + std::to_string(k) + "/2");
      words.back() = part(k);  // --out
      ASSERT_EQ(say(words).code, 0);
    }
    ASSERT_EQ(merge(Environment()).code, 0);
    expected_ = outputs();
    clear();
  }

  std::string part(int k) const { return path("part" + std::to_string(k)); }
  Ended merge(const Environment& additions) const {
    return say({program(), "merge", "--out", prefix(), part(1), part(2)}, additions);
  }
  Ended merge(const Fault& fault) const {
    std::filesystem::remove(path("calls"));
    return merge(environment(fault));
  }

  /// Nothing but the outputs, as they must be.
  void expect_repeated(long n) const {
    ASSERT_EQ(merge(Environment()).code, 0) << n;
    ASSERT_TRUE(outputs() == expected_) << n;
    for (const auto& name : names()) ASSERT_EQ(name.find("tmp"), std::string::npos) << name;
  }

  std::map<std::string, std::string> expected_;
};

TEST_F(MergeFault, AKillAtAnyCallLosesNothing) {
  for (const std::string mode : {"kill", "tear"}) {
    for (long n = 1;; ++n) {
      clear();
      const Ended ended = merge(Fault{mode, n});
      if (ended.code == 0) {
        EXPECT_GT(n, 15);
        break;
      }
      ASSERT_EQ(ended.signal, SIGKILL) << n << ended.err;
      expect_repeated(n);
    }
  }
}

TEST_F(MergeFault, AFullDiskAtAnyCallIsOneErrorAndLeavesNothing) {
  for (long n = 1;; ++n) {
    clear();
    const Ended ended = merge(Fault{"fail-from", n, ENOSPC});
    if (static_cast<long>(calls().size()) < n) break;
    ASSERT_EQ(ended.code, 5) << n << ended.err;
    ASSERT_TRUE(is_one_error(ended.err)) << ended.err;
    ASSERT_NE(ended.err.find(output_directory()), std::string::npos) << ended.err;
    ASSERT_TRUE(names().empty()) << n;
    expect_repeated(n);
  }
}

}  // namespace
}  // namespace encke::test
