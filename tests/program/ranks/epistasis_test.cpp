// What epistasis writes does not depend on the ranks: all that it selects, and p-values.
#include <gtest/gtest.h>

#include <random>

#include "ranked_program.hpp"

namespace encke::test {
namespace {

class EpistasisOnRanks : public RankedProgram {
 protected:
  void write_problem(int variants) {
    constexpr int samples = 61;
    write_plink(variants, samples, 25);
    std::mt19937 random(2);
    std::string text;
    for (int s = 0; s < samples; ++s) {
      const std::string id = std::to_string(s);
      text += "F" + id + " I" + id + " 0 0 0 " + (random() % 2 == 0 ? "1\n" : "2\n");
    }
    write("x.fam", text);
  }

  void expect_same(const std::string& what, std::initializer_list<int> vectors, int replicas = 1) {
    const std::string problem = "epistasis --bfile x --block 16 " + what;
    on(0);
    succeed(problem + " --out alone");
    for (const int vector : vectors) {
      on(vector * replicas);
      const std::string out = "run" + std::to_string(vector);
      succeed(problem + axes(vector, 1, replicas) + "--out " + out);
      expect_same_outputs(out, "alone");
    }
  }
};

TEST_F(EpistasisOnRanks, largest_values_best_partners_and_p_values_are_the_same) {
  write_problem(100);
  expect_same("--score chi2 --top 20 --best --permutations 30", {2, 3});
}

TEST_F(EpistasisOnRanks, smallest_values_of_triples_are_the_same) {
  write_problem(50);
  expect_same("--way 3 --top 20 --best", {1, 2}, 2);
}

TEST_F(EpistasisOnRanks, best_partners_alone_are_the_same) {
  write_problem(90);
  expect_same("--score mi --best", {3});
}

TEST_F(EpistasisOnRanks, values_beyond_a_threshold_are_the_same) {
  write_problem(70);
  expect_same("--score boost --threshold 5 --histogram", {2});
}

TEST_F(EpistasisOnRanks, interaction_on_a_trait_is_the_same) {
  write_problem(90);
  std::string trait;
  for (int s = 0; s < 61; ++s) {
    const std::string id = std::to_string(s);
    trait +=
        "F" + id + " I" + id + (s % 9 == 4 ? " NA\n" : " " + std::to_string(s * s % 23) + ".5\n");
  }
  write("trait", trait);
  expect_same("--score linear --trait trait --p-below 0.1 --adjust --best --refine linear",
              {1, 2, 3});
}

}  // namespace
}  // namespace encke::test
