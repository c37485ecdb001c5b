// Runs of epistasis that are killed while they compute, and then resumed.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

#include "killed_run.hpp"

namespace encke::test {
namespace {

class KilledEpistasis : public KilledRun {
 protected:
  KilledEpistasis() {
    std::mt19937 random(11);
    std::ofstream bed(path("x.bed"), std::ios::binary), bim(path("x.bim")), fam(path("x.fam"));
    bed << "\x6c\x1b\x01";
    for (int v = 0; v < variants; ++v) {
      bim << "1 rs" << v << " 0 " << v + 1 << " A C\n";
      for (int i = 0; i < samples / 4; ++i) bed << (v == 7 ? '\xff' : static_cast<char>(random()));
    }
    for (int s = 0; s < samples; ++s) {
      fam << 'F' << s << " I" << s << " 0 0 0 " << (random() % 2 == 0 ? "1\n" : "2\n");
    }
  }

  /// Many small tiles, so that a kill falls between some.
  std::string problem(const std::string& what) const {
    return "epistasis --bfile " + path("x") + " --block 32 --threads 1 --progress none " + what;
  }

 private:
  static constexpr int variants = 700;
  static constexpr int samples = 120;
};

TEST_F(KilledEpistasis, IsResumedToTheSameBytes) {
  kill_and_resume(problem("--score boost --top 40 --best --histogram"), 3);
  clear();
  kill_and_resume(problem("--score boost --best"), 3);
  clear();
  kill_and_resume(problem("--score k2 --below --threshold 66 --histogram"), 3);
  clear();
  kill_and_resume(problem("--score linear --p-below 0.01"), 3);
}

TEST_F(KilledEpistasis, StopsBetweenPermutations) {
  const std::string arguments = problem("--score chi2 --top 10 --permutations ");
  Process process(command(arguments + "1000000000"), {}, path("said"));
  const auto values_are_there = [this] {
    const auto all = names();
    return std::any_of(all.begin(), all.end(), [this](const std::string& name) {
      std::error_code gone;
      const auto bytes = std::filesystem::file_size(path("out/" + name), gone);
      return name.starts_with("P.edges.tsv") && !gone && bytes > 0;
    });
  };
  while (!values_are_there() && !process.ends_within(std::chrono::milliseconds(1))) {
  }
  process.signal(SIGTERM);
  const Ended ended = process.wait();
  EXPECT_EQ(ended.code, 20) << ended.err;
  EXPECT_EQ(names(), std::vector<std::string>{"P.blocks"});
  ASSERT_EQ(run(arguments + "20 --resume").code, 0);
  EXPECT_GT(tiles_resumed(), 0);
}

}  // namespace
}  // namespace encke::test
