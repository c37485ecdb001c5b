#include <gtest/gtest.h>

#include <encke/job/answers/tests.hpp>

#include "support/classes.hpp"
#include "support/domains.hpp"

namespace encke::job {
namespace {

/// Ten vectors, of which the third and the fourth do not vary.
OwnedVectors some_vectors() {
  auto g = test::random_genotypes(10, 60, 0, 6);
  for (Index f = 0; f < 60; ++f) {
    g.at(2, f) = 1;
    g.at(3, f) = f % 2 == 0 ? 0 : 3;
  }
  OwnedVectors owned{Partition::of_blocks(10, 1), 60, {0, 10}, {}};
  owned.parts.push_back(test::pack(g, test::interleaved(60, 2)));
  return owned;
}

Index tests_of(Score score, int way, const Domain& domain = {}) {
  const OwnedVectors owned = some_vectors();
  return count_tests({.metric = "epistasis", .way = way, .score = score}, owned, Grid(), domain);
}

TEST(Tests, are_the_tuples_that_have_degrees_of_freedom) {
  EXPECT_EQ(tests_of(Score::boost, 2), 8 * 7 / 2);
  EXPECT_EQ(tests_of(Score::chi2, 2), 10 * 9 / 2 - 1);
  EXPECT_EQ(tests_of(Score::chi2, 3), 10 * 9 * 8 / 6);  // one of three varies in any case
}

TEST(Tests, of_interaction_by_alleles_need_that_both_vary_and_of_joint_effects_enough_samples) {
  EXPECT_EQ(tests_of(Score::alleles, 2), 8 * 7 / 2);
  EXPECT_EQ(tests_of(Score::case_only, 2), 8 * 7 / 2);
  EXPECT_EQ(tests_of(Score::joint_effects, 2), 0);  // three genotypes of 30 samples: 15 of each
}

TEST(Tests, are_those_of_the_domain) {
  const std::vector<double> positions = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  const auto near = Domain::of_window(Window::within_distance(positions, 1, {}));
  EXPECT_EQ(tests_of(Score::boost, 2, near), 1 + 5);
  EXPECT_EQ(tests_of(Score::chi2, 2, near), 9 - 1);
}

TEST(Tests, are_none_where_values_have_no_p_values) {
  EXPECT_EQ(tests_of(Score::k2, 2), 0);
  EXPECT_EQ(tests_of(Score::mi, 2), 0);
}

TEST(Bonferroni, divides_the_level) { EXPECT_EQ(bonferroni_cut_off(0.05, 5), 0.01); }

}  // namespace
}  // namespace encke::job
