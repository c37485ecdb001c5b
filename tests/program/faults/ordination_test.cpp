// Principal coordinates and group tests when calls fail: all files or none.
#include <cerrno>
#include <fstream>

#include "faulty_run.hpp"

namespace encke::test {
namespace {

class OrdinationFaults : public FaultyRun {
 protected:
  void SetUp() override {
    if (!can_fail()) GTEST_SKIP() << "calls cannot be replaced here";
    std::ofstream(path("d.tsv")) << "\ta\tb\tc\na\t0\t3\t4\nb\t3\t0\t5\nc\t4\t5\t0\n";
    std::ofstream(path("m.tsv")) << "id\tside\na\tx\nb\tx\nc\ty\n";
  }

  /// Each call in its turn fails, and all that follow it.
  void fail_everywhere(const std::string& arguments) {
    ASSERT_EQ(run(arguments).code, 0);
    const auto files = names();
    long failures = 0;
    for (long n = 1;; ++n) {
      clear();
      const Ended ended = run(arguments, Fault{"fail-from", n, ENOSPC});
      if (static_cast<long>(calls().size()) < n) break;
      const auto [name, file] = calls()[static_cast<std::size_t>(n) - 1];
      const std::string when = "at call " + std::to_string(n) + ", " + name + ' ' + file;
      ASSERT_EQ(ended.code, 5) << when << '\n' << ended.err;
      ASSERT_TRUE(is_one_error(ended.err)) << when << '\n' << ended.err;
      ASSERT_TRUE(names().empty()) << when << ": " << names().front();
      ++failures;
    }
    EXPECT_GT(failures, 10);
    ASSERT_EQ(run(arguments).code, 0);
    EXPECT_EQ(names(), files);
    EXPECT_GE(files.size(), 4U);
  }
};

TEST_F(OrdinationFaults, AFullDiskLeavesNoFileOfPcoa) {
  fail_everywhere("pcoa " + path("d.tsv") + " --picture scatter");
}

TEST_F(OrdinationFaults, AFullDiskLeavesNoFileOfGroupTests) {
  fail_everywhere("group-test " + path("d.tsv") + " --metadata " + path("m.tsv") +
                  " --column side --permutations 9");
}

}  // namespace
}  // namespace encke::test
