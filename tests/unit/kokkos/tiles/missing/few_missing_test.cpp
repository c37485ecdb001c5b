#include "kokkos/tiles/missing/few_missing.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <encke/pack/genotype_tables.hpp>
#include <random>

#include "kokkos/tiles/missing/few_counts.hpp"
#include "support/classes.hpp"
#include "support/genotypes.hpp"

// Triples of which few samples are missing: planes are gathered where another vector misses
// samples, and counted there. The tables of triples are compared by tests/conformance.

namespace encke::few_missing_test {
namespace {

using kokkos::CountFew;
using kokkos::FewCounts;
using kokkos::FewMissing;
using kokkos::gathered_lanes;
using kokkos::gathered_line;
using kokkos::GatheredPlanes;
using kokkos::MissedSamples;

constexpr Index samples = 300;
constexpr std::int32_t unwritten = -123456;

PackedVectors random_vectors(Index vectors, double rate) {
  return test::pack(test::random_genotypes(vectors, samples, rate, 3),
                    test::interleaved(samples, 3));
}

/// Samples of a class that `missing` misses, in which `of` has genotype 0 or 1, or (2) is present.
int missed(const PackedVectors& all, Index missing, Index of, int c, int plane) {
  int sum = 0;
  for (Index w = all.class_words(c).begin; w < all.class_words(c).end; ++w) {
    sum += std::popcount(all.word_fields(w) & ~pack::class_word(all, missing, w, 2) &
                         pack::class_word(all, of, w, plane));
  }
  return sum;
}

TEST(GatheredPlanes, HaveTheSamplesThatOtherVectorsMiss) {
  const PackedVectors all = random_vectors(45, 0.07);
  const Operand left{&all, {16, 32}, 0}, right{&all, {32, 45}, 0};
  const MissedSamples missing(right);
  GatheredPlanes side_by_side(missing, left, GatheredPlanes::Lanes::gathered);
  GatheredPlanes by_missing(missing, left, GatheredPlanes::Lanes::missing);
  EXPECT_EQ(by_missing.missing(), right.range.size());
  for (Index m = 0; m < missing.vectors(); ++m) {
    side_by_side.gather(m);
    by_missing.gather(m);
  }
  for (Index m = 0; m < missing.vectors(); ++m) {
    for (Index v = 0; v < left.range.size(); ++v) {
      const Index words = missing.words(m, 0) + missing.words(m, 1);
      const std::uint64_t* line =
          side_by_side.of_missing(m) + v / gathered_lanes * words * gathered_line;
      const std::uint64_t* other = by_missing.of_group(v, m / gathered_lanes);
      for (int c = 0; c < 2; ++c) {
        for (int p = 0; p < 3; ++p) {
          int found = 0, also = 0;
          for (Index w = 0; w < missing.words(m, c); ++w) {
            const Index at = w * gathered_line + p * gathered_lanes;
            found += std::popcount(line[at + v % gathered_lanes]);
            also += std::popcount(other[at + m % gathered_lanes]);
          }
          const int expected = missed(all, right.range.begin + m, left.range.begin + v, c, p);
          EXPECT_EQ(found, expected) << m << ' ' << v << ' ' << c << ' ' << p;
          EXPECT_EQ(also, expected) << m << ' ' << v << ' ' << c << ' ' << p;
        }
        line += missing.words(m, c) * gathered_line;
        other += missing.words_of_group(m / gathered_lanes, c) * gathered_line;
      }
    }
  }
}

TEST(GatheredPlanes, OfVectorsThatMissNothingTakeNoMemory) {
  const PackedVectors all = random_vectors(20, 0);
  const Operand block{&all, {0, 20}, 0};
  const MissedSamples none(block);
  EXPECT_EQ(GatheredPlanes::bytes(none, block, GatheredPlanes::Lanes::gathered), 0);
  EXPECT_EQ(GatheredPlanes::bytes(none, block, GatheredPlanes::Lanes::missing), 0);
}

TEST(FewCounts, AreTheSameByAllInstructions) {
  std::mt19937_64 random(5);
  std::vector<std::uint64_t> words(6 * 5 * gathered_line);
  for (auto& word : words) word = random();
  std::vector<std::int32_t> pairs(3 * 9 * 16);
  for (auto& tally : pairs) tally = static_cast<std::int32_t>(random() % 1000);
  const auto table = [&](Index t) { return words.data() + t * 5 * gathered_line; };
  const auto counted = [&](CountFew form, Index k, Index j, Index i) {
    std::vector<std::int32_t> out(27 * 16, unwritten);
    FewCounts f{};
    f.words_of_k = k, f.words_of_j = j, f.words_of_i = i;
    f.i_of_k = table(0), f.j_of_k = table(1);
    f.i_of_j = table(2) + 3, f.k_of_j = table(3);
    f.j_of_i = table(4) + 7, f.k_of_i = table(5);
    f.ij = pairs.data(), f.ik = pairs.data() + 9 * 16, f.jk = pairs.data() + 18 * 16;
    f.ij_stride = f.ik_stride = f.jk_stride = f.plane_stride = 16;
    f.out = out.data();
    form(f);
    return out;
  };
  const auto forms = kokkos::count_few_forms();
  for (const auto& [k, j, i] : {std::array{0, 0, 0}, {1, 2, 3}, {5, 1, 0}, {4, 5, 5}}) {
    const auto expected = counted(forms.front(), k, j, i);
    EXPECT_EQ(std::ranges::count(expected, unwritten),
              8 * 16 + 19 * 8);  // genotypes, and other columns
    for (const CountFew form : forms) EXPECT_EQ(counted(form, k, j, i), expected);
  }
}

/// Wants no vector `places` or more behind the first.
class Within final : public TallyVisitor {
 public:
  explicit Within(Index places) : places_(places) {}
  void visit(const TallyTile&, int) override {}
  Index end_after(Range first) const override { return first.end - 1 + places_; }

