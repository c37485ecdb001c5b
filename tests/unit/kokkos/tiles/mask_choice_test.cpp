#include <gtest/gtest.h>

#include <encke/metric/builtin.hpp>
#include <encke/metric/r_squared.hpp>

#include "one_digest.hpp"
#include "pair_tallies.hpp"
#include "support/long_run.hpp"
#include "support/values.hpp"

// Which route is taken, and that nobody can tell from results.

namespace mask_choice_test {
namespace {

using encke::Index;
using encke::Plan;
using encke::kokkos::MaskWork;
using encke::test::expect_one_digest;
using encke::test::itself;
using encke::test::plan_for;
using encke::test::random_genotypes;
using encke::test::report_of;

/// Cycles of popcounts of CPUs that make two a cycle, and one.
constexpr double quick = 0.29, slow = 0.65;

MaskWork work(Index rows, Index cols, Index fields, double rate) {
  MaskWork w;
  w.rows = rows;
  w.cols = cols;
  w.fields = fields;
  const auto of_vector = static_cast<Index>(static_cast<double>(fields) * rate);
  w.missing_of_rows = rows * of_vector;
  w.missing_of_cols = cols * of_vector;
  w.longest = of_vector;
  return w;
}

TEST(MaskChoice, takes_lists_where_few_samples_are_missing) {
  for (const double popcounts : {quick, slow}) {
    for (const double rate : {0.0005, 0.001, 0.005, 0.02}) {
      EXPECT_TRUE(work(512, 384, 8192, rate).lists_faster(popcounts)) << rate;
      EXPECT_TRUE(work(512, 384, 2048, rate).lists_faster(popcounts)) << rate;
    }
  }
  EXPECT_FALSE(work(512, 384, 1000, 0.06).lists_faster(quick));
  EXPECT_TRUE(work(512, 384, 1000, 0.06).lists_faster(slow));
}

TEST(MaskChoice, takes_popcounts_where_many_are_missing_or_pairs_are_few) {
  for (const double popcounts : {quick, slow}) {
    for (const double rate : {0.5, 0.9, 1.0}) {
      EXPECT_FALSE(work(512, 384, 8192, rate).lists_faster(popcounts)) << rate;
    }
    EXPECT_FALSE(work(512, 384, 64, 0.02).lists_faster(popcounts));
    EXPECT_FALSE(work(16, 16, 8192, 0.02).lists_faster(popcounts));
  }
}

TEST(MaskChoice, changes_once_as_samples_go_missing) {
  for (const Index fields : {2048, 8192, 100'000}) {
    bool lists = true;
    for (int percent = 0; percent <= 60; ++percent) {
      const bool now = work(512, 384, fields, percent / 100.0).lists_faster(quick);
      EXPECT_TRUE(lists || !now) << fields << " samples, " << percent << " %";
      lists = now;
    }
    EXPECT_FALSE(lists);
  }
}

TEST(MaskChoice, is_of_counts_that_fit_their_bits) {
  auto w = work(512, 384, 1 << 24, 0.001);
  w.longest = encke::cpu::longest_mask_list;
  EXPECT_TRUE(w.lists_possible());
  EXPECT_TRUE(w.lists_faster(quick));
  ++w.longest;
  EXPECT_FALSE(w.lists_possible());
  EXPECT_FALSE(w.lists_faster(quick));
}

TEST(MaskChoice, depends_on_the_counts_of_missing_samples_alone) {
  const auto one = random_genotypes(96, 600, 0.02, 1);
  auto other = one;  // other genotypes, other samples missing, as many
  for (Index v = 0; v < one.vectors; ++v) {
    for (Index f = 0; f < one.fields; ++f) {
      const auto value = one.at(v, one.fields - 1 - f);
      other.at(v, f) = value == 3 ? value : static_cast<std::uint8_t>(2 - value);
    }
  }
  const auto a = pack(one), b = pack(other);
  const encke::Range rows{0, 64}, cols{0, 96};
  const MaskWork of_a(itself(a), rows, cols), of_b(itself(b), rows, cols);
  EXPECT_EQ(of_a.missing_of_rows, of_b.missing_of_rows);
  EXPECT_EQ(of_a.missing_of_cols, of_b.missing_of_cols);
  EXPECT_EQ(of_a.longest, of_b.longest);
  EXPECT_EQ(of_a.lists_faster(quick), of_b.lists_faster(quick));
  EXPECT_GT(of_a.missing_of_cols, of_a.missing_of_rows);
}

TEST(MaskChoice, leaves_digests_and_screens_as_they_are) {
  std::size_t turn = 0;  // a short run leaves out another metric at each rate
  for (const double rate : {0.001, 0.02, 0.3}) {
    SCOPED_TRACE(rate);
    const auto is_left = [&] { return turn++ % 4 == 0 && !encke::test::long_run(); };
    const auto g = random_genotypes(776, 2100, rate, 5);
    const auto vectors = pack(g);
    EXPECT_EQ(MaskWork(itself(vectors), {0, 256}, {384, 768}).lists_faster(quick), rate < 0.1);
    if (!is_left()) expect_one_digest(encke::Ccc{}, vectors);
    if (!is_left()) expect_one_digest(encke::Duo{}, pack_bits(g));
    if (!is_left()) expect_one_digest(encke::RSquared{}, pack_moments(g));
    Plan plan = plan_for(2, {"kokkos", "team"});
    plan.threshold = encke::above(0.3);
    const auto expected = encke::test::values_of<2>(encke::Ccc{}, vectors, plan);
    plan = plan_for(2, {"kokkos", "auto"});
    plan.threshold = encke::above(0.3);
    EXPECT_TRUE(encke::test::values_of<2>(encke::Ccc{}, vectors, plan) == expected);
    EXPECT_FALSE(expected.empty());
  }
}

TEST(MaskMemory, is_planned_for_each_worker_and_bounded_by_the_block) {
  using encke::kokkos::mask_bytes;
  const auto backend = encke::make_backend("kokkos", {.pruning = encke::Pruning::off});
  const auto planned = [&](Index block, Index fields) {
    return backend->memory_for(encke::Element::genotype, 2, block, fields, 1000);
  };
  const auto buffers = backend->workers() * encke::kokkos::Workspace::bytes();
  EXPECT_EQ(planned(4096, 8192), buffers + backend->workers() * mask_bytes(4096, 8192));
  EXPECT_EQ(planned(100'000, 8192), planned(4096, 8192));
  EXPECT_EQ(planned(4096, 100'000'000), planned(4096, 8192));
  EXPECT_LT(planned(64, 8192), planned(4096, 8192));
  EXPECT_LT(mask_bytes(1 << 20, 1 << 20), 3 << 20);
  EXPECT_EQ(backend->memory_for(encke::Element::float32, 2, 4096, 8192, 1000), buffers);
}

}  // namespace
}  // namespace mask_choice_test
