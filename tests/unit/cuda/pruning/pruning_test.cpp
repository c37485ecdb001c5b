#include <gtest/gtest.h>

#include <cmath>
#include <encke/metric/builtin.hpp>
#include <limits>
#include <random>

#include "support/genotypes.hpp"
#include "unit/cuda/emulated/run.hpp"

// Pairs that the emulated device leaves out, by the margins of tiles or after a part of the
// samples, and triples that are in no list, are none of the hits.

namespace {

using encke::Index;
using encke::PackedVectors;
using encke::Plan;
using encke::Pruning;
using encke::test::Genotypes;
using encke::test::plan_for;

/// Vectors of all frequencies, in no order; one of `copied` resembles, or is, an earlier one.
Genotypes mixed(Index vectors, Index fields, double rate, std::uint64_t seed, Index copied = 97) {
  Genotypes g = encke::test::random_genotypes(vectors, fields, rate, seed);
  std::mt19937_64 random(seed);
  for (Index v = 0; v < vectors; ++v) {
    const bool copy = v % copied == copied - 1;
    const double frequency = random() % 2 == 0 ? 0.05 : 0.5;  // by which margins tell pairs
    std::bernoulli_distribution allele(frequency), same(v % 2 == 0 ? 1.0 : 0.9);
    const auto from = static_cast<Index>(random() % static_cast<std::uint64_t>(v + 1));
    for (Index f = 0; f < fields; ++f) {
      if (g.at(v, f) == 3) continue;
      if (copy && same(random) && g.at(from, f) != 3) {
        g.at(v, f) = g.at(from, f);
      } else {
        g.at(v, f) = static_cast<std::uint8_t>(allele(random) + allele(random));
      }
    }
  }
  return g;
}

struct Results {
  std::vector<encke::Hit<2>> pairs;
  encke::Report report;
  Index tiles;
};

template <class Metric>
Results on_device(const Metric& metric, const PackedVectors& vectors, Plan plan, Pruning pruning,
                  Index strip = 0,
                  encke::cuda::Pipeline::Limits limits = encke::test::small_limits) {
  plan.pruning = pruning;
  encke::sink::Collect sink;
  const auto seen = encke::test::run_emulated<2>(metric, vectors, plan, sink, strip, limits);
  return {encke::test::hits_of<2>(sink), seen.report, seen.tiles};
}

/// No more is left out than there is, nor more spared early than was left early.
void expect_counts_fit(const encke::Report& report) {
  EXPECT_LE(report.tuples_left_out + report.tuples_left_early, report.tuples);
  EXPECT_LE(report.tuples_spared_early, static_cast<double>(report.tuples_left_early));
}

/// The hits of the reference, which looks at all pairs whatever the plan wants.
template <class Metric>
std::vector<encke::Hit<2>> expected_hits(const Metric& metric, const PackedVectors& vectors,
                                         Plan plan) {
  plan.backend = "reference";
  return encke::test::values_of<2>(metric, vectors, plan);
}

/// The hits are these with pruning off and forced; what was left out where forced.
template <class Metric>
Results expect_equal(const Metric& metric, const PackedVectors& vectors, Plan plan,
                     const std::vector<encke::Hit<2>>& expected, Index strip = 0) {
  const Results off = on_device(metric, vectors, plan, Pruning::off, strip);
  const Results forced = on_device(metric, vectors, plan, Pruning::forced, strip);
  EXPECT_EQ(off.pairs, expected);
  EXPECT_EQ(forced.pairs, expected) << vectors.vectors() << " vectors of " << vectors.fields()
                                    << ", above " << plan.threshold.floor;
  EXPECT_EQ(forced.report.digest, off.report.digest);
  EXPECT_EQ(off.report.tuples_left_out + off.report.tuples_left_early, 0);
  EXPECT_EQ(forced.report.tuples, off.report.tuples);
  expect_counts_fit(forced.report);
  return forced;
}

Plan above(double threshold) {
  Plan plan = plan_for(2);
  plan.threshold = encke::above(threshold);
  return plan;
}

/// At a value that occurs, with few above it, and beside it. The emulation is slow: what is not
/// pruned is compared at the value alone, and the reference computes all values once.
template <class Metric>
void compare(const Metric& metric, const PackedVectors& vectors, Index least_left_out,
             Index least_early) {
  const auto all = encke::test::values_of<2>(metric, vectors, plan_for(2, {"reference", "auto"}));
  auto sorted = all;
  std::ranges::sort(sorted, std::greater<>(), &encke::Hit<2>::value);
  const double value = sorted[3].value;
  Index left_out = 0, early = 0;
  for (const double threshold : {value, std::nextafter(value, 0.0), std::nextafter(value, 9.0)}) {
    auto expected = all;
    std::erase_if(expected, [&](const auto& hit) { return !(hit.value > threshold); });
    const Results forced = on_device(metric, vectors, above(threshold), Pruning::forced);
    EXPECT_EQ(forced.pairs, expected) << "above " << threshold;
    expect_counts_fit(forced.report);
    if (threshold == value) {
      const Results off = on_device(metric, vectors, above(value), Pruning::off);
      EXPECT_EQ(off.pairs, expected);
      EXPECT_EQ(forced.report.digest, off.report.digest);
    }
    left_out += forced.report.tuples_left_out;
    early += forced.report.tuples_left_early;
  }
  EXPECT_GE(left_out, 3 * least_left_out);
  EXPECT_GE(early, 3 * least_early);
}

constexpr Index many = 600, fields = 1100;  // three stages, five tiles of vectors

TEST(CudaPruning, of_genotypes_leaves_no_hit_out) {
  compare(encke::Ccc{}, encke::test::pack(mixed(many, fields, 0, 1)), 30000, 0);
  compare(encke::Ccc{.gamma = 0}, encke::test::pack(mixed(many, fields, 0, 2)), 10000, 0);
}

TEST(CudaPruning, of_moments_leaves_no_hit_out) {
  compare(encke::RSquared{}, encke::test::pack_moments(mixed(many, fields, 0, 3)), 0, 30000);
}

TEST(CudaPruning, of_bits_leaves_no_hit_out) {
  const PackedVectors bits = encke::test::pack_bits(mixed(many, fields, 0, 4));
  compare(encke::Duo{}, bits, 10000, 0);
  compare(encke::Sorenson{}, bits, 30000, 0);
  compare(encke::Jaccard{}, bits, 30000, 0);
}

/// One pair of a tile that passes keeps it, wherever it lies in the tile.
TEST(CudaPruning, ends_no_tile_with_a_pair_that_passes) {
  for (const Index second : {Index{17}, Index{127}, Index{200}, Index{255}}) {
    for (const Index first : {Index{0}, Index{16}, second - 1}) {
      Genotypes g = encke::test::random_genotypes(256, fields, 0, 5);
      for (Index f = 0; f < fields; ++f) g.at(second, f) = g.at(first, f);
      const PackedVectors packed = encke::test::pack_moments(g);
      const Results found = on_device(encke::RSquared{}, packed, above(0.9), Pruning::forced);
      ASSERT_EQ(found.pairs.size(), 1U) << first << " " << second;
      EXPECT_EQ(found.pairs[0].index,
                (std::decay_t<decltype(found.pairs[0].index)>{
                    {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(second)}}));
      EXPECT_GT(found.report.tuples_left_early, 128 * 127 / 2);
    }
  }
}

TEST(CudaPruning, of_blocks_and_strips_leaves_no_hit_out) {
  const PackedVectors packed = encke::test::pack(mixed(many, 1030, 0, 6));
  const auto expected = expected_hits(encke::Ccc{}, packed, above(0.75));
  Index whole = -1;
  for (const Index block : {Index{0}, Index{304}}) {
    for (const Index strip : {0, 256}) {
      Plan plan = above(0.75);
      plan.block = block;
      const Index left_out =
          expect_equal(encke::Ccc{}, packed, plan, expected, strip).report.tuples_left_out;
      EXPECT_GT(left_out, 50000);
      if (whole < 0) whole = left_out;
      EXPECT_EQ(left_out, whole) << block << " " << strip;  // margins are of the vectors asked for
    }
  }
}

TEST(CudaPruning, leaves_nothing_out_where_samples_are_missing) {
  const Genotypes g = mixed(200, fields, 0.05, 7);
  const auto expect = [](const auto& metric, const PackedVectors& packed, const Plan& plan) {
    return expect_equal(metric, packed, plan, expected_hits(metric, packed, plan)).report;
  };
  const encke::Report ccc = expect(encke::Ccc{}, encke::test::pack(g), above(0.7));
  EXPECT_EQ(ccc.tuples_left_out + ccc.tuples_left_early, 0);
  expect(encke::RSquared{}, encke::test::pack_moments(g), above(0.5));
}

/// Tiles outside of a window are not started, and inside the order is that of the file.
TEST(CudaPruning, of_a_window_starts_its_tiles_alone) {
  const PackedVectors packed = encke::test::pack_moments(mixed(1100, 600, 0, 8));
  Plan plan = above(0.2);
  const auto hits = expected_hits(encke::RSquared{}, packed, plan);
  const Results all = expect_equal(encke::RSquared{}, packed, plan, hits);
  plan.domain = encke::Domain::of_window(encke::Window::within_places(1100, 50));
  auto near = hits;
  std::erase_if(near, [](const auto& hit) { return hit.index[1] - hit.index[0] > 50; });
  const Results window = expect_equal(encke::RSquared{}, packed, plan, near);
  EXPECT_LT(3 * window.tiles, 2 * all.tiles);
  EXPECT_LE(window.report.tuples_left_out + window.report.tuples_left_early,
            plan.domain.tuples(2, 1100));
}

TEST(CudaPruning, by_itself_orders_where_margins_tell) {
  const PackedVectors packed = encke::test::pack(mixed(1030, 300, 0, 9));
  const Plan plan = above(0.78);
  const Results off = on_device(encke::Ccc{}, packed, plan, Pruning::off);
  const Results on = on_device(encke::Ccc{}, packed, plan, Pruning::where_it_pays);
  EXPECT_EQ(on.pairs, off.pairs);
  EXPECT_GT(on.report.tuples_left_out, on.report.tuples / 3);
  EXPECT_LT(on.tiles, off.tiles);
}

/// For a GPU to spare more than copying them takes, vectors would have to be many more.
TEST(CudaPruning, by_itself_orders_no_vectors_that_are_few) {
  const PackedVectors packed = encke::test::pack(mixed(1030, 300, 0, 9));
  auto limits = encke::test::small_limits;
  limits.costs = {};
  const Plan plan = above(0.78);
  const Results on = on_device(encke::Ccc{}, packed, plan, Pruning::where_it_pays, 0, limits);
  EXPECT_EQ(on.report.tuples_left_out, 0);
  EXPECT_EQ(on.pairs, on_device(encke::Ccc{}, packed, plan, Pruning::off).pairs);
}

// Triples by lists.

struct Triples {
  std::vector<encke::Hit<3>> hits;
  encke::Report report;
  Index tiles;
};

template <class Metric>
Triples triples_on_device(const Metric& metric, const PackedVectors& vectors, Plan plan,
                          Pruning pruning) {
  plan.pruning = pruning;
  encke::sink::Collect sink;
  const auto seen = encke::test::run_emulated<3>(metric, vectors, plan, sink);
  return {encke::test::hits_of<3>(sink), seen.report, seen.tiles};
}

/// What the reference finds without a threshold.
template <class Metric>
std::vector<encke::Hit<3>> all_triples(const Metric& metric, const PackedVectors& vectors) {
  return encke::test::values_of<3>(metric, vectors, plan_for(3, {"reference", "auto"}));
}

/// The hits above the `hits`-th largest value, and beside it, are those among `all` of the
/// reference with pruning forced, and at the value itself with pruning off. Returns the least
/// number of triples left out.
template <class Metric>
Index compare_triples(const Metric& metric, const PackedVectors& vectors,
                      const std::vector<encke::Hit<3>>& all, std::size_t hits, Index block = 0) {
  auto sorted = all;
  std::ranges::sort(sorted, std::greater<>(), &encke::Hit<3>::value);
  const double value = sorted.at(hits).value;
  Index least_left_out = std::numeric_limits<Index>::max();
  for (const double threshold : {value, std::nextafter(value, 0.0)}) {
    Plan plan = plan_for(3, {"reference", "auto"});
    plan.threshold = encke::above(threshold);
    auto expected = all;
    std::erase_if(expected, [&](const auto& hit) { return !(hit.value > threshold); });
    EXPECT_GE(std::ssize(expected), 1);
    plan.block = block;
    const Triples forced = triples_on_device(metric, vectors, plan, Pruning::forced);
    EXPECT_EQ(forced.hits, expected) << threshold << ", block " << block;
    EXPECT_LT(forced.report.tuples_left_out, forced.report.tuples);
    if (threshold == value) {
      const Triples off = triples_on_device(metric, vectors, plan, Pruning::off);
      EXPECT_EQ(off.hits, expected) << threshold << ", block " << block;
      EXPECT_EQ(forced.report.digest, off.report.digest);
      EXPECT_EQ(off.report.tuples_left_out, 0);
      EXPECT_TRUE(forced.tiles < off.tiles || forced.report.tuples_left_out == 0);
    }
    least_left_out = std::min(least_left_out, forced.report.tuples_left_out);
  }
  return least_left_out;
}

TEST(CudaListedTriples, of_genotypes_and_bits_are_those_of_the_reference) {
  const Genotypes g = mixed(60, 130, 0, 10, 7);
  const PackedVectors genotypes = encke::test::pack(g), bits = encke::test::pack_bits(g);
  const auto of_genotypes = all_triples(encke::Ccc{}, genotypes);
  const auto of_bits = all_triples(encke::Duo{}, bits);
  for (const Index block : {0, 16, 32}) {  // of 34,220 triples
    EXPECT_GT(compare_triples(encke::Ccc{}, genotypes, of_genotypes, 400, block), 20000);
    EXPECT_GT(compare_triples(encke::Duo{}, bits, of_bits, 10, block), 30000);
  }
}

/// Lists of more rows and columns than a tile has.
TEST(CudaListedTriples, fill_several_tiles) {
  const PackedVectors packed = encke::test::pack(mixed(150, 65, 0, 11, 7));
  const auto all = all_triples(encke::Ccc{}, packed);
  EXPECT_GT(compare_triples(encke::Ccc{}, packed, all, 500), 400000);  // of 551,300
}

TEST(CudaListedTriples, with_missing_samples_are_those_of_the_reference) {
  const PackedVectors packed = encke::test::pack(mixed(40, 70, 0.05, 12, 7));
  EXPECT_EQ(compare_triples(encke::Ccc{}, packed, all_triples(encke::Ccc{}, packed), 20), 0);
}

TEST(ListedBatches, have_each_pivot_once_and_no_more_than_they_may) {
  const PackedVectors packed = encke::test::pack(mixed(48, 64, 0, 13));
  std::vector<float> ones(48, 1);
  encke::WeightBound bound;
  bound.weight[0] = bound.weight[1] = ones.data();
  std::vector<std::int64_t> pairs;
  for (std::int64_t i = 0; i < 16; ++i) {
    for (std::int64_t j = 16; j < 48; j += 1 + i) pairs.push_back(i << 32 | j);
  }
  const encke::UsefulPairs useful(48, pairs);
  const encke::Array<encke::Operand, 3> blocks = {
      {{&packed, {0, 16}, 0}, {&packed, {16, 32}, 0}, {&packed, {32, 48}, 0}}};
  const encke::pruning::PivotLists lists(blocks, useful);
  encke::cuda::ListedBatches batches(lists, blocks, bound);
  Index triples = 0;
  std::int32_t last = -1;
  int count = 0;
  for (encke::cuda::ListedBatch batch; batches.next(batch, 40, 20); ++count) {
    EXPECT_TRUE(batch.triples <= 40 || batch.rows.front().pivot == batch.rows.back().pivot);
    EXPECT_TRUE(std::ssize(batch.rows) <= 20 && std::ssize(batch.cols) <= 20);
    EXPECT_GT(batch.rows.front().pivot, last);
    last = batch.rows.back().pivot;
    triples += batch.triples;
    for (const auto& v : batch.rows) EXPECT_EQ(v.place, v.vector - 16);
    Index tiles = 0;  // of one entry each: those of a pivot, and no others
    for (const auto& row : batch.rows) {
      for (const auto& col : batch.cols) tiles += row.pivot == col.pivot ? 1 : 0;
    }
    EXPECT_EQ(tiles, batch.triples);
    EXPECT_EQ(batch.tiles(1, 1), tiles);
    EXPECT_EQ(batch.tiles(128, 128), 1);
  }
  EXPECT_EQ(triples, lists.triples());
  EXPECT_GT(count, 3);
}

}  // namespace
