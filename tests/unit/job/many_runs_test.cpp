// Hundreds of runs in one process, of which some are refused and some stopped: neither memory nor
// descriptors grow.
#include <gtest/gtest.h>
#include <unistd.h>

#include <encke/base/error.hpp>
#include <encke/job/job.hpp>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "support/long_run.hpp"
#include "support/scratch.hpp"
#include "unit/job/requested.hpp"

namespace encke::job {
namespace {

class Stopping final : public Observer {
 public:
  void check_stop() override { throw Error(Failure::stopped, "stopped by this test"); }
};

class ManyRuns : public test::Scratch {
 protected:
  ManyRuns() {
    std::ofstream(path("t.tsv")) << "id\ta\tb\tc\nr\t0\t1\t2\ns\t3\t0\t1\nt\t1\t1\t5\n";
    std::ofstream(path("bad.tsv")) << "id\ta\tb\nr\t0\tx\n";
  }

  static std::optional<Failure> end_of(const Request& request, bool stops) {
    try {
      Stopping stopping;
      if (stops) {
        perform(request, {}, stopping);
      } else {
        perform(request);
      }
    } catch (const Error& error) {
      return error.failure();
    }
    return std::nullopt;
  }

  /// One run of each kind.
  void run_all(int number) const {
    const std::string out = " --out " + path("o" + std::to_string(number % 7));
    const auto line = [&](const std::string& words) { return test::requested(words + out); };
    const std::string triples =
        "ccc --synthetic random --num-vectors 30 --num-fields 20 --way 3 --top 5 --block 16";
    EXPECT_EQ(end_of(line(triples), true), Failure::stopped);
    EXPECT_EQ(end_of(line(triples + " --resume"), false), std::nullopt);
    EXPECT_EQ(end_of(line("ps --table " + path("t.tsv") + " --format npy"), false), std::nullopt);
    EXPECT_EQ(end_of(line("ps --table " + path("bad.tsv")), false), Failure::malformed);
    EXPECT_EQ(end_of(line("ps --table " + path("absent.tsv")), false), Failure::open);
  }

  static long descriptors() {
    long count = 0;
    for ([[maybe_unused]] const auto& entry :
         std::filesystem::directory_iterator("/proc/self/fd")) {
      ++count;
    }
    return count;
  }

  static long resident_bytes() {
    std::ifstream file("/proc/self/statm");
    long all = 0, resident = 0;
    file >> all >> resident;
    return resident * ::sysconf(_SC_PAGESIZE);
  }
};

TEST_F(ManyRuns, keep_neither_memory_nor_descriptors) {
  if (!std::filesystem::exists("/proc/self/statm")) GTEST_SKIP() << "no /proc";
  const int rounds = test::long_run() ? 2000 : 20;
  for (int number = 0; number < 14; ++number) run_all(number);  // what is kept once is there
  const long bytes = resident_bytes(), open = descriptors();
  for (int number = 0; number < rounds; ++number) run_all(number);
  EXPECT_EQ(descriptors(), open);
  EXPECT_LT(resident_bytes(), bytes + (4 << 20)) << "5 runs a round, " << rounds << " rounds";
  RecordProperty("bytes_more", std::to_string(resident_bytes() - bytes));
}

}  // namespace
}  // namespace encke::job
