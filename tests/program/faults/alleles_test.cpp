// Runs of markers with many alleles that are killed while they compute, and then resumed.
#include <fstream>
#include <random>

#include "killed_run.hpp"

namespace encke::test {
namespace {

class KilledAlleles : public KilledRun {
 protected:
  KilledAlleles() {
    std::mt19937 random(3);
    std::ofstream table(path("t"));
    table << "id";
    for (int s = 0; s < samples; ++s) table << "\ts" << s;
    for (int m = 0; m < markers; ++m) {
      table << "\nm" << m;
      const unsigned alleles = 2 + random() % 5;
      for (int s = 0; s < samples; ++s) {
        table << '\t';
        random() % 40 == 0 ? table << "./."
                           : table << 100 + random() % alleles << '/' << 100 + random() % alleles;
      }
    }
    table << '\n';
  }

  /// Many tiles, on the slow backend, so that a kill falls between some.
  std::string problem(const std::string& what) const {
    return "ccc --alleles " + path("t") +
           " --block 16 --threads 1 --backend reference --progress none " + what;
  }

  static constexpr int markers = 60;
  static constexpr int samples = 150;
};

TEST_F(KilledAlleles, AreResumedToTheSameBytes) {
  kill_and_resume(problem("--threshold 0.3 --histogram"), 2);
  clear();
  kill_and_resume(problem("--top 50"), 2);
}

TEST_F(KilledAlleles, AreNotResumedWithAnotherTable) {
  ASSERT_EQ(run(problem("--threshold 0.3 --shard 1/2")).code, 0);
  std::ofstream(path("t"), std::ios::app) << "more";
  for (int s = 0; s < samples; ++s) std::ofstream(path("t"), std::ios::app) << "\t1/1";
  const Ended ended = run(problem("--threshold 0.3 --shard 1/2 --resume"));
  EXPECT_EQ(ended.code, 7) << ended.err;
  EXPECT_TRUE(is_one_error(ended.err)) << ended.err;
}

}  // namespace
}  // namespace encke::test
