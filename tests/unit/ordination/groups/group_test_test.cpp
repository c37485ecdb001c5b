#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <encke/ordination/groups/group_test.hpp>
#include <encke/ordination/groups/permuted_labels.hpp>
#include <encke/ordination/groups/within_sums.hpp>
#include <random>
#include <set>

#include "support/files.hpp"
#include "unit/ordination/points.hpp"

namespace encke::ordination {
namespace {

using io::expect_error;
using test::distances_of;

const std::vector<std::vector<double>> on_a_line = {{0}, {1}, {3}, {4}};
const Grouping two_and_two = grouping_of({"a", "a", "b", "b"});

TEST(GroupTest, PermanovaOfFourPointsOnALine) {
  // Squares: 40 in all, / 4; within 1 / 2 + 1 / 2. F = (9 / 1) / (1 / 2)
  const GroupTest test = group_test(GroupMethod::permanova, distances_of(on_a_line), two_and_two,
                                    {.permutations = 3000});
  EXPECT_NEAR(test.statistic, 18, 1e-13);
  // A third of the orders leave the pairs together, some with the names exchanged: these are ties.
  EXPECT_NEAR(static_cast<double>(test.as_large) / 3000, 1.0 / 3, 0.04);
  EXPECT_EQ(test.p(), static_cast<double>(1 + test.as_large) / 3001);
}

TEST(GroupTest, SaysWhereAPValueCannotBeSmaller) {
  const auto remarks = [](const Grouping& grouping, Index permutations, Index as_large) {
    return remarks_on_orders(
        {{.method = GroupMethod::anosim, .as_large = as_large, .permutations = permutations}},
        grouping);
  };
  // {1 2 | 3 4}, {1 3 | 2 4}, {1 4 | 2 3}
  ASSERT_EQ(remarks(two_and_two, 999, 300).size(), 1U);
  EXPECT_EQ(remarks(two_and_two, 999, 300)[0],
            "groups of these sizes have 3 different orders: no p-value is much below 0.333");
  const Grouping many = grouping_of({"a", "a", "a", "a", "a", "a", "b", "b", "b", "b", "b", "b"});
  ASSERT_EQ(remarks(many, 99, 0).size(), 1U);  // 462 orders
  EXPECT_EQ(remarks(many, 99, 0)[0],
            "ANOSIM: p = 0.01 is the smallest that 99 permutations can give: 1 / 100");
  EXPECT_TRUE(remarks(many, 99, 1).empty());
  EXPECT_EQ(remarks(many, 999, 1).size(), 1U);
  EXPECT_TRUE(remarks(many, 0, 0).empty());
}

TEST(GroupTest, PermanovaIsNotBelowZeroByRounding) {
  // the groups have the same points, so that nothing is between them
  for (int k = 1; k <= 200; ++k) {
    const double a = 0.1 * k, b = a + 0.7, c = a + 0.7 / k;
    const GroupTest test =
        group_test(GroupMethod::permanova, distances_of({{a}, {b}, {c}, {a}, {b}, {c}}),
                   grouping_of({"a", "a", "a", "b", "b", "b"}), {.permutations = 0});
    EXPECT_GE(test.statistic, 0) << k;
    EXPECT_LT(test.statistic, 1e-12) << k;
  }
}

TEST(GroupTest, AnosimOfFourPointsOnALine) {
  // Ranks 1.5 of the two distances of 1, 3 of 2, 4.5 of the two of 3, 6 of 4.
  const GroupTest test =
      group_test(GroupMethod::anosim, distances_of(on_a_line), two_and_two, {.permutations = 3000});
  EXPECT_EQ(test.statistic, 1);
  EXPECT_NEAR(static_cast<double>(test.as_large) / 3000, 1.0 / 3, 0.04);
}

TEST(GroupTest, PermdispOfFivePointsOnALine) {
  const Distances distances = distances_of({{0}, {2}, {10}, {12}, {17}});
  const Grouping grouping = grouping_of({"a", "a", "b", "b", "b"});
  // Distances to the means 1 and 13: 1, 1; 3, 1, 4. Between 10 / 3, within 14 / 3.
  const GroupTest mean = group_test(GroupMethod::permdisp, distances, grouping,
                                    {.permutations = 0, .centre = GroupCentre::centroid});
  EXPECT_NEAR(mean.statistic, 15.0 / 7, 1e-12);
  EXPECT_NEAR(mean.spread[1], 8.0 / 3, 1e-13);
  EXPECT_TRUE(std::isnan(mean.p()));
  // To the medians, 12 of the second group: 1, 1; 2, 0, 5.
  const GroupTest median =
      group_test(GroupMethod::permdisp, distances, grouping, {.permutations = 0});
  EXPECT_NEAR(median.statistic, 48.0 / 95, 1e-6);
  EXPECT_NEAR(median.spread[1], 7.0 / 3, 1e-6);
}

TEST(GroupTest, SpatialMedianOfATriangleIsFermatsPoint) {
  // The centre of an equilateral triangle of side 1, 1 / sqrt(3) from the corners; two far away.
  const double height = std::sqrt(0.75);
  const Distances distances = distances_of({{0, 0}, {1, 0}, {0.5, height}, {9, 0}, {9, 2}});
  const GroupTest test = group_test(GroupMethod::permdisp, distances,
                                    grouping_of({"a", "a", "a", "b", "b"}), {.permutations = 9});
  EXPECT_NEAR(test.spread[0], 1 / std::sqrt(3.0), 1e-9);
  EXPECT_NEAR(test.spread[1], 1, 1e-9);
}

/// Random distances of samples in groups of different sizes.
struct Case {
  Distances distances;
  Grouping grouping;
};

Case random_case(int samples, int groups) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> entry;
  std::vector<std::vector<double>> points;
  std::vector<std::string> names;
  for (int i = 0; i < samples; ++i) {
    points.push_back({entry(random), entry(random), entry(random)});
    names.push_back("g" + std::to_string(random() % (i % groups + 1)));
  }
  return {distances_of(points), grouping_of(names)};
}

TEST(GroupTest, SumsWithinGroupsAreThoseOfTheDefinition) {
  for (const int samples : {2, 3, 31, 64, 65, 130}) {
    const auto [distances, grouping] = random_case(samples, 4);
    std::vector<double> weights;
    for (std::size_t g = 0; g < grouping.names.size(); ++g) weights.push_back(1.0 / (1.0 + g));
    const auto sums =
        detail::within_sums(distances.values, grouping, weights, {.count = 70, .seed = 5});
    ASSERT_EQ(sums.size(), 71U);
    for (Index k = 0; k <= 70; ++k) {
      std::vector<Index> labels = grouping.of;
      if (k > 0) detail::permute(std::span(labels), 5, k);
      double expected = 0;
      for (std::size_t i = 0; i < labels.size(); ++i) {
        for (std::size_t j = i + 1; j < labels.size(); ++j) {
          if (labels[i] != labels[j]) continue;
          expected += distances.row(static_cast<Index>(i))[j - i - 1] *
                      weights[static_cast<std::size_t>(labels[i])];
        }
      }
      EXPECT_NEAR(sums[static_cast<std::size_t>(k)], expected, 1e-12 * (1 + expected));
    }
  }
}

TEST(GroupTest, ThreadsDoNotChangeABit) {
  const Case all = random_case(150, 5);
  for (const auto method : {GroupMethod::permanova, GroupMethod::anosim, GroupMethod::permdisp}) {
    const auto run = [&](int threads) {
      return group_test(method, all.distances, all.grouping,
                        {.permutations = 99, .threads = threads});
    };
    const GroupTest one = run(1);
    for (const int threads : {2, 5}) {
      EXPECT_EQ(run(threads).statistic, one.statistic);
      EXPECT_EQ(run(threads).as_large, one.as_large);
    }
  }
}

TEST(GroupTest, TheSeedChangesTheOrdersAlone) {
  const auto [distances, grouping] = random_case(60, 3);
  std::set<Index> counts;
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    const GroupTest test = group_test(GroupMethod::permanova, distances, grouping,
                                      {.permutations = 500, .seed = seed});
    EXPECT_EQ(test.statistic, group_test(GroupMethod::permanova, distances, grouping).statistic);
    counts.insert(test.as_large);
  }
  EXPECT_GT(counts.size(), 1U);
}

