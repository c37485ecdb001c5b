#include "kokkos/tiles/jobs/table_sums.hpp"

#include <gtest/gtest.h>

#include <encke/tally/table_evidence.hpp>
#include <random>
#include <set>
#include <string>

#include "../pair_tallies.hpp"
#include "support/classes.hpp"
#include "support/long_run.hpp"

// Tables from lists of samples: those of the popcounts and of the definition, on every level.

namespace {

using encke::Array;
using encke::Index;
using encke::Operand;
using encke::PackedVectors;
using encke::kokkos::MaskRoute;
using encke::test::apart;
using encke::test::Classes;
using encke::test::Genotypes;
using encke::test::itself;
using encke::test::levels;
using encke::test::random_genotypes;
using encke::test::tallies_of;
using encke::test::Window;

/// Both routes, whichever tile and job; of these each level has one in a short run, the next level
/// the other.
void expect_same(const Array<Operand, 2>& blocks) {
  const auto expected = tallies_of(*levels().front(), blocks, MaskRoute::popcounts);
  EXPECT_GT(expected.visits, 0);
  auto number = static_cast<std::size_t>(blocks[0].vectors->fields() + expected.visits);
  for (const auto* level : levels()) {
    std::size_t turn = number++;
    for (const int workers : {1, 64}) {  // jobs of several tiles, and of fewer
      if (!encke::test::has_turn(turn++, 2)) continue;
      const auto found = tallies_of(*level, blocks, MaskRoute::lists, workers);
      EXPECT_EQ(found.visits, expected.visits);
      ASSERT_TRUE(found.values == expected.values) << level->level << ", " << workers;
    }
  }
}

void expect_same(const Genotypes& g, const Classes& status) {
  const PackedVectors vectors = pack(g, status);
  expect_same(itself(vectors));
}

struct Sizes {
  Index controls, cases;
};
std::ostream& operator<<(std::ostream& out, const Sizes& s) {
  return out << s.controls << " controls, " << s.cases << " cases";
}

class TableSumsOfSize : public testing::TestWithParam<Sizes> {};

TEST_P(TableSumsOfSize, are_those_of_the_popcounts) {
  const auto [controls, cases] = GetParam();
  for (const double rate : {0.0, 0.001, 0.02, 0.2, 1.0}) {
    SCOPED_TRACE(testing::Message() << GetParam() << ", missing " << rate);
    expect_same(random_genotypes(67, controls + cases, rate, 11), apart(controls, cases));
  }
}

/// The table of each pair, counted sample by sample.
class Definition final : public encke::TallyVisitor {
 public:
  Definition(const Genotypes& g, const Classes& status, const PackedVectors& vectors)
      : g_(g), status_(status), vectors_(vectors) {}

  void visit(const encke::TallyTile& tile, int) override {
    for (Index r = 0; r < tile.rows.size(); ++r) {
      for (Index c = 0; c < tile.cols.size(); ++c) {
        const Index i = tile.rows.begin + r, j = tile.cols.begin + c;
        if (i >= j) continue;
        encke::Evidence<encke::GenotypeTables, 2> pair;
        pair.margin[0] = encke::margin<encke::GenotypeTables>(vectors_, i);
        pair.margin[1] = encke::margin<encke::GenotypeTables>(vectors_, j);
        encke::EvidenceOf<encke::GenotypeTables>::fill(pair, tile, r, c);
        const auto expected = encke::test::class_tables(g_, status_, {i, j});
        for (int k = 0; k < 2; ++k) {
          const std::vector<Index> found(pair.joint[k].begin(), pair.joint[k].end());
          ASSERT_EQ(found, expected[static_cast<std::size_t>(k)]) << i << ' ' << j;
        }
        ++pairs;
      }
    }
  }
  Index pairs = 0;

