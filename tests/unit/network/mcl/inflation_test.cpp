#include <cmath>
#include <encke/network/mcl/inflation.hpp>
#include <encke/network/mcl/power.hpp>
#include <numeric>

#include "support/common.hpp"

namespace encke::network {
namespace {

/// Rows that are left of a column, with an inflation that keeps their order.
std::vector<std::int32_t> left_of(std::vector<float> column, const Pruning& pruning) {
  InflationScratch scratch;
  Columns out;
  inflate({0, 0, column.size(), column, {}}, pruning, 2, scratch, out);
  return out.row;
}

std::vector<std::int32_t> rows(std::int32_t first, std::int32_t last) {
  std::vector<std::int32_t> all(static_cast<std::size_t>(last - first));
  std::iota(all.begin(), all.end(), first);
  return all;
}

TEST(Inflate, DropsEntriesBelowTheBar) {
  const Pruning pruning{.prune = 10, .select = 10, .recover = 2, .recover_percent = 50};
  EXPECT_EQ(left_of({0.6F, 0.05F, 0.0999989F, 0, 0.1F, 0.2F}, pruning),
            (std::vector<std::int32_t>{0, 4, 5}));
}

TEST(Inflate, TakesBackTheLargestWhereTooMuchIsGone) {
  const Pruning pruning{.prune = 4, .select = 10, .recover = 3, .recover_percent = 80};
  EXPECT_EQ(left_of({0.3F, 0.1F, 0.2F, 0.15F, 0.24F}, pruning),
            (std::vector<std::int32_t>{0, 2, 4}));
}

TEST(Inflate, TakesBackAllThatAreThere) {
  const Pruning pruning{.prune = 2, .select = 10, .recover = 50, .recover_percent = 90};
  EXPECT_EQ(left_of({0.3F, 0.4F, 0.3F}, pruning), rows(0, 3));
}

TEST(Inflate, KeepsSAndThoseThatEqualTheLast) {
  const Pruning pruning{.prune = 1000, .select = 2, .recover = 2, .recover_percent = 10};
  EXPECT_EQ(left_of({0.4F, 0.6F}, pruning), rows(0, 2));
  EXPECT_EQ(left_of({0.3F, 0.2F, 0.5F}, pruning), (std::vector<std::int32_t>{0, 2}));
  EXPECT_EQ(left_of({0.25F, 0.25F, 0.5F}, pruning), rows(0, 3));
}

TEST(Inflate, GoesBackToRWhereSLeavesTooLittle) {
  const Pruning pruning{.prune = 1000, .select = 1, .recover = 3, .recover_percent = 90};
  EXPECT_EQ(left_of({0.3F, 0.2F, 0.4F, 0.1F}, pruning), rows(0, 3));
}

TEST(Inflate, WithoutPruningKeepsAll) {
  const Pruning pruning{.prune = 0, .select = 0, .recover = 0, .recover_percent = 0};
  EXPECT_EQ(left_of({1e-7F, 0, 0.5F, 1e-9F}, pruning), (std::vector<std::int32_t>{0, 2, 3}));
}

TEST(Inflate, RaisesAndDivides) {
  const std::vector<float> column = {0.25F, 0, 0.75F};
  for (const double inflation : {1.4, 2.0, 5.0}) {
    InflationScratch scratch;
    Columns out;
    const double distance = inflate({0, 0, 3, column, {}}, {}, inflation, scratch, out);
    const double a = std::pow(0.25, inflation);
    const double b = std::pow(0.75, inflation);
    ASSERT_EQ(out.row, (std::vector<std::int32_t>{0, 2}));
    EXPECT_FLOAT_EQ(out.value[0], static_cast<float>(a / (a + b)));
    EXPECT_FLOAT_EQ(out.value[1], static_cast<float>(b / (a + b)));
    EXPECT_DOUBLE_EQ(distance, (0.75 - 0.0625 - 0.5625) * 2);
  }
}

TEST(Inflate, TakesListedRows) {
  const std::vector<float> column = {9, 0.5F, 9, 9, 0.5F};
  const std::vector<std::int32_t> listed = {1, 4};
  InflationScratch scratch;
  Columns out;
  const double distance = inflate({0, 1, 5, column, listed}, {}, 2, scratch, out);
  EXPECT_EQ(distance, 0);
  EXPECT_EQ(out.row, listed);
}

TEST(Power, IsThatOfTheStandardLibraryToThirteenDigits) {
  for (double x = 1; x > 1e-12; x *= 0.937) {
    for (const double y : {1.0001, 1.4, 2.7, 4.0, 29.5}) {
      const double expected = std::pow(x, y);
      if (expected < 1e-300) continue;
      EXPECT_NEAR(power(x, y) / expected, 1, 3e-13 * (1 + std::abs(std::log2(expected))))
          << x << ' ' << y;
    }
  }
  EXPECT_EQ(power(1, 1.4), 1);
}

}  // namespace
}  // namespace encke::network