 private:
  Index places_;
};

TEST(FewMissing, PaysWhereFewSamplesAreMissingAndManyTriplesAreWanted) {
  const auto pays = [](double rate, Index places) {
    const PackedVectors all = random_vectors(160, rate);
    const Operand block{&all, {0, 160}, 0};
    return FewMissing::pays({{block, block, block}}, Within(places));
  };
  EXPECT_TRUE(pays(0.02, 1000));
  EXPECT_FALSE(pays(0.6, 1000));
  EXPECT_FALSE(pays(0.02, 4));
  EXPECT_GT(FewMissing::most_bytes(96, 4096), FewMissing::most_bytes(48, 4096));
}

/// Samples of a class that are in these planes (0 and 1 genotypes, 2 present) of some vectors.
std::int32_t in_all(const PackedVectors& all, int c, const std::vector<std::array<Index, 2>>& of) {
  int sum = 0;
  for (Index w = all.class_words(c).begin; w < all.class_words(c).end; ++w) {
    std::uint64_t samples_of_word = all.word_fields(w);
    for (const auto& [vector, plane] : of) {
      samples_of_word &= pack::class_word(all, vector, w, static_cast<int>(plane));
    }
    sum += std::popcount(samples_of_word);
  }
  return sum;
}

/// The tallies of all pairs, from their definition.
void fill(PairTallies& pairs) {
  const Operand &left = pairs.blocks()[0], &right = pairs.blocks()[1];
  for (Index i = left.range.begin; i < left.range.end; ++i) {
    for (Index j = right.range.begin; j < right.range.end; ++j) {
      std::vector<std::int32_t> tallies;
      for (int c = 0; c < 2; ++c) {
        for (Index ab = 0; ab < 9; ++ab) {
          tallies.push_back(in_all(*left.vectors, c, {{i, ab / 3}, {j, ab % 3}}));
        }
      }
      TallyTile tile;
      tile.rows = {i + left.offset, i + left.offset + 1};
      tile.cols = {j + right.offset, j + right.offset + 1};
      tile.joint = {tallies.data(), 1, 0};
      pairs.visit(tile, 0);
    }
  }
}

/// Planes of the triples of a pivot with some rows and columns, as finish() leaves them.
void expect_finished(const PackedVectors& all, const Array<Operand, 3>& blocks, Index pivot,
                     const Range& rows, const Range& cols) {
  FewMissing few(blocks);
  for (Index job = 0; job < few.jobs(); ++job) few.make(job);
  for (PairTallies* pairs : few.pairs()) fill(*pairs);
  constexpr Index stride = 32, plane_stride = 16 * stride;
  std::vector<std::int32_t> tallies(54 * plane_stride, unwritten);
  few.finish({pivot, rows, cols, tallies.data(), stride, plane_stride});
  const auto index = [&](int b, Index v) { return blocks[b].range.begin + blocks[b].offset + v; };
  for (Index j = rows.begin; j < rows.end; ++j) {
    for (Index k = cols.begin; k < cols.end; ++k) {
      if (index(0, pivot) >= index(1, j) || index(1, j) >= index(2, k)) continue;
      for (Index p = 0; p < 54; ++p) {
        const Index a = p % 27 / 9, b = p % 9 / 3, c = p % 3;
        const bool genotypes = a < 2 && b < 2 && c < 2;
        const std::int32_t expected = in_all(all, static_cast<int>(p / 27),
                                             {{blocks[0].range.begin + pivot, a},
                                              {blocks[1].range.begin + j, b},
                                              {blocks[2].range.begin + k, c}});
        const Index at = p * plane_stride + (j - rows.begin) * stride + k - cols.begin;
        EXPECT_EQ(tallies[static_cast<std::size_t>(at)], genotypes ? unwritten : expected)
            << pivot << ' ' << j << ' ' << k << ' ' << p;
      }
    }
  }
}

TEST(FewMissing, FinishesTheTablesOfOneBlockAndOfSeveral) {
  const PackedVectors all = random_vectors(77, 0.1);
  const Operand whole{&all, {0, 77}, 0}, first{&all, {0, 32}, 0}, second{&all, {32, 48}, 0},
      third{&all, {48, 77}, 0}, far{&all, {48, 77}, 1000};
  expect_finished(all, {{whole, whole, whole}}, 3, {0, 16}, {0, 24});
  expect_finished(all, {{whole, whole, whole}}, 30, {29, 45}, {48, 77});
  expect_finished(all, {{first, second, third}}, 31, {0, 16}, {0, 29});
  expect_finished(all, {{first, first, far}}, 9, {5, 21}, {8, 29});
  expect_finished(all, {{first, third, third}}, 9, {3, 19}, {0, 29});
}

}  // namespace
}  // namespace encke::few_missing_test