TEST(GroupTest, PermutationsAreUniform) {
  std::vector<int> counts(6);
  for (Index k = 1; k <= 6000; ++k) {
    std::vector<int> labels = {0, 1, 2};
    detail::permute(std::span(labels), 1, k);
    ++counts[static_cast<std::size_t>(labels[0] * 2 + (labels[1] > labels[2] ? 1 : 0))];
  }
  for (const int count : counts) EXPECT_NEAR(count, 1000, 150);
}

TEST(GroupTest, MeanDistancesWithinGroups) {
  const auto means = mean_within(distances_of(on_a_line), grouping_of({"a", "a", "a", "b"}));
  EXPECT_NEAR(means[0], 2, 1e-15);
  EXPECT_TRUE(std::isnan(means[1]));
}

TEST(GroupTest, GroupsThatCannotBeComparedAreRefused) {
  const Distances distances = distances_of(on_a_line);
  const auto refuse = [&](const std::vector<std::string>& names, std::string_view word) {
    expect_error([&] { group_test(GroupMethod::permanova, distances, grouping_of(names)); },
                 Failure::inconsistent, {word});
  };
  refuse({"a", "a", "a", "a"}, "1 group found");
  refuse({"a", "b", "c", "d"}, "every sample is a group of its own");
  Grouping by_column = grouping_of({"a", "b", "c", "d"});
  by_column.title = "Barcode";
  expect_error([&] { group_test(GroupMethod::permanova, distances, by_column); },
               Failure::inconsistent, {"by the column 'Barcode' every sample"});
}

TEST(GroupTest, StopsWhereItIsAskedTo) {
  const std::atomic<bool> stop = true;
  const Distances distances = distances_of(on_a_line);
  for (const auto method : {GroupMethod::permanova, GroupMethod::anosim, GroupMethod::permdisp}) {
    expect_error([&] { group_test(method, distances, two_and_two, {.stop = stop}); },
                 Failure::stopped, {"stopped"});
  }
}

}  // namespace
}  // namespace encke::ordination
