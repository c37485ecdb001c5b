#include <gtest/gtest.h>

#include <algorithm>
#include <encke/metric/builtin.hpp>
#include <limits>

#include "support/genotypes.hpp"
#include "unit/cuda/emulated/run.hpp"

// Complete genotypes by products of warpgroups, on an emulated device that has them: the values of
// the definitions, to the bit, at sizes around every granule; in parts where memory is short.

namespace {

using encke::Index;
using encke::Pruning;
using encke::test::EmulatedDevice;
using encke::test::expect_conforms;
using encke::test::expect_selects;
using encke::test::pack;
using encke::test::random_genotypes;
using encke::test::small_limits;

std::unique_ptr<EmulatedDevice> with_warpgroups() {
  auto device = std::make_unique<EmulatedDevice>();
  device->warpgroups = true;
  return device;
}

template <int Way, class Metric>
void expect_conforms_there(const Metric& metric, const encke::PackedVectors& vectors,
                           Index block = 0, Index strip = 0) {
  expect_conforms<Way>(metric, vectors, "by warpgroups", block, strip, encke::cuda::Numbers::none,
                       with_warpgroups());
}

class WarpgroupProducts : public testing::TestWithParam<Index> {};

TEST_P(WarpgroupProducts, are_those_of_the_definitions) {
  for (const Index n : {1, 7, 17, 130}) {
    expect_conforms_there<2>(encke::Ccc{}, pack(random_genotypes(n, GetParam(), 0, 1)));
  }
  const auto some = random_genotypes(19, GetParam(), 0, 2);
  expect_conforms_there<3>(encke::Ccc{}, pack(some));
  expect_conforms_there<2>(encke::RSquared{}, pack_moments(some));
  expect_conforms_there<2>(encke::King{}, pack_matches(some));
}

// One word, a core matrix, an instruction, a stage, all stages; each plus or minus one.
INSTANTIATE_TEST_SUITE_P(Samples, WarpgroupProducts,
                         testing::Values(1, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513,
                                         1025, 3073));

TEST(WarpgroupProducts, are_those_of_blocks_and_strips) {
  const auto vectors = pack(random_genotypes(600, 70, 0, 3));
  expect_conforms_there<2>(encke::Ccc{}, vectors);
  expect_conforms_there<2>(encke::Ccc{}, vectors, 272);
  expect_conforms_there<2>(encke::Ccc{}, vectors, 0, 256);
}

TEST(WarpgroupProducts, are_screened) {
  for (const Index fields : {70, 300, 1025}) {
    const auto genotypes = random_genotypes(300, fields, 0, 4);
    const auto few = pack(random_genotypes(24, fields, 0, 5));
    for (const double threshold : {0.26, 0.3, 0.36}) {
      const auto seen = expect_selects<2>(encke::Ccc{}, pack(genotypes), threshold, 0, 0,
                                          small_limits, Pruning::off, with_warpgroups());
      EXPECT_GT(seen.tiles, 0);
      expect_selects<3>(encke::Ccc{}, few, threshold / 2, 0, 0, small_limits, Pruning::off,
                        with_warpgroups());
    }
    expect_selects<2>(encke::RSquared{}, pack_moments(genotypes), 0.02, 0, 0, small_limits,
                      Pruning::off, with_warpgroups());
  }
}

/// Two equal vectors among others, of many samples: tests after a part of them, and lists.
TEST(WarpgroupProducts, are_left_out_where_nothing_can_pass) {
  constexpr Index fields = 3000;
  auto genotypes = random_genotypes(256, fields, 0, 6);
  for (Index f = 0; f < fields; ++f) genotypes.at(17, f) = genotypes.at(16, f);
  const auto vectors = pack_moments(genotypes);
  for (const Pruning pruning : {Pruning::off, Pruning::forced}) {
    const auto seen = expect_selects<2>(encke::RSquared{}, vectors, 0.9, 0, 0, small_limits,
                                        pruning, with_warpgroups());
    EXPECT_EQ(seen.report.tuples_left_early > 128 * 127 / 2, pruning == Pruning::forced);
    expect_selects<3>(encke::Ccc{}, pack(random_genotypes(40, 130, 0, 7)), 0.26, 0, 0, small_limits,
                      pruning, with_warpgroups());
  }
}

TEST(WarpgroupProducts, are_made_in_parts_where_memory_is_short) {
  const auto vectors = pack(random_genotypes(700, 300, 0, 8));
  auto limits = small_limits;
  limits.selected = limits.stored = Index{1} << 20;  // one rectangle
  limits.arranged = 4 * encke::cuda::padding * encke::cuda::arranged_bytes(5);
  for (const double threshold : {0.26, 0.36}) {
    auto device = with_warpgroups();
    const EmulatedDevice& seen = *device;
    encke::Plan plan = encke::test::plan_for(2, {"reference", "auto"});
    plan.threshold = encke::above(threshold);
    const auto expected = encke::test::values_of<2>(encke::Ccc{}, vectors, plan);
    encke::sink::Collect sink;
    encke::cuda::CudaBackend backend(std::move(device), limits, 0);
    const encke::Partition partition(700, 704);
    encke::detail::run_way<2>(encke::Ccc{}, encke::RankVectors::whole(vectors, partition), plan,
                              encke::Grid(), sink, backend, [](Index) {});
    EXPECT_EQ(encke::test::hits_of<2>(sink), expected);
    EXPECT_GE(seen.arrangements, 9);  // three parts of the rows, six of the columns
  }
}

/// Between what a run takes without them and what it takes with them allocations fail, but no run.
TEST(WarpgroupProducts, take_what_memory_there_is) {
  const auto vectors = pack(random_genotypes(700, 300, 0, 10));
  encke::Plan plan = encke::test::plan_for(2, {"reference", "auto"});
  plan.threshold = encke::above(0.36);  // sorting many hits would take longest
  const auto expected = encke::test::values_of<2>(encke::Ccc{}, vectors, plan);
  int arrangements = 0;
  const auto held_after = [&](bool warpgroups, Index most) {
    auto limits = small_limits;
    limits.selected = limits.stored = Index{1} << 20;  // one rectangle
    auto device = with_warpgroups();
    EmulatedDevice& seen = *device;
    seen.warpgroups = warpgroups;
    seen.most_memory = most;
    encke::sink::Collect sink;
    encke::cuda::CudaBackend backend(std::move(device), limits, 0);
    encke::detail::run_way<2>(encke::Ccc{}, encke::RankVectors::whole(vectors, {700, 704}), plan,
                              encke::Grid(), sink, backend, [](Index) {});
    EXPECT_EQ(encke::test::hits_of<2>(sink), expected) << most;
    arrangements = seen.arrangements;
    return seen.bytes_held();
  };
  constexpr Index none = std::numeric_limits<Index>::max();
  const Index least = held_after(false, none), all = held_after(true, none);
  const Index granule = encke::cuda::padding * encke::cuda::arranged_bytes(5);
  EXPECT_GE(all - least, 6 * granule);
  const int whole = arrangements;
  int fewest = whole, most = whole;
  for (Index more = 0; more < all - least; more += granule / 2) {
    held_after(true, least + more);
    fewest = std::min(fewest, arrangements);
    most = std::max(most, arrangements);
  }
  EXPECT_LT(fewest, whole);  // rectangles by the other products
  EXPECT_GT(most, whole);    // in parts
}

/// All pairs of 150 vectors are right; returns how often vectors were arranged.
int arrangements_with(const encke::cuda::Pipeline::Limits& limits) {
  const auto vectors = pack(random_genotypes(150, 300, 0, 9));
  auto device = with_warpgroups();
  const EmulatedDevice& seen = *device;
  encke::Plan plan = encke::test::plan_for(2, {"reference", "auto"});
  const auto expected = encke::test::values_of<2>(encke::Ccc{}, vectors, plan);
  encke::sink::Collect sink;
  encke::cuda::CudaBackend backend(std::move(device), limits, 0);
  encke::detail::run_way<2>(encke::Ccc{}, encke::RankVectors::whole(vectors, {150, 160}), plan,
                            encke::Grid(), sink, backend, [](Index) {});
  EXPECT_EQ(encke::test::hits_of<2>(sink), expected);
  return seen.arrangements;
}

TEST(WarpgroupProducts, give_way_to_others_where_there_is_no_memory) {
  auto limits = small_limits;
  EXPECT_GT(arrangements_with(limits), 0);
  limits.arranged = 1;
  EXPECT_EQ(arrangements_with(limits), 0);
}

TEST(WarpgroupProducts, are_made_of_so_many_pairs_that_arranging_pays) {
  auto limits = small_limits;
  limits.pairs_of_arranged = 75;  // 150 by 150 pairs, 300 rows and columns
  EXPECT_GT(arrangements_with(limits), 0);
  limits.pairs_of_arranged = 76;
  EXPECT_EQ(arrangements_with(limits), 0);
}

}  // namespace
