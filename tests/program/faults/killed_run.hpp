#pragma once

#include <csignal>
#include <string>

#include "program/faults/faulty_run.hpp"

namespace encke::test {

/// Runs that are killed while they compute, and then resumed.
class KilledRun : public FaultyRun {
 protected:
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
};

}  // namespace encke::test
