#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <encke/backend/pruning/filled_vectors.hpp>
#include <random>

#include "support/genotypes.hpp"

// Filled vectors tell of a correlation over the samples that both of a pair have: the covariance is
// as near, and the variances as large, as is said.

namespace {

using encke::Array;
using encke::Index;
using encke::Operand;
using encke::PackedVectors;
using encke::pruning::Allowance;
using encke::pruning::allowed_missing;
using encke::pruning::FilledVectors;
using encke::test::Genotypes;

Operand whole(const PackedVectors& vectors) { return {&vectors, {0, vectors.vectors()}, 0}; }

/// x of the most frequent genotype.
int most_frequent(const Genotypes& g, Index v) {
  Index counts[3] = {};
  for (const std::uint8_t copies : g.vector(v)) counts[copies < 3 ? copies : 0] += copies < 3;
  return static_cast<int>(std::max_element(counts, counts + 3) - counts) - 1;
}

Index missing_of(const Genotypes& g, Index v) { return std::ranges::count(g.vector(v), 3); }

/// Vectors of all frequencies; of the samples that the last of them miss, others have the rarest.
Genotypes some_vectors(std::mt19937_64& random) {
  constexpr Index sizes[] = {40, 64, 65, 200};
  Genotypes g = encke::test::random_genotypes(8, sizes[random() % 4], 0.05, random());
  for (Index f = 0; f < g.fields; ++f) {
    if (random() % 2 == 0) g.at(1, f) = g.at(0, f);
    if (g.at(2, f) == 0 && random() % 8 != 0) g.at(3, f) = 3;
    if (random() % 16 != 0) g.at(4, f) = 2;
  }
  return g;
}

/// Sums over the samples that both have.
struct Both {
  double n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;

