#include <gtest/gtest.h>

#include <cmath>
#include <encke/base/student_tail.hpp>

namespace {

using encke::student_tail;

TEST(StudentTail, has_closed_forms_of_one_and_two_degrees_of_freedom) {
  for (const double t : {0., 1e-9, 0.3, 1., 2.5, 40., 1e5, 1e9}) {
    const double one = 2 / M_PI * std::atan(1 / t);  // 1 - 2 / pi atan t, without its cancellation
    EXPECT_NEAR(student_tail(t, 1), one, 1e-11 * one) << t;
    const double two = 2 / (2 + t * t + t * std::sqrt(2 + t * t));
    EXPECT_NEAR(student_tail(t, 2), two, 1e-11 * two) << t;
    EXPECT_EQ(student_tail(-t, 2), student_tail(t, 2));
  }
  EXPECT_TRUE(std::isnan(student_tail(std::nan(""), 3)));
  EXPECT_EQ(student_tail(INFINITY, 3), 0);
}

/// SciPy 1.13: 2 * stats.t.sf(t, df).
TEST(StudentTail, has_the_values_of_tables) {
  const double cases[][3] = {{3, 7, 0.019942126131992536},  {40, 1000, 1.0478852155173272e-209},
                             {0.1, 25, 0.9211419366152563}, {8, 991, 3.457044288757799e-15},
                             {1.5, 3, 0.23058386524482294}, {-2.5, 120, 0.013769534925030417}};
  for (const auto& [t, df, p] : cases) EXPECT_NEAR(student_tail(t, df), p, 1e-10 * p) << t;
}

TEST(NormalTail, is_of_both_sides) {
  EXPECT_DOUBLE_EQ(encke::normal_tail(0), 1);
  EXPECT_NEAR(encke::normal_tail(-1.959963984540054), 0.05, 1e-15);
}

}  // namespace