 private:
  const Genotypes& g_;
  const Classes& status_;
  const PackedVectors& vectors_;
};

TEST_P(TableSumsOfSize, are_those_of_the_definition) {
  const auto status = apart(GetParam().controls, GetParam().cases);
  for (const double rate : {0.0, 0.05, 1.0}) {
    const auto g = random_genotypes(9, static_cast<Index>(status.size()), rate, 8);
    const auto vectors = pack(g, status);
    const auto blocks = itself(vectors);
    for (const auto* level : levels()) {
      Definition all(g, status, vectors);
      encke::test::visit_tiles(*level, blocks, MaskRoute::lists, all);
      EXPECT_EQ(all.pairs, 36) << level->level;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(sizes_on_and_off_words, TableSumsOfSize,
                         testing::Values(Sizes{1, 1}, Sizes{1, 0}, Sizes{0, 64}, Sizes{63, 65},
                                         Sizes{64, 64}, Sizes{65, 63}, Sizes{1, 512},
                                         Sizes{511, 513}, Sizes{900, 100}, Sizes{1000, 1048},
                                         Sizes{1000, 1049}, Sizes{2048, 1}, Sizes{1, 2049},
                                         Sizes{4097, 4096}));

TEST(TableSums, of_vectors_on_and_off_tiles_are_those_of_the_popcounts) {
  for (const Index vectors : {2, 7, 9, 31, 32, 33, 127, 128, 129, 511, 513, 777}) {
    SCOPED_TRACE(vectors);
    const auto seed = static_cast<std::uint64_t>(vectors);
    expect_same(random_genotypes(vectors, 97, 0.03, seed), apart(40, 57));
    if (vectors < 600) expect_same(random_genotypes(vectors, 97, 0, seed), apart(33, 64));
  }
}

TEST(TableSums, of_vectors_that_are_all_missing_or_of_one_genotype_are_those_of_the_popcounts) {
  auto g = random_genotypes(150, 700, 0.02, 9);
  for (Index f = 0; f < g.fields; ++f) {
    g.at(5, f) = g.at(149, f) = 3;
    if (f < 300) g.at(6, f) = g.at(148, f) = 3;  // in one class
    for (const int genotype : {0, 1, 2}) {
      g.at(10 + genotype, f) = g.at(140 + genotype, f) = static_cast<std::uint8_t>(genotype);
    }
  }
  expect_same(g, apart(300, 400));
}

TEST(TableSums, of_one_missing_sample_are_those_of_the_popcounts) {
  for (const Index vector : {0, 40, 139}) {
    for (const Index field : {0, 63, 99}) {
      auto g = random_genotypes(140, 100, 0, 3);
      g.at(vector, field) = 3;
      expect_same(g, apart(64, 36));
    }
  }
}

TEST(TableSums, of_random_sizes_are_those_of_the_popcounts) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 12; ++i) {
    const auto vectors = static_cast<Index>(2 + random() % 260);
    const auto controls = static_cast<Index>(random() % 1500);
    const auto cases = static_cast<Index>(1 + random() % 1500);
    const double rate = i % 3 == 0 ? 0 : static_cast<double>(random() % 300) / 1000;
    const Sizes sizes{controls, cases};
    SCOPED_TRACE(testing::Message() << vectors << " x " << sizes << ", " << rate);
    expect_same(random_genotypes(vectors, controls + cases, rate, random()),
                apart(controls, cases));
  }
}

TEST(TableSums, of_two_blocks_are_those_of_the_popcounts) {
  const auto status = apart(250, 150);
  const auto whole = pack(random_genotypes(300, 400, 0.02, 6), status);
  auto complete = pack(random_genotypes(100, 400, 0, 6), status);
  complete.keep_masks();
  expect_same({{{&whole, {0, 112}, 0}, {&whole, {112, 300}, 0}}});
  expect_same({{{&complete, {16, 100}, 0}, {&whole, {32, 300}, 100}}});
  expect_same({{{&whole, {0, 300}, 0}, {&complete, {0, 100}, 300}}});
}

TEST(TableSums, of_windows_are_those_of_the_popcounts) {
  const auto packed = pack(random_genotypes(600, 80, 0.02, 3), apart(40, 40));
  const auto blocks = itself(packed);
  for (const Index width : {1, 100, 400}) {
    const auto visited = [&](const encke::cpu::Kernels& level, MaskRoute route) {
      encke::test::PairTallies found(blocks, 18, 8);
      Window window(found, width);
      encke::test::visit_tiles(level, blocks, route, window);
      return found.values();
    };
    const auto expected = visited(*levels().front(), MaskRoute::popcounts);
    for (const auto* level : levels()) {
      EXPECT_TRUE(visited(*level, MaskRoute::lists) == expected) << level->level << ' ' << width;
    }
  }
}

/// Which pairs may pass.
class Marked final : public encke::TallyVisitor {
 public:
  void visit(const encke::TallyTile& tile, int) override {
    for (Index r = 0; r < tile.rows.size(); ++r) {
      for (Index c = 0; c < tile.cols.size(); ++c) {
        const Index i = tile.rows.begin + r, j = tile.cols.begin + c;
        if (i < j && tile.candidates[r * tile.candidate_stride + c] != 0) pairs.insert({i, j});
      }
    }
  }
  std::set<std::pair<Index, Index>> pairs;
};

TEST(TableSums, pass_the_screens_that_the_popcounts_pass) {
  struct Limit {
    encke::CellScore score;
    double value;
  };
  for (const auto [score, value] : {Limit{encke::CellScore::k2, 205},
                                    {encke::CellScore::mutual_information, 0.03},
                                    {encke::CellScore::chi_squared, 16},
                                    {encke::CellScore::interaction, 15}}) {
    encke::Screen screen(std::in_place_type<encke::ScoreBound>);
    auto& bound = std::get<encke::ScoreBound>(screen);
    bound.score = score;
    bound.limit = value;
    for (const double rate : {0.0, 0.02}) {
      const auto packed = pack(random_genotypes(300, 300, rate, 5), apart(130, 170));
      const auto blocks = itself(packed);
      for (const auto* level : levels()) {
        const auto marked = [&](MaskRoute route) {
          encke::kokkos::PairTiles tiles(*level, blocks, &screen);
          tiles.choose_jobs(route, 1);
          encke::kokkos::Workspace work;
          Marked found;
          for (Index t = 0; t < tiles.count(); ++t) tiles.run(t, work, found, 0);
          return found.pairs;
        };
        const auto expected = marked(MaskRoute::popcounts);
        EXPECT_TRUE(marked(MaskRoute::lists) == expected) << level->level;
        EXPECT_GT(expected.size(), 0U);
        EXPECT_LT(expected.size(), 40000U) << static_cast<int>(score);
      }
    }
  }
}

}  // namespace
