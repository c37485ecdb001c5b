// Distances in HDF5, whose library puts writes off until something is closed: none may be lost.
#if defined(ENCKE_HAS_HDF5)

#include <cerrno>
#include <csignal>
#include <fstream>

#include "faulty_run.hpp"
#include "support/inputs/biom_file.hpp"

namespace encke::test {
namespace {

class Hdf5Output : public FaultyRun {
 protected:
  Hdf5Output() {
    std::ofstream(path("b.biom"))
        << R"({"rows": [{"id": "o0"}, {"id": "o1"}, {"id": "o2"}, {"id": "o3"}],)"
        << R"( "columns": [{"id": "A"}, {"id": "B"}, {"id": "C"}], "shape": [4, 3],)"
        << R"( "matrix_type": "sparse",)"
        << R"( "data": [[0,0,1], [1,0,2], [1,1,3], [2,2,4], [3,1,1]]})";
    std::ofstream(path("t.nwk")) << "((o0:1,o1:2):0.5,(o2:1,o3:1):0.25);";
  }

  void SetUp() override {
    if (!can_fail()) GTEST_SKIP() << "calls cannot be replaced here";
    ASSERT_EQ(run(distances()).code, 0);
    expected_ = contents(prefix() + ".h5");
    ASSERT_FALSE(expected_.empty());
    clear();
  }

  std::string distances() const {
    return "unifrac --biom " + path("b.biom") + " --tree " + path("t.nwk") +
           " --format hdf5 --threads 1";
  }

  void expect_whole(const std::string& when) const {
    ASSERT_TRUE(contents(prefix() + ".h5") == expected_) << when;
    EXPECT_EQ(names(), (std::vector<std::string>{"P.h5", "P.log", "P.summary.json"})) << when;
  }

  void fail_everywhere(const std::string& mode, int reason) const {
    long in_the_matrix = 0;
    for (long n = 1;; ++n) {
      clear();
      const Ended ended = run(distances(), Fault{mode, n, reason});
      if (static_cast<long>(calls().size()) < n) break;
      const auto [name, file] = calls()[static_cast<std::size_t>(n) - 1];
      const std::string when = "at call " + std::to_string(n) + ", " + name + ' ' + file;
      if (file.find("P.h5.tmp-") != std::string::npos && name == "pwrite") ++in_the_matrix;
      if (ended.code == 0) {
        // what was left to do was to remove the state; and HDF5 opens twice
        ASSERT_TRUE(file.ends_with(".blocks") || name == "open") << when;
        ASSERT_TRUE(contents(prefix() + ".h5") == expected_) << when;
        continue;
      }
      ASSERT_EQ(ended.code, 5) << when << '\n' << ended.err;
      ASSERT_TRUE(is_one_error(ended.err)) << when << '\n' << ended.err;
      for (const auto& left : names()) ASSERT_EQ(left, "P.blocks") << when;
    }
    EXPECT_GT(in_the_matrix, 5);
  }

  std::string expected_;
};

TEST_F(Hdf5Output, ADiskThatIsFullFromAnyCallOnIsOneErrorAndNoMatrix) {
  fail_everywhere("fail-from", ENOSPC);
}

TEST_F(Hdf5Output, ABrokenDiskAtAnyCallIsOneErrorAndNoMatrix) { fail_everywhere("fail", EIO); }

TEST_F(Hdf5Output, AFileThatIsNotReadAsItWasWrittenGetsNoName) {
  for (const Fault& fault : {Fault{"end"}, Fault{"unread", 0, EIO}}) {
    long in_the_matrix = 0;
    for (long n = 1;; ++n) {
      clear();
      const Ended ended = run(distances(), Fault{fault.mode, n, fault.reason});
      if (static_cast<long>(calls().size()) < n) break;
      const std::string file = calls()[static_cast<std::size_t>(n) - 1].file;
      const std::string when = fault.mode + " at read " + std::to_string(n) + " of " + file;
      in_the_matrix += file.find("P.h5.tmp-") != std::string::npos;
      if (ended.code == 0) {
        expect_whole(when);
        continue;
      }
      ASSERT_TRUE(is_one_error(ended.err)) << when << '\n' << ended.err;
      for (const auto& left : names()) ASSERT_EQ(left, "P.blocks") << when;
    }
    EXPECT_GT(in_the_matrix, 5);
  }
}

/// The first read is of the file's first bytes, by the program. The process that it starts to read
/// the table counts for itself: after these bytes it maps the file.
TEST_F(Hdf5Output, ATableThatEndsWhileItIsReadIsOneError) {
  const std::string table = std::filesystem::weakly_canonical(path("h.biom")).string();
  write_biom(table, {}, 100'000);
  const std::string arguments =
      "unifrac --biom " + table + " --tree " + path("t.nwk") + " --format hdf5 --threads 1";
  for (const Fault& fault : {Fault{"end"}, Fault{"unread", 0, EIO}}) {
    for (long n = 1; n <= 2; ++n) {
      std::filesystem::remove(path("calls"));
      Environment additions = environment(Fault{fault.mode, n, fault.reason});
      additions["ENCKE_FAULT_UNDER"] = table;
      const Ended ended = run(arguments, additions);
      const std::string when = fault.mode + " at read " + std::to_string(n);
      EXPECT_GE(static_cast<long>(calls().size()), n) << when;
      EXPECT_EQ(ended.code, 4) << when << '\n' << ended.err;
      EXPECT_TRUE(is_one_error(ended.err)) << when << '\n' << ended.err;
      EXPECT_NE(ended.err.find(table), std::string::npos) << when << '\n' << ended.err;
      EXPECT_TRUE(names().empty()) << when;
    }
  }
}

TEST_F(Hdf5Output, WritesThatAreCutShortOrInterruptedGoOn) {
  for (const std::string mode : {"short", "interrupt"}) {
    clear();
    const Ended ended = run(distances(), Fault{mode});
    EXPECT_EQ(ended.code, 0) << mode << ended.err;
    expect_whole(mode);
  }
}

TEST_F(Hdf5Output, WhatAKilledRunLeavesIsRemovedByTheNext) {
  long left = 0;
  for (long n = 1;; ++n) {
    clear();
    const Ended ended = run(distances(), Fault{"kill", n});
    if (ended.code == 0) break;
    ASSERT_EQ(ended.signal, SIGKILL) << ended.err;
    for (const auto& name : names()) left += name.starts_with("P.h5.tmp-");
    ASSERT_EQ(run(distances() + " --resume").code, 0) << n;
    expect_whole("killed at call " + std::to_string(n));
  }
  EXPECT_GT(left, 5);
}

}  // namespace
}  // namespace encke::test

#endif