  Both(const Genotypes& g, Index i, Index j) {
    for (Index f = 0; f < g.fields; ++f) {
      if (g.at(i, f) == 3 || g.at(j, f) == 3) continue;
      const double a = g.at(i, f) - 1.0, b = g.at(j, f) - 1.0;
      n += 1, x += a, y += b, xx += a * a, yy += b * b, xy += a * b;
    }
  }
  double covariance() const { return n > 0 ? xy - x * y / n : 0; }
  double squares(bool of_first) const {
    if (n == 0) return 0;
    return of_first ? xx - x * x / n : yy - y * y / n;
  }
};

double filled_covariance(const Genotypes& g, Index i, Index j) {
  double x = 0, y = 0, xy = 0;
  for (Index f = 0; f < g.fields; ++f) {
    const int a = g.at(i, f) == 3 ? most_frequent(g, i) : g.at(i, f) - 1;
    const int b = g.at(j, f) == 3 ? most_frequent(g, j) : g.at(j, f) - 1;
    x += a, y += b, xy += a * b;
  }
  return xy - x * y / static_cast<double>(g.fields);
}

TEST(FilledVectors, have_the_most_frequent_genotype_where_one_is_missing) {
  std::mt19937_64 random(1);
  for (int p = 0; p < 20; ++p) {
    const Genotypes g = some_vectors(random);
    Genotypes expected = g;
    for (Index v = 0; v < g.vectors; ++v) {
      for (Index f = 0; f < g.fields; ++f) {
        if (g.at(v, f) == 3) expected.at(v, f) = static_cast<std::uint8_t>(most_frequent(g, v) + 1);
      }
    }
    const PackedVectors vectors = encke::test::pack_moments(g);
    const FilledVectors filled(whole(vectors), g.fields);
    const PackedVectors same = encke::test::pack_moments(expected);
    const PackedVectors& found = *filled.operand().vectors;
    ASSERT_FALSE(encke::any_missing(filled.operand()));
    EXPECT_TRUE(std::equal(same.values(), same.values() + same.words() * 2 * 64, found.values()));
    for (Index v = 0; v < g.vectors; ++v) {
      EXPECT_EQ(found.positive_count(v), same.positive_count(v));
      EXPECT_EQ(found.x_sum(v), same.x_sum(v));
    }
  }
}

TEST(FilledVectors, tell_of_covariances_and_variances_over_the_samples_of_both) {
  std::mt19937_64 random(2);
  double closest = 1e9;
  for (int p = 0; p < 400; ++p) {
    const Genotypes g = some_vectors(random);
    const PackedVectors vectors = encke::test::pack_moments(g);
    const Index allowed = g.fields / 4;
    const FilledVectors filled(whole(vectors), allowed);
    for (Index i = 0; i < g.vectors; ++i) {
      for (Index j = 0; j < g.vectors; ++j) {
        if (i == j || missing_of(g, i) > allowed || missing_of(g, j) > allowed) continue;
        const Both both(g, i, j);
        const Allowance a = filled.allowances()[encke::idx(i)];
        const Allowance b = filled.allowances()[encke::idx(j)];
        const double apart = std::abs(both.covariance() - filled_covariance(g, i, j));
        EXPECT_LE(apart, static_cast<double>(a.slack) * b.slack);
        EXPECT_GE(both.squares(true), static_cast<double>(a.deviation) * a.deviation);
        EXPECT_GE(both.squares(false), static_cast<double>(b.deviation) * b.deviation);
        const double least = static_cast<double>(a.deviation) * a.deviation;
        if (least > 0) closest = std::min(closest, both.squares(true) / least);
      }
    }
  }
  EXPECT_LT(closest, 1.5);
}

TEST(FilledVectors,
     are_nearly_as_far_off_as_they_say_where_one_misses_all_that_the_other_has_rarely) {
  constexpr Index n = 1000, most = 25;
  Genotypes g(2, n);  // half of the first has 0 copies, a quarter 1, a quarter 2
  for (Index f = 0; f < n; ++f) g.at(0, f) = f % 4 < 2 ? 0 : f % 4 == 2 ? 1 : 2;
  for (Index f = 0; f < most; ++f) g.at(0, 40 * f) = 3, g.at(1, 40 * f) = 2;
  const PackedVectors vectors = encke::test::pack_moments(g);
  const FilledVectors filled(whole(vectors), most);
  const double apart = std::abs(Both(g, 0, 1).covariance() - filled_covariance(g, 0, 1));
  const double said =
      static_cast<double>(filled.allowances()[0].slack) * filled.allowances()[1].slack;
  EXPECT_LE(apart, said);
  EXPECT_GT(apart, 0.8 * said);
}

TEST(FilledVectors, reach_the_least_variance_where_a_partner_misses_the_rarest) {
  Genotypes g(2, 100);
  for (Index f = 0; f < 100; ++f) g.at(0, f) = f < 10 ? 2 : f < 20 ? 1 : 0;
  for (Index f = 0; f < 15; ++f) g.at(1, f) = 3;  // all with two, half of those with one
  const PackedVectors vectors = encke::test::pack_moments(g);
  const FilledVectors filled(whole(vectors), 15);
  const double least = Both(g, 0, 1).squares(true);
  EXPECT_GT(least, 4);
  EXPECT_NEAR(std::pow(filled.allowances()[0].deviation, 2), least, 1e-4);
  g.at(1, 15) = 3;  // one more than was allowed for
  EXPECT_LT(Both(g, 0, 1).squares(true), least - 0.5);
}

TEST(FilledVectors, say_nothing_of_vectors_that_miss_more_than_most) {
  constexpr Index vectors = 300;
  Genotypes g = encke::test::random_genotypes(vectors, 200, 0, 3);
  for (Index v = 0; v < vectors; ++v) {
    for (Index f = 0; f < 3 + v % 3; ++f) g.at(v, f) = 3;
  }
  for (Index f = 5; f < 200; ++f) g.at(8, f) = static_cast<std::uint8_t>(f % 3);
  const auto allowed = [&] {
    const PackedVectors packed = encke::test::pack_moments(g);
    return allowed_missing(Array<Operand, 2>{{whole(packed), whole(packed)}});
  };
  EXPECT_EQ(allowed(), 5);
  for (Index f = 0; f < 10; ++f) g.at(7, f) = 3;  // a little more
  EXPECT_EQ(allowed(), 10);
  for (Index f = 0; f < 40; ++f) g.at(7, f) = 3;
  EXPECT_EQ(allowed(), 5);
  const PackedVectors packed = encke::test::pack_moments(g);
  const FilledVectors filled(whole(packed), 5);
  EXPECT_EQ(filled.allowances()[7].deviation, 0);
  EXPECT_GT(filled.allowances()[8].deviation, 0);
  for (Index v = 0; v < vectors; ++v) {
    for (Index f = 0; f < 60; ++f) g.at(v, f) = 3;
  }
  EXPECT_EQ(allowed(), -1);
}

/// Copies of an allele; of bits whether it has that value. A missing sample is filled.
Index copies_of(const Genotypes& g, Index v, Index f, int allele, bool bits, int filled) {
  const int genotype = g.at(v, f) == 3 ? filled : g.at(v, f);
  if (bits) return (genotype > 0) == (allele == 1) ? 1 : 0;
  return allele == 1 ? genotype : 2 - genotype;
}

/// Of all cells of all pairs: the joint count over the samples that both have, for each of these,
/// is at most that of the filled vectors, for each sample, times what both may miss. Returns how
/// near it comes.
double compare_cells(const Genotypes& g, bool bits) {
  const PackedVectors vectors = bits ? encke::test::pack_bits(g) : encke::test::pack(g);
  const FilledVectors filled(whole(vectors), g.fields / 4);
  const auto genotype = [&](Index v) {  // of the filled vector where one is missing, by its sums
    const Index missing = missing_of(g, v);
    if (missing == 0) return 0;
    const Index more = filled.operand().vectors->x_sum(v) - vectors.x_sum(v);
    return bits ? static_cast<int>(more / missing) : static_cast<int>(more / missing) + 1;
  };
  double closest = 1e9;
  for (Index i = 0; i < g.vectors; ++i) {
    for (Index j = 0; j < g.vectors; ++j) {
      const double n = Both(g, i, j).n;
      if (i == j || n == 0) continue;
      for (int cell = 0; cell < 4; ++cell) {
        double joint = 0, all = 0;
        for (Index f = 0; f < g.fields; ++f) {
          const Index product = copies_of(g, i, f, cell / 2, bits, genotype(i)) *
                                copies_of(g, j, f, cell % 2, bits, genotype(j));
          all += static_cast<double>(product);
          if (g.at(i, f) != 3 && g.at(j, f) != 3) joint += static_cast<double>(product);
        }
        const double more = static_cast<double>(filled.allowances()[encke::idx(i)].more) *
                            filled.allowances()[encke::idx(j)].more;
        const double most = all / static_cast<double>(g.fields) * more;
        EXPECT_LE(joint / n, most) << i << ", " << j << ", cell " << cell;
        if (joint > 0) closest = std::min(closest, most / (joint / n));
      }
    }
  }
  return closest;
}

TEST(FilledVectors, tell_of_cells_of_alleles_over_the_samples_of_both) {
  std::mt19937_64 random(4);
  for (int p = 0; p < 60; ++p) {
    const Genotypes g = some_vectors(random);
    compare_cells(g, false);
    compare_cells(g, true);
  }
}

TEST(FilledVectors, reach_a_cell_of_alleles_where_nothing_is_missing_but_products_of_0) {
  // both miss other samples, in which the other has no copy: what is left is all of the joint count
  Genotypes g(2, 100);
  for (Index f = 0; f < 100; ++f) g.at(0, f) = g.at(1, f) = f < 80 ? 2 : 0;
  for (Index f = 80; f < 90; ++f) g.at(0, f) = 3;
  for (Index f = 90; f < 100; ++f) g.at(1, f) = 3;
  EXPECT_NEAR(compare_cells(g, false), 1, 1e-5);
  EXPECT_NEAR(compare_cells(g, true), 1, 1e-5);
}

}  // namespace
