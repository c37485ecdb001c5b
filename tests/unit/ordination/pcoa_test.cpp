#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <encke/ordination/axes.hpp>
#include <encke/ordination/pcoa.hpp>
#include <random>

#include "points.hpp"
#include "support/files.hpp"

namespace encke::ordination {
namespace {

using io::expect_error;
using test::distances_of;

std::vector<std::vector<double>> random_points(std::size_t count, std::size_t dimensions) {
  std::mt19937 random(7);
  std::normal_distribution<double> entry;
  std::vector<std::vector<double>> points(count, std::vector<double>(dimensions));
  for (auto& point : points) {
    for (std::size_t k = 0; k < dimensions; ++k) point[k] = entry(random) / (1.0 + k);
  }
  return points;
}

/// Distances that no points have: some eigenvalues are negative.
Distances crooked(Index samples) {
  Distances distances = distances_of(random_points(static_cast<std::size_t>(samples), 4));
  for (double& value : distances.values) value = value * value;
  return distances;
}

double distance(const Pcoa& pcoa, Index i, Index j) {
  double sum = 0;
  for (Index axis = 0; axis < pcoa.axes; ++axis) {
    const double difference = pcoa.coordinate(i, axis) - pcoa.coordinate(j, axis);
    sum += difference * difference;
  }
  return std::sqrt(sum);
}

TEST(Pcoa, PointsInThePlaneComeBack) {
  const Distances distances = distances_of(random_points(20, 2));
  const Pcoa pcoa = ordination::pcoa(distances);
  EXPECT_EQ(pcoa.axes, 10);
  ASSERT_EQ(pcoa.eigenvalues.size(), 20U);
  EXPECT_GT(pcoa.eigenvalues[1], 0);
  for (std::size_t k = 2; k < 20; ++k) EXPECT_EQ(pcoa.eigenvalues[k], 0) << k;
  EXPECT_NEAR(pcoa.proportions[0] + pcoa.proportions[1], 1, 1e-14);
  for (Index i = 0; i < 20; ++i) {
    for (Index j = i + 1; j < 20; ++j) {
      EXPECT_NEAR(distance(pcoa, i, j), distances.row(i)[static_cast<std::size_t>(j - i - 1)],
                  1e-13);
    }
  }
}

TEST(Pcoa, AnEquilateralTriangleHasTwoEqualEigenvalues) {
  const Pcoa pcoa = ordination::pcoa({.ids = {"a", "b", "c"}, .values = {1, 1, 1}}, {.axes = 2});
  EXPECT_NEAR(pcoa.eigenvalues[0], 0.5, 1e-15);
  EXPECT_NEAR(pcoa.eigenvalues[1], 0.5, 1e-15);
  EXPECT_EQ(pcoa.eigenvalues[2], 0);
  EXPECT_NEAR(pcoa.total, 1, 1e-15);
}

TEST(Pcoa, NegativeEigenvaluesHaveNoShareAndNoCoordinates) {
  // The triangle 1, 1, 3 cannot be drawn.
  const Pcoa pcoa = ordination::pcoa({.ids = {"a", "b", "c"}, .values = {1, 1, 3}});
  // On the axis of b and c alone: 9/2, and what is left of a
  EXPECT_NEAR(pcoa.eigenvalues[0], 4.5, 1e-14);
  EXPECT_EQ(pcoa.eigenvalues[1], 0);
  EXPECT_NEAR(pcoa.eigenvalues[2], -5.0 / 6, 1e-14);
  EXPECT_EQ(pcoa.negatives, 1);
  EXPECT_NEAR(pcoa.negative, -5.0 / 6, 1e-14);
  EXPECT_EQ(pcoa.proportions, (std::vector<double>{1, 0, 0}));
  for (Index i = 0; i < 3; ++i) EXPECT_EQ(pcoa.coordinate(i, 2), 0);
  EXPECT_EQ(pcoa.axes, 3);  // of ten asked for
}

TEST(Pcoa, TheLargestEntryOfAnAxisIsPositiveOfEqualOnesTheFirst) {
  const Pcoa pcoa = ordination::pcoa(crooked(30));
  for (Index axis = 0; axis < pcoa.axes; ++axis) {
    double largest = 0;
    for (Index i = 0; i < 30; ++i) {
      const double entry = pcoa.coordinate(i, axis);
      if (std::abs(entry) > std::abs(largest)) largest = entry;
    }
    EXPECT_GE(largest, 0) << axis;
  }
  const Pcoa two = ordination::pcoa({.ids = {"a", "b"}, .values = {2}});
  EXPECT_NEAR(two.coordinate(0, 0), 1, 1e-15);
  EXPECT_NEAR(two.coordinate(1, 0), -1, 1e-15);
}

TEST(Pcoa, LanczosHasTheAxesOfTheWholeMatrix) {
  if (!detail::has_lanczos()) GTEST_SKIP() << "this Encke was built without Spectra";
  const Distances distances = crooked(200);
  const Pcoa exact = ordination::pcoa(distances, {.axes = 5, .method = PcoaMethod::exact});
  const Pcoa few = ordination::pcoa(distances, {.axes = 5, .method = PcoaMethod::lanczos});
  EXPECT_TRUE(exact.is_exact);
  EXPECT_FALSE(few.is_exact);
  EXPECT_EQ(few.eigenvalues.size(), 5U);
  EXPECT_LT(few.residual, 1e-10);
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_NEAR(few.eigenvalues[k], exact.eigenvalues[k], 1e-11 * exact.eigenvalues[0]);
  }
  for (std::size_t k = 0; k < few.coordinates.size(); ++k) {
    EXPECT_NEAR(few.coordinates[k], exact.coordinates[k], 1e-8);
  }
  double sum = 0;
  for (const double value : exact.eigenvalues) sum += value;
  EXPECT_NEAR(few.total, sum, 1e-9 * exact.total);  // the trace
  EXPECT_NEAR(few.proportions[0], few.eigenvalues[0] / sum, 1e-12);
}

TEST(Pcoa, OfManySamplesTheVectorsAreRightToo) {
  constexpr Index n = 1000;  // from here on they come from Lanczos
  const Pcoa pcoa = ordination::pcoa(crooked(n), {.axes = 3, .method = PcoaMethod::exact});
  EXPECT_TRUE(pcoa.is_exact);
  EXPECT_EQ(pcoa.eigenvalues.size(), 1000U);
  EXPECT_LT(pcoa.residual, 1e-11);
  EXPECT_EQ(pcoa.products > 0, detail::has_lanczos());
  EXPECT_LT(pcoa.negative, 0);
}

/// Samples that are all as far from each other.
Distances equal_distances(int n) {
  Distances same;
  for (int i = 0; i < n; ++i) same.ids.push_back(std::to_string(i));
  same.values.assign(static_cast<std::size_t>(n * (n - 1) / 2), 1.0);
  return same;
}

// Of the matrix of 1,000 samples Lanczos finds nothing: "eigen decomposition failed".
TEST(Pcoa, EqualDistancesOfManySamplesAreTheExactMethods) {
  const Distances same = equal_distances(1000);
  const Pcoa pcoa = ordination::pcoa(same, {.axes = 3});
  EXPECT_LT(pcoa.residual, 1e-11);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(pcoa.eigenvalues[k], 0.5, 1e-12);
  if (!detail::has_lanczos()) return;
  expect_error([&] { ordination::pcoa(same, {.axes = 3, .method = PcoaMethod::lanczos}); },
               Failure::inconsistent, {"0 of 3 axes", "exact method"});
}

TEST(Pcoa, EqualEigenvaluesAreAllFound) {
  const Distances same = equal_distances(60);
  for (const PcoaMethod method : {PcoaMethod::exact, PcoaMethod::lanczos}) {
    if (method == PcoaMethod::lanczos && !detail::has_lanczos()) continue;
    const Pcoa pcoa = ordination::pcoa(same, {.axes = 4, .method = method});
    for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(pcoa.eigenvalues[k], 0.5, 1e-13);
    EXPECT_LT(pcoa.residual, 1e-12);
    for (Index a = 0; a < 4; ++a) {
      for (Index b = 0; b <= a; ++b) {
        double product = 0;
        for (Index i = 0; i < 60; ++i) product += pcoa.coordinate(i, a) * pcoa.coordinate(i, b);
        EXPECT_NEAR(product, a == b ? 0.5 : 0, 1e-12);
      }
    }
  }
}

TEST(Pcoa, ThreadsDoNotChangeABit) {
  for (const PcoaMethod method : {PcoaMethod::exact, PcoaMethod::lanczos}) {
    if (method == PcoaMethod::lanczos && !detail::has_lanczos()) continue;
    const Distances distances = crooked(300);
    const Pcoa one = ordination::pcoa(distances, {.axes = 4, .method = method, .threads = 1});
    for (const int threads : {2, 5}) {
      const Pcoa more =
          ordination::pcoa(distances, {.axes = 4, .method = method, .threads = threads});
      EXPECT_EQ(more.coordinates, one.coordinates);
      EXPECT_EQ(more.eigenvalues, one.eigenvalues);
    }
  }
}

TEST(Pcoa, CentredMatrixIsThatOfTheDefinition) {
  constexpr Index n = 150;
  const Distances distances = crooked(n);
  const detail::CentredMatrix matrix(distances, 2);
  const auto square = [&](Index i, Index j) {
    if (i == j) return 0.0;
    const double d = distances.row(std::min(i, j))[static_cast<std::size_t>(std::abs(i - j) - 1)];
    return d * d;
  };
  double sum = 0;
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) sum += square(i, j);
  }
  std::vector<double> unit(n);
  std::vector<double> column(n);
  double trace = 0;
  for (const Index j : {Index{0}, Index{77}, n - 1}) {
    std::fill(unit.begin(), unit.end(), 0.0);
    unit[static_cast<std::size_t>(j)] = 1;
    matrix.multiply(unit.data(), column.data());
    for (Index i = 0; i < n; ++i) {
      double rows = 0;
      for (Index k = 0; k < n; ++k) rows += square(i, k) + square(j, k);
      const double expected = -0.5 * (square(i, j) - rows / n + sum / n / n);
      EXPECT_NEAR(column[static_cast<std::size_t>(i)], expected, 1e-11);
    }
  }
  for (Index i = 0; i < n; ++i) {
    double rows = 0;
    for (Index k = 0; k < n; ++k) rows += square(i, k);
    trace += rows / n - sum / n / n / 2;
  }
  EXPECT_NEAR(matrix.trace(), trace, 1e-9 * trace);
}

TEST(Pcoa, WhatHasNoCoordinatesIsRefused) {
  expect_error([] { ordination::pcoa({.ids = {"a"}}); }, Failure::inconsistent,
               {"1 sample", "at least 2"});
  expect_error(
      [] {
        ordination::pcoa({.ids = {"a", "b"}, .values = {0}});
      },
      Failure::inconsistent, {"all distances are 0"});
  expect_error(
      [] {
        ordination::pcoa({.ids = {"a", "b"}, .values = {1}}, {.axes = 0});
      },
      Failure::command_line, {"at least one axis"});
}

TEST(Pcoa, StopsWhereItIsAskedTo) {
  const std::atomic<bool> stop = true;
  expect_error([&] { ordination::pcoa(crooked(30), {.axes = 2, .stop = stop}); }, Failure::stopped,
               {"stopped"});
}

}  // namespace
}  // namespace encke::ordination
