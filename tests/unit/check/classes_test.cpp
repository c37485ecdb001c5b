#include <gtest/gtest.h>

#include <encke/check/field_sums.hpp>
#include <mutex>

#include "cases.hpp"

// Tables of cases and controls.

namespace {

using encke::GenotypeTables;
using encke::Index;
using encke::Range;
using encke::RowCheck;
using encke::TallyForm;
using encke::TallyTile;
using encke::test::blocks_of;
using encke::test::ClassKind;
using encke::test::Engine;
using encke::test::engines_of;
using encke::test::expect_clean_everywhere;
using encke::test::expect_found_everywhere;

TEST(RowCheckOfClasses, passes_right_pairs) { expect_clean_everywhere<ClassKind, 2>(); }
TEST(RowCheckOfClasses, passes_right_triples) { expect_clean_everywhere<ClassKind, 3>(); }

TEST(RowCheckOfClasses, passes_blocks_in_which_few_vectors_have_missing_samples) {
  for (const Engine& engine : engines_of(GenotypeTables::id)) {
    if (engine.backend == "reference") continue;
    encke::test::expect_mixed<ClassKind, 2>(engine);
    encke::test::expect_mixed<ClassKind, 3>(engine);
  }
}

TEST(RowCheckOfClasses, finds_1000_of_1000_wrong_tallies_of_pairs) {
  expect_found_everywhere<ClassKind, 2>(1000);
}
/// 0.0002: most tiles are complete, also where others of the block are not.
TEST(RowCheckOfClasses, finds_1000_of_1000_wrong_tallies_of_triples) {
  expect_found_everywhere<ClassKind, 3>(1000, {0.0, 0.0002, 0.05});
}

TEST(RowCheckOfClasses, passes_where_a_class_is_empty_or_fills_its_words) {
  for (const Index controls : {0, 64, 65, 128}) {
    for (const Index cases : {0, 64, 1}) {
      if (controls + cases == 0) continue;
      for (const double rate : {0.0, 0.2}) {
        const auto g = encke::test::random_genotypes(70, controls + cases, rate, 2);
        const auto vectors = encke::test::pack(g, encke::test::apart(controls, cases));
        const auto backend = encke::make_backend("auto", {});
        encke::test::Count count;
        RowCheck<GenotypeTables, 2> check(count, backend->workers());
        const auto blocks = blocks_of<2>(vectors, {{{0, 70}, {0, 70}}}, 0);
        check.begin_tile(blocks, 0);
        backend->contract(blocks, nullptr, check);
        EXPECT_NO_THROW(check.end_tile()) << controls << " " << cases << " " << rate;
      }
    }
  }
}

/// Passes on tiles with the tallies of the classes exchanged.
class Exchanged final : public encke::TallyVisitor {
 public:
  explicit Exchanged(encke::TallyVisitor& to) : to_(to) {}
  void visit(const TallyTile& tile, int worker) override {
    const std::lock_guard lock(mutex_);
    const int planes = encke::RowCheckPlanes<GenotypeTables>::in_tile(tile.form, 2);
    const Index rows = tile.rows.size(), cols = tile.cols.size();
    std::vector<std::int32_t> tallies;
    for (int p = 0; p < planes; ++p) {
      for (Index r = 0; r < rows; ++r) {
        const auto* from = tile.joint.row<std::int32_t>((p + planes / 2) % planes, r);
        tallies.insert(tallies.end(), from, from + cols);
      }
    }
    TallyTile changed = tile;
    changed.joint = {tallies.data(), rows * cols, cols};
    to_.visit(changed, worker);
  }

 private:
  encke::TallyVisitor& to_;
  std::mutex mutex_;
};

TEST(RowCheckOfClasses, finds_classes_that_are_taken_for_each_other) {
  for (const double rate : {0.0, 0.1}) {
    const auto vectors = ClassKind::packed(100, 300, rate, 9);
    const auto backend = encke::make_backend("auto", {});
    encke::test::Count count;
    RowCheck<GenotypeTables, 2> check(count, backend->workers());
    Exchanged exchanged(check);
    const auto blocks = blocks_of<2>(vectors, {{{0, 48}, {48, 100}}}, 0);
    check.begin_tile(blocks, 0);
    backend->contract(blocks, nullptr, exchanged);
    EXPECT_EQ(encke::test::error_of([&] { check.end_tile(); }).failure(), encke::Failure::checksum);
  }
}

/// Weight of a genotype of a control (a case): 1, -2, 0 (-2, 1, 0).
std::int64_t weight(int genotype, int of_class) {
  constexpr std::int64_t of[2][4] = {{1, -2, 0, 0}, {-2, 1, 0, 0}};
  return of[of_class][genotype];
}

TEST(RowCheckOfClasses, sums_are_those_of_weighted_genotypes) {
  constexpr Index vectors = 90, samples = 150;
  const auto g = encke::test::random_genotypes(vectors, samples, 0.1, 6);
  const auto status = encke::test::interleaved(samples, 4);
  const auto packed = encke::test::pack(g, status);
  std::int64_t x = 0, m = 0, squares = 0;
  const Range range{3, 64};  // of 8 groups
  for (Index v = range.begin; v < range.end; ++v) {
    std::int64_t own = 0;
    for (Index f = 0; f < samples; ++f) {
      const auto w = weight(g.at(v, f), status[static_cast<std::size_t>(f)]);
      own += w;
      squares += w * w;
      m += g.at(v, f) != 3 ? 1 : 0;
    }
    EXPECT_EQ(encke::x_sum(packed, v), own);
    x += own;
  }
  encke::StripSums strip;
  strip.set(packed, range);
  EXPECT_EQ(strip.x_all, x);
  EXPECT_EQ(strip.m_all, m);
  EXPECT_EQ(strip.squares, squares);
}

}  // namespace
