#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <encke/combine/hit_filter.hpp>
#include <encke/combine/row_values.hpp>
#include <encke/metric/builtin.hpp>
#include <limits>
#include <random>
#include <vector>

// What a filter takes of whole rows is what it takes of their tuples one by one.

namespace encke::test::hit_filter_test {
namespace {

constexpr Index vectors = 150;  // more than two stretches of a row, and not a whole number of them
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Tallies of pairs of 3 rows with all later vectors, of minima of reals.
struct Minima {
  std::vector<double> sums = std::vector<double>(3 * vectors);
  std::vector<Array<double, 1>> margins = std::vector<Array<double, 1>>(vectors);

  Minima() {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> part(0, 1);
    for (auto& margin : margins) margin[0] = 10 + part(random);
    for (auto& sum : sums) sum = 10 * part(random);
    margins[5][0] = margins[1][0] = sums[vectors + 5] = 0;  // the value of that pair is NaN
  }

  TallyTile tile() const {
    return {.form = TallyForm::complete,
            .rows = {0, 3},
            .cols = {0, vectors},
            .joint = {.data = sums.data(), .row_stride = vectors}};
  }
};

/// All that is taken of the pairs of the rows, one after the other.
TakenValues<2> one_by_one(const Minima& minima, const Plan& plan, const SinkLimits& limits) {
  const HitFilter<Ps, 2> filter(plan);
  const TallyTile tile = minima.tile();
  TakenValues<2> taken{.histogram = {.width = plan.histogram_width}};
  for (Index r = 0; r < 3; ++r) {
    for (Index c = r + 1; c < vectors; ++c) {
      Evidence<Ps::contraction, 2> evidence;
      evidence.margin = {{minima.margins[r], minima.margins[c]}};
      EvidenceOf<Ps::contraction>::fill(evidence, tile, r, c);
      const Hit<2> hit{{{static_cast<std::uint32_t>(r), static_cast<std::uint32_t>(c)}}, 0, 0};
      filter.take({.values = {{Ps().value<2>(evidence, 0)}}}, hit, limits, taken);
    }
  }
  return taken;
}

TakenValues<2> by_rows(const Minima& minima, const Plan& plan, const SinkLimits& limits) {
  const HitFilter<Ps, 2> filter(plan);
  EXPECT_TRUE(filter.takes_rows());
  const TallyTile tile = minima.tile();
  const Ps metric;
  TakenValues<2> taken{.histogram = {.width = plan.histogram_width}};
  for (Index r = 0; r < 3; ++r) {
    RowValues<Ps, 2> row(metric, minima.margins, tile, r);
    for (Index c = r + 1; c < vectors; c += row.most) {
      const Range stretch{c, std::min(c + row.most, vectors)};
      row.make(stretch);
      if (plan.precision == Precision::float32) row.round_to_float32();
      for (Index entry = 0; entry < stretch.size(); ++entry) filter.take(row, entry, limits, taken);
    }
  }
  return taken;
}

void expect_equal(const TakenValues<2>& got, const TakenValues<2>& wanted) {
  EXPECT_EQ(got.digest, wanted.digest);
  EXPECT_EQ(got.histogram.counts, wanted.histogram.counts);
  EXPECT_EQ(got.histogram.nan, wanted.histogram.nan);
  ASSERT_EQ(got.hits.size(), wanted.hits.size());
  for (std::size_t h = 0; h < got.hits.size(); ++h) {
    EXPECT_EQ(got.hits[h].index, wanted.hits[h].index);
    EXPECT_EQ(got.hits[h].cell, wanted.hits[h].cell);
    if (std::isnan(wanted.hits[h].value)) {
      EXPECT_TRUE(std::isnan(got.hits[h].value));
    } else {
      EXPECT_EQ(got.hits[h].value, wanted.hits[h].value);
    }
  }
}

TEST(HitFilter, takes_of_rows_what_it_takes_of_their_pairs) {
  const Minima minima;
  for (const Precision precision : {Precision::float64, Precision::float32}) {
    for (const Threshold& threshold : {everything(), above(0.5), below(0.25)}) {
      for (const bool digest_all : {false, true}) {
        for (const SinkLimits& limits : {SinkLimits{-infinity, infinity}, SinkLimits{0.2, 0.7}}) {
          const Plan plan{.threshold = threshold,
                          .precision = precision,
                          .digest_all = digest_all,
                          .histogram_width = 0.1};
          const TakenValues<2> wanted = one_by_one(minima, plan, limits);
          EXPECT_FALSE(wanted.hits.empty());
          expect_equal(by_rows(minima, plan, limits), wanted);
        }
      }
    }
  }
}

TEST(HitFilter, rounds_all_values_of_a_row) {
  const Minima minima;
  const auto taken = by_rows(minima, {.precision = Precision::float32}, {-infinity, infinity});
  ASSERT_EQ(taken.hits.size(), 3 * vectors - 6);
  for (const auto& hit : taken.hits) {
    if (std::isnan(hit.value)) continue;
    EXPECT_EQ(hit.value, static_cast<double>(static_cast<float>(hit.value)));
  }
}

TEST(HitFilter, leaves_rows_where_cells_or_p_values_decide) {
  const Plan by_cell{.threshold = above_by_cell(2, {})};
  EXPECT_FALSE((HitFilter<Ccc, 2>(by_cell).takes_rows()));
  const Plan binned{.cell_bins = 10};
  EXPECT_FALSE((HitFilter<Ccc, 2>(binned).takes_rows()));
  const Plan plain;
  EXPECT_TRUE((HitFilter<Ccc, 2>(plain).takes_rows()));
}

}  // namespace
}  // namespace encke::test::hit_filter_test
