// Thresholds and histograms by kind of cell, against all values taken one by one.
#include <gtest/gtest.h>

#include <algorithm>
#include <encke/metric/builtin.hpp>
#include <encke/pack/packers.hpp>
#include <encke/sink/collect.hpp>

#include "support/genotypes.hpp"
#include "support/values.hpp"

namespace {

using encke::CellBins;
using encke::CellThresholds;
using encke::Failure;
using encke::Hit;
using encke::Plan;
using encke::Precision;
using encke::Threshold;

int ones(std::uint32_t cell) { return __builtin_popcount(cell); }

/// The hits by the definition, from all values in file order.
template <int Way>
std::vector<Hit<Way>> selected(const std::vector<Hit<Way>>& all, const CellThresholds& t,
                               bool narrow) {
  constexpr std::size_t cells = 1 << Way;
  std::vector<Hit<Way>> hits;
  for (std::size_t tuple = 0; tuple < all.size(); tuple += cells) {
    const double none = all[tuple].value, every = all[tuple + cells - 1].value;
    const double sum =
        narrow ? static_cast<double>(static_cast<float>(none) + static_cast<float>(every))
               : none + every;
    const bool together = none > 0 && every > 0 && sum > t.together;
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const Hit<Way>& hit = all[tuple + cell];
      const bool end = cell == 0 || cell == cells - 1;
      if (hit.value > t.of_kind[ones(hit.cell)] || (end && together)) hits.push_back(hit);
    }
  }
  return hits;
}

/// The value that a share of all values is below; beyond all of them for a share of 1.
template <int Way>
CellThresholds at_shares(const std::vector<Hit<Way>>& all, const CellThresholds& shares) {
  std::vector<double> values;
  for (const auto& hit : all) values.push_back(hit.value);
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) {
    return share < 1 ? values[static_cast<std::size_t>(share * static_cast<double>(values.size()))]
                     : 100;
  };
  CellThresholds thresholds{{0, 0, 0, 0}, 2 * at(shares.together)};
  for (int kind = 0; kind <= Way; ++kind) thresholds.of_kind[kind] = at(shares.of_kind[kind]);
  return thresholds;
}

template <int Way, class Metric>
void expect_selected(const Metric& metric, const encke::PackedVectors& vectors,
                     const CellThresholds& shares) {
  for (const auto precision : {Precision::float64, Precision::float32}) {
    const auto all = encke::test::values_of<Way>(metric, vectors, {.precision = precision});
    const CellThresholds thresholds = at_shares<Way>(all, shares);
    const auto expected = selected<Way>(all, thresholds, precision == Precision::float32);
    EXPECT_FALSE(expected.empty());
    EXPECT_LT(expected.size(), all.size());
    for (const auto& engine : encke::test::engines()) {
      Plan plan = encke::test::plan_for(Way, engine);
      plan.precision = precision;
      plan.threshold = encke::above_by_cell(Way, thresholds);
      const auto found = encke::test::values_of<Way>(metric, vectors, plan);
      EXPECT_TRUE(found == expected) << engine.backend << " " << engine.level << ": "
                                     << found.size() << " hits, " << expected.size();
    }
  }
}

TEST(CellThresholds, select_pairs_and_triples_on_every_backend) {
  const auto missing = encke::test::pack(encke::test::random_genotypes(70, 61, 0.1, 5));
  const auto complete = encke::test::pack(encke::test::random_genotypes(40, 90, 0, 6));
  for (const CellThresholds& t :
       {CellThresholds{{0.99, 0.9, 0.95, 0}, 0.8}, CellThresholds{{1, 1, 1, 0}, 0.7},
        CellThresholds{{0.8, 1, 0.98, 0}, 1}, CellThresholds{{1, 0.7, 1, 0}, 1}}) {
    expect_selected<2>(encke::Ccc{}, missing, t);
    expect_selected<2>(encke::Ccc{.missing = false}, complete, t);
  }
  for (const CellThresholds& t :
       {CellThresholds{{0.99, 0.9, 0.95, 0.97}, 0.9}, CellThresholds{{1, 1, 1, 1}, 0.8}}) {
    expect_selected<3>(encke::Ccc{}, missing, t);
    expect_selected<3>(encke::Ccc{.missing = false}, complete, t);
  }
}

TEST(CellThresholds, equal_for_all_kinds_are_one_threshold_where_no_sum_is_above_its_own) {
  const auto vectors = encke::test::pack(encke::test::random_genotypes(50, 40, 0.05, 7));
  const auto one =
      encke::test::values_of<2>(encke::Ccc{}, vectors, {.threshold = encke::above(0.5)});
  const auto cells = encke::above_by_cell(2, {{0.5, 0.5, 0.5, 0}, 9});
  const auto several = encke::test::values_of<2>(encke::Ccc{}, vectors, {.threshold = cells});
  EXPECT_FALSE(one.empty());
  EXPECT_TRUE(one == several);
}

