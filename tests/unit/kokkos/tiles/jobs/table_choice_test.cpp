#include <gtest/gtest.h>

#include <encke/metric/builtin.hpp>

#include "../one_digest.hpp"
#include "../pair_tallies.hpp"
#include "support/classes.hpp"
#include "support/long_run.hpp"
#include "support/values.hpp"

// By which route tables are made, and that nobody can tell from results.

namespace {

using encke::Index;
using encke::Plan;
using encke::kokkos::TableWork;
using encke::test::apart;
using encke::test::expect_one_digest;
using encke::test::itself;
using encke::test::plan_for;
using encke::test::random_genotypes;
using encke::test::report_of;

/// Cycles of a popcount on CPUs that begin two a cycle, and one.
constexpr double quick = 0.1, slow = 0.2;

/// A job whose rows have so large a share of the samples in lists.
TableWork work(Index rows, Index cols, Index words, double listed, bool masks) {
  TableWork w;
  w.rows = rows;
  w.cols = cols;
  w.words = words;
  w.masks = masks;
  w.listed = static_cast<Index>(static_cast<double>(rows * words * 64) * listed);
  w.longest = w.listed / rows / 4;
  return w;
}

TEST(TableChoice, takes_lists_for_whole_jobs) {
  for (const bool masks : {false, true}) {
    for (const Index words : {16, 32, 128, 1000}) {
      for (const double listed : {0.1, 0.4, 0.67}) {
        EXPECT_TRUE(work(512, 512, words, listed, masks).lists_faster(512 * 512, slow))
            << words << " words, " << listed << " listed, " << masks;
      }
    }
    EXPECT_TRUE(work(512, 512, 16, 0.4, masks).lists_faster(512 * 512, quick));
  }
}

TEST(TableChoice, takes_popcounts_where_pairs_are_few) {
  for (const double popcount : {quick, slow}) {
    EXPECT_FALSE(work(512, 512, 16, 0.4, true).lists_faster(512 * 40, popcount));
    EXPECT_FALSE(work(16, 16, 16, 0.4, true).lists_faster(16 * 16, popcount));
    EXPECT_FALSE(work(40, 40, 128, 0.4, false).lists_faster(40 * 40, popcount));
  }
}

TEST(TableChoice, is_of_counts_that_fit_their_bits) {
  auto w = work(512, 512, 4096, 0.4, false);
  w.longest = encke::cpu::longest_mask_list;
  EXPECT_TRUE(w.lists_possible());
  EXPECT_TRUE(w.lists_faster(512 * 512, slow));
  ++w.longest;
  EXPECT_FALSE(w.lists_possible());
  EXPECT_FALSE(w.lists_faster(512 * 512, slow));
  EXPECT_FALSE(work(512, 512, 0, 0.4, false).lists_possible());
}

TEST(TableChoice, leaves_out_of_the_lists_the_genotype_that_most_samples_have) {
  encke::test::Genotypes g(8, 96);
  for (Index f = 0; f < 96; ++f) {
    for (Index v = 0; v < 8; ++v)
      g.at(v, f) = static_cast<std::uint8_t>(f < 80 ? v % 3 : 2 - v % 3);
  }
  const auto vectors = pack(g, apart(64, 32));
  const TableWork found(itself(vectors), {0, 8}, {0, 8});
  EXPECT_FALSE(found.masks);
  EXPECT_EQ(found.listed, 5 * 16);  // of genotype 0 and 2: the 16 others, all of them cases
  EXPECT_EQ(found.longest, 16);
}

TEST(TableChoice, leaves_digests_and_screens_as_they_are) {
  for (const double rate : {0.0, 0.02}) {
    const auto vectors = pack(random_genotypes(900, 700, rate, 5), apart(300, 400));
    ASSERT_TRUE(TableWork(itself(vectors), {0, 512}, {512, 900}).lists_faster(512 * 388, slow));
    const bool all = encke::test::long_run();  // a short run takes one score with each route
    if (all || rate == 0) expect_one_digest(encke::ChiSquared{}, vectors);
    if (all || rate > 0) expect_one_digest(encke::MutualInformation(700), vectors);
    const auto above = [&](const char* level) {
      Plan plan = plan_for(2, {"kokkos", level});
      plan.threshold = encke::above(20);
      return encke::test::values_of<2>(encke::Interaction{}, vectors, plan);
    };
    const auto expected = above("team");
    EXPECT_TRUE(above("auto") == expected);
    EXPECT_FALSE(expected.empty());
  }
}

TEST(TableMemory, is_planned_for_each_worker_and_bounded_by_the_block) {
  using encke::kokkos::table_bytes;
  const auto backend = encke::make_backend("kokkos", {});
  const auto planned = [&](Index block, Index fields) {
    return backend->memory_for(encke::Element::case_control, 2, block, fields, 1000);
  };
  const auto buffers = backend->workers() * encke::kokkos::Workspace::bytes();
  EXPECT_EQ(planned(4096, 8192), buffers + backend->workers() * table_bytes(4096, 8192));
  EXPECT_EQ(planned(100'000, 8192), planned(4096, 8192));
  EXPECT_LT(planned(16, 8192), planned(4096, 8192));
  EXPECT_LT(table_bytes(1 << 20, 1 << 20), 3 << 20);
}

}  // namespace
