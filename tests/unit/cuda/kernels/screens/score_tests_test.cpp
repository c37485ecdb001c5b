#include <gtest/gtest.h>

#include <cmath>
#include <encke/metric/builtin.hpp>
#include <random>
#include <vector>

#include "cuda/kernels/lists.hpp"

// The device's tests of scores by themselves: no table whose score reaches the limit is dropped,
// and of the others all but those very near to it.

namespace {

using namespace encke::cuda;
using encke::Evidence;
using encke::GenotypeTables;
using encke::Index;

/// Random counts of cells, from `most` samples down to few; some cells empty.
template <int way>
Evidence<GenotypeTables, way> random_table(std::mt19937_64& random, Index most) {
  Evidence<GenotypeTables, way> seen;
  const bool sparse = random() % 3 == 0;
  for (auto& of_class : seen.joint) {
    for (auto& count : of_class) {
      const auto bound = static_cast<std::uint64_t>(most) >> random() % 8;
      count = sparse && random() % 2 == 0 ? 0 : static_cast<Index>(random() % (bound + 1));
    }
  }
  return seen;
}

/// Cells to the products of TallyForm::missing: digit 2 becomes "present".
template <int way>
std::vector<std::int32_t> products_of(const Evidence<GenotypeTables, way>& seen) {
  constexpr int cells = cells_of_table(way);
  std::vector<std::int32_t> all;
  for (const auto& of_class : seen.joint) {
    std::vector<std::int32_t> t;
    for (const auto count : of_class) t.push_back(static_cast<std::int32_t>(count));
    for (int digit = 1; digit < cells; digit *= 3) {
      for (int i = 0; i < cells; ++i) {
        if (i / digit % 3 != 2) continue;
        for (const int of : {i - digit, i - 2 * digit}) {
          t[static_cast<std::size_t>(i)] += t[static_cast<std::size_t>(of)];
        }
      }
    }
    all.insert(all.end(), t.begin(), t.end());
  }
  return all;
}

template <ScreenKind score, int way>
bool passes(const Evidence<GenotypeTables, way>& seen, float limit) {
  constexpr int products = 2 * cells_of_table(way);
  const auto from = products_of<way>(seen);
  std::int32_t p[products];
  Index fields = 0;
  for (int i = 0; i < products; ++i) p[i] = from[static_cast<std::size_t>(i)];
  for (int k = 0; k < 2; ++k) fields += p[(k + 1) * cells_of_table(way) - 1];
  ScoreTest<score, way, products> test;
  test.data.limit = limit;
  test.data.fields = static_cast<std::int32_t>(fields);
  return test(p, 0, 0);
}

/// Checks one score, on tables of up to 27 `most` samples a class.
template <ScreenKind score, int way, class Metric>
void expect_sharp(const Metric& metric, Index most, double far) {
  std::mt19937_64 random(7);
  const bool small = encke::small_is_good<Metric>();
  int dropped = 0;
  constexpr int tables = 2000;
  for (int i = 0; i < tables; ++i) {
    const auto seen = random_table<way>(random, most);
    const double value = metric.template value<way>(seen, 0);
    if (std::isnan(value)) continue;
    ASSERT_TRUE((passes<score, way>(seen, static_cast<float>(value)))) << value << ", table " << i;
    const double beyond = small ? value - far : value + far;
    dropped += passes<score, way>(seen, static_cast<float>(std::max(0.0, beyond))) ? 0 : 1;
  }
  if (far > 0 && most > 3) {  // of few samples many tables have none of one class
    EXPECT_GT(dropped, tables * 9 / 10) << way << "-way, " << most;
  }
}

template <int way>
void expect_all_sharp(Index most) {
  const Index fields = 2 * cells_of_table(way) * most;
  const auto n = static_cast<double>(fields);
  expect_sharp<ScreenKind::k2, way>(encke::K2(fields), most, 1 + 2e-5 * n);
  expect_sharp<ScreenKind::mutual_information, way>(encke::MutualInformation(fields), most, 1e-3);
  expect_sharp<ScreenKind::chi_squared, way>(encke::ChiSquared{}, most, 1 + 1e-3 * n);
}

TEST(ScoreTests, let_all_pass_that_reach_the_limit_and_few_others) {
  for (const Index most : {3, 40, 3000, 200000}) {
    expect_all_sharp<2>(most);
    expect_all_sharp<3>(most);
  }
}

TEST(ScoreTests, of_interaction_are_bounds_of_the_fitted_value) {
  for (const Index most : {3, 40, 3000}) {
    expect_sharp<ScreenKind::interaction, 2>(encke::Interaction{}, most, 0);
  }
  // by the smaller model no more can be there than the class depends on the second vector
  Evidence<GenotypeTables, 2> seen;
  for (auto& of_class : seen.joint) {
    for (auto& count : of_class) count = 100;
  }
  EXPECT_FALSE((passes<ScreenKind::interaction, 2>(seen, 5)));
  seen.joint[1][4] = 400;
  EXPECT_TRUE((passes<ScreenKind::interaction, 2>(seen, 5)));
}

TEST(ScoreTests, take_the_limits_of_the_vectors) {
  const float rows[] = {3, 9}, cols[] = {5, 1};
  ScreenData data;
  data.limit = 2;
  EXPECT_EQ((limit_of<ScreenKind::k2, 2>(data, 1, 1)), 2);
  data.row_limits = rows;
  data.col_limits = cols;
  data.pivot_limit = 4;
  EXPECT_EQ((limit_of<ScreenKind::k2, 2>(data, 0, 1)), 3);
  EXPECT_EQ((limit_of<ScreenKind::k2, 3>(data, 0, 1)), 4);
  EXPECT_EQ((limit_of<ScreenKind::k2, 3>(data, 1, 0)), 9);
  EXPECT_EQ((limit_of<ScreenKind::chi_squared, 2>(data, 1, 0)), 5);
  EXPECT_EQ((limit_of<ScreenKind::chi_squared, 3>(data, 1, 0)), 4);
  EXPECT_EQ((limit_of<ScreenKind::chi_squared, 3>(data, 0, 1)), 1);
}

}  // namespace
