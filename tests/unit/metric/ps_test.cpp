#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <encke/metric/ps.hpp>

#include "support/definitions.hpp"

namespace {

using encke::Array;
using encke::Evidence;
using encke::Index;
using encke::Minima;
using encke::Ps;
using encke::test::random_reals;
using Profile = std::vector<double>;

double minima(const std::vector<const Profile*>& profiles) {
  double sum = 0;
  for (std::size_t f = 0; f < profiles[0]->size(); ++f) {
    double least = (*profiles[0])[f];
    for (const auto* p : profiles) least = std::min(least, (*p)[f]);
    sum += least;
  }
  return sum;
}

Evidence<Minima, 2> evidence(const Profile& u, const Profile& v) {
  Evidence<Minima, 2> seen;
  seen.joint[0] = minima({&u, &v});
  seen.margin = {{{{minima({&u})}}, {{minima({&v})}}}};
  return seen;
}

Evidence<Minima, 3> evidence(const Profile& u, const Profile& v, const Profile& w) {
  Evidence<Minima, 3> seen;
  seen.joint[0] = minima({&u, &v, &w});
  seen.pair = {{{{minima({&u, &v})}}, {{minima({&u, &w})}}, {{minima({&v, &w})}}}};
  seen.margin = {{{{minima({&u})}}, {{minima({&v})}}, {{minima({&w})}}}};
  return seen;
}

TEST(Ps, of_two_profiles_worked_out_by_hand) {
  EXPECT_EQ((Ps{}.value<2>(evidence({1, 2, 3}, {2, 2, 0}), 0)), 2. * 3 / 10);
  EXPECT_EQ((Ps{}.value<2>(evidence({0, 4}, {8, 0}), 0)), 0);
  EXPECT_EQ((Ps{}.value<2>(evidence({0.5, 4}, {0.5, 4}), 0)), 1);
  EXPECT_EQ((Ps{}.value<2>(evidence({0, 0}, {0, 3}), 0)), 0);
}

TEST(Ps, of_three_profiles_worked_out_by_hand) {
  // minima of pairs 1+2, 1+0, 0+0, of all 0: (3/2) (3 + 1 + 1 - 1) / (3 + 4 + 3)
  const auto seen = evidence({1, 2}, {1, 3}, {3, 0});
  EXPECT_EQ(seen.pair[0][0], 3);
  EXPECT_EQ(seen.joint[0], 1);
  EXPECT_DOUBLE_EQ(Ps{}.value<3>(seen, 0), 1.5 * (3 + 1 + 1 - 1) / 10);
  EXPECT_DOUBLE_EQ((Ps{}.value<3>(evidence({5, 1}, {5, 1}, {5, 1}), 0)), 1);
  EXPECT_EQ((Ps{}.value<3>(evidence({5, 0, 0}, {0, 1, 0}, {0, 0, 2}), 0)), 0);
}

TEST(Ps, of_empty_profiles_is_what_it_is_told) {
  EXPECT_TRUE(std::isnan(Ps{}.value<2>(evidence({0, 0}, {0, 0}), 0)));
  EXPECT_TRUE(std::isnan(Ps{}.value<3>(evidence({0}, {0}, {0}), 0)));
  EXPECT_EQ((Ps{.empty = 1}.value<2>(evidence({0, 0}, {0, 0}), 0)), 1);
  EXPECT_EQ((Ps{.empty = 1}.value<3>(evidence({0}, {0}, {2}), 0)), 0);
}

TEST(Ps, agrees_with_the_definition_and_stays_between_0_and_1) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const auto p = random_reals(3, 3 + static_cast<Index>(seed % 60), seed);
    const double two = Ps{}.value<2>(evidence(p[0], p[1]), 0);
    const double three = Ps{}.value<3>(evidence(p[0], p[1], p[2]), 0);
    ASSERT_NEAR(two, encke::test::ps(p[0], p[1]), 1e-14);
    ASSERT_NEAR(three, encke::test::ps(p[0], p[1], p[2]), 1e-14);
    ASSERT_GE(two, 0);
    ASSERT_LE(two, 1);
    ASSERT_GE(three, 0);
    ASSERT_LE(three, 1 + 1e-15);
  }
}

TEST(Ps, is_the_same_to_the_bit_in_any_order_of_the_vectors) {
  int order[] = {0, 1, 2};
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const auto p = random_reals(3, 50, seed);
    const double two = Ps{}.value<2>(evidence(p[0], p[1]), 0);
    ASSERT_EQ((Ps{}.value<2>(evidence(p[1], p[0]), 0)), two);
    const double three = Ps{}.value<3>(evidence(p[0], p[1], p[2]), 0);
    do {
      const auto other =
          evidence(p[static_cast<std::size_t>(order[0])], p[static_cast<std::size_t>(order[1])],
                   p[static_cast<std::size_t>(order[2])]);
      ASSERT_EQ((Ps{}.value<3>(other, 0)), three) << "seed " << seed;
    } while (std::next_permutation(order, order + 3));
  }
}

}  // namespace
