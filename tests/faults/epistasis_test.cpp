// Runs of epistasis that are killed while they compute, and then resumed.
#include <csignal>
#include <fstream>
#include <random>

#include "faults/faulty_run.hpp"

namespace encke::test {
namespace {

class KilledEpistasis : public FaultyRun {
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

  /// Kills the run `kills` times, each time after it has stored a further tile.
  void kill_and_resume(const std::string& arguments, int kills) {
    ASSERT_EQ(run(arguments).code, 0);
    const auto expected = outputs();
    clear();
    int killed = 0;
    for (int i = 0; i < kills; ++i) {
      Process process(command(arguments + (killed > 0 ? " --resume" : "")), {}, path("said"));
      wait_for_a_tile_of(process, killed + 1);
      process.signal(SIGKILL);
      const Ended ended = process.wait();
      if (ended.signal != SIGKILL) break;  // it was over before
      ++killed;
    }
    EXPECT_GT(killed, 0);
    const Ended ended = run(arguments + " --resume");
    ASSERT_EQ(ended.code, 0) << ended.err;
    EXPECT_TRUE(outputs() == expected) << arguments;
    EXPECT_GT(tiles_resumed(), 0);
  }

 private:
  /// Until the run of this number has stored a tile, or ended.
  void wait_for_a_tile_of(Process& process, int number) const {
    constexpr std::uintmax_t more_than_a_header = 200;
    const std::string file = state() + "/run-" + std::to_string(number) + "-rank-0.blocks.open";
    while (!process.ends_within(std::chrono::milliseconds(1))) {
      std::error_code missing;
      const auto bytes = std::filesystem::file_size(file, missing);
      if (!missing && bytes > more_than_a_header) return;
    }
  }

  static constexpr int variants = 700;
  static constexpr int samples = 120;
};

TEST_F(KilledEpistasis, IsResumedToTheSameBytes) {
  kill_and_resume(problem("--score boost --top 40 --best --histogram"), 3);
  clear();
  kill_and_resume(problem("--score boost --best"), 3);
  clear();
  kill_and_resume(problem("--score k2 --below --threshold 66 --histogram"), 3);
}

}  // namespace
}  // namespace encke::test
