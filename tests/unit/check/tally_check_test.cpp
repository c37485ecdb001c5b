#include <gtest/gtest.h>

#include <encke/contraction/minima.hpp>
#include <encke/contraction/powered_sums.hpp>
#include <mutex>

#include "cases.hpp"

// Genotypes, bits and moments; and what does not depend on the kind of vectors.

namespace {

using encke::AlleleBits;
using encke::AlleleCounts;
using encke::Array;
using encke::Failure;
using encke::GenotypeMoments;
using encke::Index;
using encke::Range;
using encke::RowCheck;
using encke::test::BitKind;
using encke::test::blocks_of;
using encke::test::Count;
using encke::test::divisions;
using encke::test::Engine;
using encke::test::engines;
using encke::test::expect_clean_everywhere;
using encke::test::expect_found_everywhere;
using encke::test::GenotypeKind;
using encke::test::MomentKind;

TEST(RowCheck, passes_right_pairs_of_genotypes) { expect_clean_everywhere<GenotypeKind, 2>(); }
TEST(RowCheck, passes_right_pairs_of_bits) { expect_clean_everywhere<BitKind, 2>(); }
TEST(RowCheck, passes_right_moments) { expect_clean_everywhere<MomentKind, 2>(); }
TEST(RowCheck, passes_right_triples_of_genotypes) { expect_clean_everywhere<GenotypeKind, 3>(); }
TEST(RowCheck, passes_right_triples_of_bits) { expect_clean_everywhere<BitKind, 3>(); }

TEST(RowCheck, passes_blocks_in_which_few_vectors_have_missing_samples) {
  using encke::test::expect_mixed;
  for (const Engine& engine : engines()) {
    if (engine.backend == "reference") continue;
    expect_mixed<GenotypeKind, 2>(engine);
    expect_mixed<GenotypeKind, 3>(engine);
    expect_mixed<BitKind, 2>(engine);
    expect_mixed<BitKind, 3>(engine);
    expect_mixed<MomentKind, 2>(engine);
  }
}

TEST(RowCheck, finds_1000_of_1000_wrong_tallies_of_pairs_of_genotypes) {
  expect_found_everywhere<GenotypeKind, 2>(1000);
}
TEST(RowCheck, finds_1000_of_1000_wrong_moments) { expect_found_everywhere<MomentKind, 2>(1000); }
TEST(RowCheck, finds_1000_of_1000_wrong_tallies_of_triples_of_genotypes) {
  expect_found_everywhere<GenotypeKind, 3>(1000);
}
TEST(RowCheck, finds_1000_of_1000_wrong_tallies_of_pairs_of_bits) {
  expect_found_everywhere<BitKind, 2>(1000);
}
TEST(RowCheck, finds_1000_of_1000_wrong_tallies_of_triples_of_bits) {
  expect_found_everywhere<BitKind, 3>(1000);
}

/// Passes on all tiles but the first, or the first twice.
class Miscount final : public encke::TallyVisitor {
 public:
  Miscount(encke::TallyVisitor& to, int times) : to_(to), times_(times) {}
  void visit(const encke::TallyTile& tile, int worker) override {
    const std::lock_guard lock(mutex_);
    for (int k = 0; k < times_; ++k) to_.visit(tile, worker);
    times_ = 1;
  }

 private:
  encke::TallyVisitor& to_;
  int times_;
  std::mutex mutex_;
};

template <int Way>
void expect_miscount_found(int times) {
  const auto vectors = GenotypeKind::packed(100, 1, 0, 3);  // so few fields that sums may be zero
  const auto backend = encke::make_backend("auto", {});
  Count count;
  RowCheck<AlleleCounts, Way> check(count, backend->workers());
  const auto blocks = blocks_of<Way>(vectors, divisions<Way>(100).back(), 0);
  Miscount miscount(check, times);
  check.begin_tile(blocks, 3);
  backend->contract(blocks, nullptr, miscount);
  const auto error = encke::test::error_of([&] { check.end_tile(); });
  EXPECT_EQ(error.failure(), Failure::checksum);
  EXPECT_NE(std::string(error.what()).find("tuples were computed"), std::string::npos);
}

TEST(RowCheck, finds_tiles_that_are_left_out_or_visited_twice) {
  for (const int times : {0, 2}) {
    expect_miscount_found<2>(times);
    expect_miscount_found<3>(times);
  }
}

template <int Way>
void expect_screened(const Engine& engine) {
  const auto vectors = GenotypeKind::packed(100, 64, 0.1, 4);
  const std::vector<float> weight(100, 1.0F);
  encke::Screen screen;  // which no tuple passes
  auto& bound = screen.emplace<encke::WeightBound>();
  bound.weight[0] = bound.weight[1] = weight.data();
  bound.floor = 1e30F;
  const auto backend = encke::make_backend(engine.backend, {engine.level});
  Count count;
  RowCheck<AlleleCounts, Way> check(count, backend->workers());
  // Disjoint, since the screen marks some entries on the diagonal that are undefined.
  Array<Range, Way> ranges;
  for (int v = 0; v < Way; ++v) ranges[v] = {32 * v, 32 * v + 32};
  const auto blocks = blocks_of<Way>(vectors, ranges, 0);
  check.begin_tile(blocks, 0);
  backend->contract(blocks, &screen, check);
  EXPECT_NO_THROW(check.end_tile());
  EXPECT_EQ(count.candidates(), 0);
  Count alone;
  backend->contract(blocks, &screen, alone);
  EXPECT_EQ(alone.visits(), 0);
}

TEST(RowCheck, sees_all_tallies_where_a_screen_rejects_them_and_passes_its_marks_on) {
  for (const Engine& engine : engines()) {
    if (engine.backend == "reference") continue;  // it ignores screens
    expect_screened<2>(engine);
    expect_screened<3>(engine);
  }
}

TEST(RowCheck, keeps_no_sums_of_a_block_that_has_gone) {
  const auto backend = encke::make_backend("auto", {});
  Count count;
  RowCheck<AlleleCounts, 2> check(count, backend->workers());
  const auto vectors = GenotypeKind::packed(200, 65, 0.1, 8);
  for (const Index first : {0, 16, 32, 48, 64, 0, 16}) {
    const auto blocks = blocks_of<2>(vectors, {{{first, first + 16}, {first + 16, 200}}}, 0);
    check.begin_tile(blocks, first);
    backend->contract(blocks, nullptr, check);
    EXPECT_NO_THROW(check.end_tile());
  }
  EXPECT_EQ(check.rows_checked(), 7 * 16);
  EXPECT_GT(check.seconds(), 0);
}

TEST(RowCheck, knows_which_contractions_it_is_for) {
  EXPECT_TRUE(encke::row_check_supports<AlleleCounts>);
  EXPECT_TRUE(encke::row_check_supports<AlleleBits>);
  EXPECT_TRUE(encke::row_check_supports<GenotypeMoments>);
  EXPECT_TRUE(encke::row_check_supports<encke::GenotypeTables>);
  EXPECT_TRUE(encke::row_check_supports<encke::CountMinima>);
  EXPECT_FALSE(encke::row_check_supports<encke::Minima>);
  EXPECT_FALSE(encke::row_check_supports<encke::PoweredSums>);
}

}  // namespace