TEST(CellThresholds, are_strict_and_need_both_values_of_a_sum) {
  const Threshold s = encke::above_by_cell(2, {{0.5, 0.25, 0.75, 0}, 1});
  using Values = encke::Array<double, 4>;
  const auto keeps = [&](const Values& v, int cell) {
    return s.keeps_cell<2>(v, cell, v.front() + v.back());
  };
  EXPECT_FALSE(keeps({0.5, 0.25, 0.25, 0.5}, 0));   // 0.5 is not above 0.5, nor 1 above 1
  EXPECT_FALSE(keeps({0.5, 0.25, 0.25, 0.75}, 1));  // the mixed cells have no sum
  EXPECT_FALSE(keeps({0.5, 0.25, 0.25, 0.75}, 2));
  EXPECT_TRUE(keeps({0.5, 0.25, 0.25, 0.75}, 0));
  EXPECT_TRUE(keeps({0.5, 0.25, 0.25, 0.75}, 3));
  EXPECT_TRUE(keeps({0.125, 0.5, 0, 1}, 0));
  EXPECT_TRUE(keeps({0.125, 0.5, 0, 1}, 1));
  EXPECT_FALSE(keeps({0.125, 0.5, 0, 1}, 2));
  EXPECT_FALSE(keeps({0, 0, 0, 2}, 0));
  EXPECT_TRUE(keeps({0, 0, 0, 2}, 3));
  EXPECT_FALSE(keeps({0.75, 0, 0, 0}, 3));
}

TEST(CellThresholds, screen_by_the_least_value_that_can_pass) {
  EXPECT_EQ(encke::above_by_cell(2, {{0.5, 0.25, 0.75, 0}, 1}).floor, 0.25);
  EXPECT_EQ(encke::above_by_cell(2, {{0.5, 0.7, 0.75, 0}, 0.9}).floor, 0.45);
  EXPECT_EQ(encke::above_by_cell(3, {{0.5, 0.7, 0.75, 0.1}, 0.9}).floor, 0.1);
}

TEST(CellThresholds, are_refused_for_values_that_are_not_of_alleles) {
  const auto threshold = encke::test::error_of([&] {
    encke::test::report_of(encke::Sorenson{}, encke::pack::bits(4, 4),
                           {.threshold = encke::above_by_cell(2, {})});
  });
  EXPECT_EQ(threshold.failure(), Failure::inconsistent) << threshold.what();
  const auto bins = encke::test::error_of([&] {
    encke::test::report_of(encke::Sorenson{}, encke::pack::bits(4, 4), {.cell_bins = 9});
  });
  EXPECT_EQ(bins.failure(), Failure::inconsistent) << bins.what();
}

template <int Way>
void expect_counted(const encke::PackedVectors& vectors) {
  const CellBins bins{4500};
  std::vector<std::int64_t> expected(static_cast<std::size_t>(CellBins::columns(Way) * 4500));
  const auto all = encke::test::values_of<Way>(encke::Ccc{}, vectors);
  const auto count = [&](int column, double value) {
    ++expected.at(static_cast<std::size_t>(column * 4500 + static_cast<int>(value * 1000)));
  };
  double none = 0;
  for (const auto& hit : all) {
    if (hit.cell == 0) none = hit.value;
    count(ones(hit.cell), hit.value);
    if (ones(hit.cell) == Way) count(Way + 1, none + hit.value);
  }
  for (const auto& engine : encke::test::engines()) {
    Plan plan = encke::test::plan_for(Way, engine);
    plan.cell_bins = bins.bins;
    plan.threshold = encke::above(0.6);
    const auto report = encke::test::report_of(encke::Ccc{}, vectors, plan);
    EXPECT_TRUE(report.histogram.counts == expected) << engine.backend << " " << engine.level;
  }
}

TEST(CellHistogram, counts_all_values_by_kind_and_the_sums) {
  const auto vectors = encke::test::pack(encke::test::random_genotypes(40, 31, 0.1, 8));
  expect_counted<2>(vectors);
  expect_counted<3>(vectors);
}

TEST(CellHistogram, clamps_to_the_first_and_the_last_bin) {
  const CellBins bins{10};
  EXPECT_EQ(bins.place(0, 0), 0u);
  EXPECT_EQ(bins.place(0, -1), 0u);
  EXPECT_EQ(bins.place(0, 0.0019999), 1u);
  EXPECT_EQ(bins.place(0, 0.002), 2u);
  EXPECT_EQ(bins.place(0, 1e9), 9u);
  EXPECT_EQ(bins.place(2, 0.5), 29u);
  EXPECT_EQ(CellBins::most(2), 250'000);
}

}  // namespace
