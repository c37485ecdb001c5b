#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <encke/metric/allele_bits.hpp>
#include <encke/metric/allele_counts.hpp>
#include <encke/metric/minima.hpp>
#include <encke/run/row_check.hpp>
#include <limits>
#include <string>

#include "run/row_check_faults.hpp"
#include "support/definitions.hpp"
#include "support/genotypes.hpp"
#include "support/values.hpp"

// Clean tallies pass; any single wrong one is found, and its row named.

namespace {

using encke::AlleleBits;
using encke::AlleleCounts;
using encke::Array;
using encke::Failure;
using encke::GenotypeMoments;
using encke::Index;
using encke::Operand;
using encke::PackedVectors;
using encke::Range;
using encke::RowCheck;
using encke::test::Count;
using encke::test::Engine;
using encke::test::engines;
using encke::test::Fault;
using encke::test::pack;
using encke::test::pack_bits;
using encke::test::pack_moments;
using encke::test::random_genotypes;

template <class C>
PackedVectors packed(Index vectors, Index fields, double rate, std::uint64_t seed) {
  const auto g = random_genotypes(vectors, fields, rate, seed);
  if constexpr (std::is_same_v<C, AlleleBits>) return pack_bits(g);
  if constexpr (std::is_same_v<C, GenotypeMoments>) return pack_moments(g);
  return pack(g);
}

template <int Way>
Array<Operand, Way> blocks_of(const PackedVectors& vectors, const Array<Range, Way>& ranges,
                              Index offset) {
  Array<Operand, Way> blocks;
  for (int v = 0; v < Way; ++v) blocks[v] = {&vectors, ranges[v], offset};
  return blocks;
}

/// The divisions of n vectors into blocks that differ in what coincides.
template <int Way>
std::vector<Array<Range, Way>> divisions(Index n) {
  const Range all{0, n}, a{0, std::min<Index>(16, n)};
  const Range b{16, std::max<Index>(16, std::min<Index>(n, 64))}, c{b.end, std::max(b.end, n)};
  if constexpr (Way == 2) {
    if (n <= 64) return {{{all, all}}, {{a, b}}};
    return {{{all, all}}, {{a, b}}, {{a, c}}, {{c, c}}, {{b, c}}};
  } else {
    if (n <= 16) return {{{all, all, all}}};
    if (n <= 64) return {{{all, all, all}}, {{a, a, b}}, {{a, b, b}}};
    return {{{a, b, c}}, {{a, a, c}}, {{a, c, c}}, {{b, b, b}}, {{c, c, c}}};
  }
}

template <class C, int Way>
void expect_clean(const Engine& engine, Index n, Index fields, double rate) {
  SCOPED_TRACE(engine.backend + " " + engine.level + ", " + std::to_string(n) + " vectors of " +
               std::to_string(fields));
  const auto vectors = packed<C>(n, fields, rate, static_cast<std::uint64_t>(n + fields));
  const auto backend = encke::make_backend(engine.backend, {engine.level});
  Count count;
  RowCheck<C, Way> check(count, backend->workers());
  Index visits = 0;
  for (const auto& ranges : divisions<Way>(n)) {
    const auto blocks = blocks_of<Way>(vectors, ranges, 32);
    check.begin_tile(blocks, 7);
    backend->contract(blocks, nullptr, check);
    EXPECT_NO_THROW(check.end_tile());
    Count alone;
    backend->contract(blocks, nullptr, alone);
    visits += alone.visits();
  }
  EXPECT_EQ(count.visits(), visits);
  EXPECT_GE(check.rows_checked(), Way == 2 ? n : 0);
}

constexpr Index all_vectors[] = {1, 15, 16, 17, 63, 64, 65, 200};
constexpr Index all_fields[] = {1, 63, 64, 65, 129, 1000};

/// The oracle is slow: only some sizes.
bool too_slow(const Engine& engine, int way, Index n, Index fields) {
  if (engine.backend != "reference") return way == 3 && n > 65 && fields > 129;
  return way == 2 ? n * fields > 17000 : n > 17 || fields > 65;
}

template <class C, int Way>
void expect_clean_everywhere() {
  for (const Engine& engine : engines()) {
    for (const Index n : all_vectors) {
      for (const Index fields : all_fields) {
        if (too_slow(engine, Way, n, fields)) continue;
        for (const double rate : {0.0, 0.1, 1.0}) expect_clean<C, Way>(engine, n, fields, rate);
      }
    }
  }
}

TEST(RowCheck, passes_right_pairs_of_genotypes) { expect_clean_everywhere<AlleleCounts, 2>(); }
TEST(RowCheck, passes_right_pairs_of_bits) { expect_clean_everywhere<AlleleBits, 2>(); }
TEST(RowCheck, passes_right_moments) { expect_clean_everywhere<GenotypeMoments, 2>(); }
TEST(RowCheck, passes_right_triples_of_genotypes) { expect_clean_everywhere<AlleleCounts, 3>(); }
TEST(RowCheck, passes_right_triples_of_bits) { expect_clean_everywhere<AlleleBits, 3>(); }

template <class C, int Way>
void expect_mixed(const Engine& engine) {
  // Only some vectors have missing samples: tiles of both forms in one block.
  auto g = random_genotypes(420, 70, 0, 5);
  g.at(3, 69) = 3;
  g.at(400, 0) = 3;
  const auto vectors = std::is_same_v<C, AlleleBits>        ? pack_bits(g)
                       : std::is_same_v<C, GenotypeMoments> ? pack_moments(g)
                                                            : pack(g);
  const auto backend = encke::make_backend(engine.backend, {engine.level});
  Count count;
  RowCheck<C, Way> check(count, backend->workers());
  Array<Range, Way> ranges;
  for (int v = 0; v < Way; ++v) ranges[v] = Way == 2 || v == 2 ? Range{0, 420} : Range{0, 100};
  if (Way == 3) ranges[2] = {112, 420};
  const auto blocks = blocks_of<Way>(vectors, ranges, 0);
  check.begin_tile(blocks, 0);
  backend->contract(blocks, nullptr, check);
  EXPECT_NO_THROW(check.end_tile());
}

TEST(RowCheck, passes_blocks_in_which_few_vectors_have_missing_samples) {
  for (const Engine& engine : engines()) {
    if (engine.backend == "reference") continue;
    expect_mixed<AlleleCounts, 2>(engine);
    expect_mixed<AlleleCounts, 3>(engine);
    expect_mixed<AlleleBits, 2>(engine);
    expect_mixed<AlleleBits, 3>(engine);
    expect_mixed<GenotypeMoments, 2>(engine);
  }
}

/// Changes one tally at random, `times` times, and expects each time that its row is named.
template <class C, int Way>
void expect_found(const Engine& engine, Index n, Index fields, double rate, int times) {
  SCOPED_TRACE(engine.backend + " " + std::to_string(rate));
  const auto vectors = packed<C>(n, fields, rate, 11);
  const auto backend = encke::make_backend(engine.backend, {engine.level});
  std::mt19937_64 random(static_cast<std::uint64_t>(n + times));
  Count count;
  Fault<Way> fault(random, std::is_same_v<C, GenotypeMoments> ? 6 : encke::ipow(2, Way));
  RowCheck<C, Way> check(count, backend->workers());
  const auto all = divisions<Way>(n);
  int found = 0, injected = 0;
  for (int k = 0; injected < times && k < 4 * times; ++k) {
    const auto blocks = blocks_of<Way>(vectors, all[static_cast<std::size_t>(k) % all.size()], 48);
    Count tiles;
    backend->contract(blocks, nullptr, tiles);
    if (tiles.visits() == 0) continue;
    fault.arm(check, static_cast<Index>(random() % static_cast<std::uint64_t>(tiles.visits())));
    check.begin_tile(blocks, k);
    backend->contract(blocks, nullptr, fault);
    if (!fault.injected()) continue;
    ++injected;
    try {
      check.end_tile();
      ADD_FAILURE() << "not found: " << fault.where();
    } catch (const encke::Error& error) {
      const std::string text = std::string(error.what()) + ":";
      EXPECT_EQ(error.failure(), Failure::checksum);
      EXPECT_NE(text.find("tile " + std::to_string(k) + ", "), std::string::npos) << text;
      EXPECT_NE(text.find(fault.where()), std::string::npos) << text << " not " << fault.where();
      found += text.find(fault.where()) != std::string::npos ? 1 : 0;
    }
  }
  EXPECT_EQ(injected, times);
  EXPECT_EQ(found, times);
}

template <class C, int Way>
void expect_found_everywhere(int times) {
  for (const char* name : {"reference", "auto"}) {
    const bool slow = std::string(name) == "reference";
    for (const double rate : {0.0, 0.05}) {
      const Index n = Way == 2 ? (slow ? 40 : 200) : slow ? 17 : 90;
      expect_found<C, Way>({name, "auto"}, n, slow ? 20 : 129, rate, slow ? 100 : times);
    }
  }
}

TEST(RowCheck, finds_1000_of_1000_wrong_tallies_of_pairs_of_genotypes) {
  expect_found_everywhere<AlleleCounts, 2>(1000);
}
TEST(RowCheck, finds_1000_of_1000_wrong_moments) {
  expect_found_everywhere<GenotypeMoments, 2>(1000);
}
TEST(RowCheck, finds_1000_of_1000_wrong_tallies_of_triples_of_genotypes) {
  expect_found_everywhere<AlleleCounts, 3>(1000);
}
TEST(RowCheck, finds_1000_of_1000_wrong_tallies_of_pairs_of_bits) {
  expect_found_everywhere<AlleleBits, 2>(1000);
}
TEST(RowCheck, finds_1000_of_1000_wrong_tallies_of_triples_of_bits) {
  expect_found_everywhere<AlleleBits, 3>(1000);
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
  const auto vectors = packed<AlleleCounts>(100, 1, 0, 3);  // so few fields that sums may be zero
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
  const auto vectors = packed<AlleleCounts>(100, 64, 0.1, 4);
  const std::vector<float> weight(100, 1.0F);
  encke::Screen screen;  // which no tuple passes
  screen.weight[0] = screen.weight[1] = weight.data();
  screen.floor = 1e30F;
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
  const auto vectors = packed<AlleleCounts>(200, 65, 0.1, 8);
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
  EXPECT_FALSE(encke::row_check_supports<encke::Minima>);
}

}  // namespace
