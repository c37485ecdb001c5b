// CCC of markers with any number of alleles does not depend on the ranks, whatever axis has them:
// blocks and shares of vectors cut markers in two.
#include <gtest/gtest.h>

#include <random>

#include "ranked_program.hpp"
#include "support/long_run.hpp"

namespace encke::test {
namespace {

class AllelesOnRanks : public RankedProgram {
 protected:
  void write_alleles() const {
    std::mt19937 random(6);
    std::string text = "id";
    for (int s = 0; s < 200; ++s) text += "\ts" + std::to_string(s);
    for (int m = 0; m < 22; ++m) {
      text += "\nm" + std::to_string(m);
      const unsigned alleles = 1 + random() % 6;
      for (int s = 0; s < 200; ++s) {
        const auto code = [&] { return std::to_string(random() % alleles); };
        text += random() % 40 == 0 ? "\tNA" : '\t' + code() + '/' + code();
      }
    }
    write("t", text);
  }
};

TEST_F(AllelesOnRanks, outputs_are_those_of_one_process) {
  write_alleles();
  const std::string whats[] = {"--threshold 0.1 --histogram", "--way 3 --threshold 0.1"};
  for (std::size_t w = 0; w < std::size(whats); ++w) {
    const std::string problem = "ccc --alleles t --block 16 " + whats[w];
    on(0);
    succeed(problem + " --out alone");
    const int grids[][3] = {{3, 1, 1}, {1, 2, 1}, {2, 1, 2}};
    for (std::size_t g = 0; g < std::size(grids); ++g) {
      if (!has_turn(w + g, 2)) continue;
      const auto& grid = grids[g];
      on(grid[0] * grid[1] * grid[2]);
      succeed(problem + axes(grid[0], grid[1], grid[2]) + "--out run");
      expect_same_outputs("run", "alone");
    }
  }
}

}  // namespace
}  // namespace encke::test
