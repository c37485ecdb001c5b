#include <gtest/gtest.h>

#include <algorithm>
#include <encke/metric/centred_moments.hpp>
#include <random>
#include <string>
#include <vector>

#include "pair_tallies.hpp"
#include "support/long_run.hpp"
#include "support/tally_record.hpp"
#include "support/values.hpp"

// Tallies from lists of missing samples: those of the popcounts and of the reference backend, on
// every level.

namespace {

using encke::Index;
using encke::PackedVectors;
using encke::kokkos::MaskRoute;
using encke::test::Genotypes;
using encke::test::itself;
using encke::test::levels;
using encke::test::of_each_element;
using encke::test::random_genotypes;
using encke::test::tallies_of;

/// Both routes, whichever tile and job; of these each level has one in a short run, the next level
/// the other.
void expect_same(const PackedVectors& vectors) {
  const auto blocks = itself(vectors);
  const auto expected = tallies_of(*levels().front(), blocks, MaskRoute::popcounts);
  EXPECT_EQ(expected.visits, encke::tuple_count(2, vectors.vectors()));
  auto number = static_cast<std::size_t>(vectors.vectors() + vectors.missing());
  for (const auto* level : levels()) {
    std::size_t turn = number++;
    for (const int workers : {1, 64}) {  // jobs of several tiles, and of fewer
      if (!encke::test::has_turn(turn++, 2)) continue;
      const auto found = tallies_of(*level, blocks, MaskRoute::lists, workers);
      EXPECT_EQ(found.visits, expected.visits);
      ASSERT_TRUE(found.values == expected.values)
          << level->level << ", " << workers << " workers, element "
          << vectors.element().row().data;
    }
  }
}

void expect_same(const Genotypes& g) {
  for (const auto& vectors : of_each_element(g)) expect_same(vectors);
}

/// Every `step`th vector from `first` on without missing samples.
Genotypes completed(Genotypes g, Index first, Index step) {
  for (Index v = first; v < g.vectors; v += step) {
    for (Index f = 0; f < g.fields; ++f) {
      if (g.at(v, f) == 3) g.at(v, f) = static_cast<std::uint8_t>(f % 3);
    }
  }
  return g;
}

class MaskSumsOfSize : public testing::TestWithParam<Index> {};

TEST_P(MaskSumsOfSize, are_those_of_the_popcounts) {
  const Index fields = GetParam();
  for (const double rate : {0.001, 0.02, 0.1, 1.0}) {
    SCOPED_TRACE(testing::Message() << fields << " samples, missing " << rate);
    expect_same(random_genotypes(67, fields, rate, 11));
    expect_same(completed(random_genotypes(83, fields, rate, 12), 0, 2));
  }
}

TEST_P(MaskSumsOfSize, of_one_missing_sample_are_those_of_the_popcounts) {
  for (const Index vector : {0, 40, 69}) {
    for (const Index field : {Index{0}, GetParam() / 2, GetParam() - 1}) {
      auto g = random_genotypes(70, GetParam(), 0, 3);
      g.at(vector, field) = 3;
      expect_same(g);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(sizes_on_and_off_words, MaskSumsOfSize,
                         testing::Values(1, 63, 64, 65, 511, 512, 513, 2047, 2048, 2049, 8193));

TEST(MaskSums, of_vectors_on_and_off_tiles_are_those_of_the_popcounts) {
  for (const Index vectors : {2, 7, 8, 9, 63, 64, 65, 191, 192, 193, 383, 385, 511, 513, 777}) {
    SCOPED_TRACE(vectors);
    const auto g = random_genotypes(vectors, 97, 0.03, static_cast<std::uint64_t>(vectors));
    expect_same(pack(g));
    if (vectors < 200) expect_same(g);
  }
}

TEST(MaskSums, of_vectors_that_are_all_missing_or_all_there_are_those_of_the_popcounts) {
  auto g = random_genotypes(150, 700, 0.02, 9);
  for (Index f = 0; f < g.fields; ++f) g.at(5, f) = g.at(149, f) = 3;
  expect_same(completed(g, 64, 1));  // rows with missing samples, columns without
  g = random_genotypes(150, 700, 0.02, 10);
  for (Index v = 0; v < 64; ++v) g = completed(std::move(g), v, g.vectors);  // the reverse
  expect_same(g);
}

TEST(MaskSums, of_random_sizes_are_those_of_the_popcounts) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 12; ++i) {
    const auto vectors = static_cast<Index>(2 + random() % 260);
    const auto fields = static_cast<Index>(1 + random() % 3000);
    const double rate = static_cast<double>(random() % 300) / 1000;
    SCOPED_TRACE(testing::Message() << vectors << " x " << fields << ", missing " << rate);
    expect_same(random_genotypes(vectors, fields, rate, random()));
  }
}

TEST(MaskSums, of_two_blocks_are_those_of_the_popcounts) {
  const auto whole = pack(random_genotypes(300, 400, 0.02, 6));
  auto complete = pack(random_genotypes(100, 400, 0, 6));
  complete.keep_masks();
  using encke::Array;
  using encke::Operand;
  const Array<Operand, 2> cases[] = {{{{&whole, {0, 112}, 0}, {&whole, {112, 300}, 0}}},
                                     {{{&complete, {16, 100}, 0}, {&whole, {32, 300}, 100}}},
                                     {{{&whole, {0, 300}, 0}, {&complete, {0, 100}, 300}}}};
  for (const auto& blocks : cases) {
    const auto expected = tallies_of(*levels().front(), blocks, MaskRoute::popcounts);
    EXPECT_EQ(expected.visits, blocks[0].range.size() * blocks[1].range.size());
    for (const auto* level : levels()) {
      const auto found = tallies_of(*level, blocks, MaskRoute::lists);
      EXPECT_TRUE(found.values == expected.values) << level->level;
    }
  }
}

/// Tables of counts of all pairs.
template <class C>
void expect_reference(const PackedVectors& vectors) {
  using Record = encke::test::TallyRecord<C, 2>;
  const auto margins = encke::test::margins_of<C>(vectors);
  Record expected(margins);
  const auto blocks = itself(vectors);
  encke::make_backend("reference", {})->contract(blocks, nullptr, expected);
  for (const auto* level : levels()) {
    Record found(margins);
    encke::test::visit_tiles(*level, blocks, MaskRoute::lists, found);
    ASSERT_EQ(found.values(), expected.values()) << level->level;
  }
}

TEST(MaskSums, give_the_tables_of_the_reference) {
  for (const Index fields : {1, 63, 64, 65, 511, 512, 513, 8193}) {
    for (const double rate : {0.001, 0.02, 0.1, 1.0}) {
      SCOPED_TRACE(testing::Message() << fields << " samples, missing " << rate);
      const auto g = random_genotypes(21, fields, rate, 8);
      expect_reference<encke::AlleleCounts>(pack(g));
      expect_reference<encke::AlleleBits>(pack_bits(g));
      expect_reference<encke::GenotypeMoments>(pack_moments(g));
    }
  }
}

/// Which pairs come, and may pass; and the products of those.
class MarkedPairs final : public encke::TallyVisitor {
 public:
  static constexpr int products = 6;
  explicit MarkedPairs(Index vectors)
      : vectors_(vectors), marks_(idx(vectors * vectors)), values_(marks_.size() * products) {}

  void visit(const encke::TallyTile& tile, int) override {
    ASSERT_NE(tile.candidates, nullptr);
    for (Index r = 0; r < tile.rows.size(); ++r) {
      for (Index c = 0; c < tile.cols.size(); ++c) {
        const bool marked = tile.candidates[r * tile.candidate_stride + c] != 0;
        const Index at = (tile.rows.begin + r) * vectors_ + tile.cols.begin + c;
        marks_[idx(at)] = marked ? 1 : 0;
        for (int p = 0; marked && p < products; ++p) {
          values_[idx(at * products + p)] = tile.joint.row<std::int32_t>(p, r)[c];
        }
      }
    }
  }
  bool marked(Index i, Index j) const { return marks_[idx(i * vectors_ + j)] != 0; }
  std::int32_t product(Index i, Index j, int p) const {
    return values_[idx((i * vectors_ + j) * products + p)];
  }

 private:
  static std::size_t idx(Index i) { return static_cast<std::size_t>(i); }
  Index vectors_;
  std::vector<char> marks_;
  std::vector<std::int32_t> values_;
};

/// The screen drops what is below the floor, and nothing else.
void expect_screened(const PackedVectors& vectors, float floor) {
  const auto blocks = itself(vectors);
  const Index n = vectors.vectors();
  const auto tallies = tallies_of(*levels().front(), blocks, MaskRoute::popcounts);
  encke::Screen screen(std::in_place_type<encke::CorrelationBound>);
  std::get<encke::CorrelationBound>(screen).floor = floor;
  for (const auto* level : levels()) {
    MarkedPairs found(n);
    encke::kokkos::PairTiles tiles(*level, blocks, &screen);
    tiles.choose_jobs(MaskRoute::lists, 2);
    encke::kokkos::Workspace work;
    for (Index t = 0; t < tiles.count(); ++t) tiles.run(t, work, found, 0);
    Index marked = 0;
    for (Index i = 0; i < n; ++i) {
      for (Index j = i + 1; j < n; ++j) {
        encke::Evidence<encke::GenotypeMoments, 2> pair;
        const auto* from = tallies.values.data() + (i * n + j) * 7 + 1;
        for (int p = 0; p < 6; ++p) pair.joint[p] = from[p];
        const auto [both, first, second] = encke::centred_moments(pair);
        const double square = static_cast<double>(both) * static_cast<double>(both);
        const double least = static_cast<double>(first) * static_cast<double>(second) * floor;
        const bool now = found.marked(i, j);
        ASSERT_TRUE(now || square <= least) << level->level << ' ' << i << ' ' << j;
        ASSERT_TRUE(!now || square >= least * (1 - 1e-5)) << level->level << ' ' << i << ' ' << j;
        marked += now ? 1 : 0;
        for (int p = 0; now && p < MarkedPairs::products; ++p) {
          ASSERT_EQ(found.product(i, j, p), from[p]) << level->level << ' ' << i << ' ' << j;
        }
      }
    }
    EXPECT_GT(marked, 0);
    EXPECT_LT(marked, n * (n - 1) / 4);
  }
}

TEST(MaskSums, screen_correlations_as_their_products_do) {
  for (const Index fields : {65, 1000, 4096, 4097}) {
    for (const Index vectors : {70, 200, 250}) {
      SCOPED_TRACE(testing::Message() << vectors << " x " << fields);
      auto g = random_genotypes(vectors, fields, 0.02, 5);
      for (Index v = 0; v < vectors; ++v) g.at(v, v % fields) = 3;  // none is complete
      for (Index v = 7; v < vectors; v += 7) {                      // some like the one before
        for (Index f = 0; f < fields; ++f) {
          if (f % 5 != 0) g.at(v, f) = g.at(v - 1, f);
        }
        g.at(v, v % fields) = 3;
      }
      expect_screened(pack_moments(g), 0.1F);
    }
  }
}

}  // namespace
