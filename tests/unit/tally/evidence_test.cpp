#include <gtest/gtest.h>

#include <encke/pack/packers.hpp>
#include <encke/tally/evidence.hpp>

#include "support/definitions.hpp"

namespace {

using encke::AlleleCounts;
using encke::Array;
using encke::Evidence;
using encke::EvidenceOf;
using encke::Index;
using encke::Minima;
using encke::TallyForm;
using encke::TallyMatrix;
using encke::TallyTile;
using encke::test::evidence;
using encke::test::Genotypes;
using encke::test::pack;
using encke::test::random_genotypes;

/// The products of some vectors, as a backend stores them: one entry a plane.
std::vector<std::int32_t> products(const Genotypes& g, const std::vector<Index>& vectors) {
  const auto way = vectors.size();
  std::vector<std::int32_t> planes(std::size_t{1} << way);
  for (std::size_t p = 0; p < planes.size(); ++p) {
    for (Index f = 0; f < g.fields; ++f) {
      int product = 1;
      for (std::size_t v = 0; v < way; ++v) {
        const int genotype = g.at(vectors[v], f);
        const bool by_presence = ((p >> (way - 1 - v)) & 1) != 0;
        product *= genotype == 3 ? 0 : by_presence ? 1 : genotype - 1;
      }
      planes[p] += product;
    }
  }
  return planes;
}

template <class T>
TallyMatrix matrix(const std::vector<T>& planes) {
  return {planes.data(), 1, 1};
}

template <int Way>
void set_margins(Evidence<AlleleCounts, Way>& seen, const Genotypes& g) {
  const auto packed = pack(g);
  for (int v = 0; v < Way; ++v) seen.margin[v] = encke::margin<AlleleCounts>(packed, v);
}

TEST(Margins, are_the_copies_of_each_allele) {
  for (const double rate : {0.0, 0.3, 1.0}) {
    const auto g = random_genotypes(9, 77, rate, 3);
    const auto packed = pack(g);
    for (Index v = 0; v < 9; ++v) {
      const auto margin = encke::margin<AlleleCounts>(packed, v);
      EXPECT_EQ(margin[0], encke::test::tally(g, {v}, 0));
      EXPECT_EQ(margin[1], encke::test::tally(g, {v}, 1));
    }
  }
}

TEST(PairEvidence, is_the_same_from_tables_and_from_either_form_of_products) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto g = random_genotypes(2, 50, 0, seed);
    const auto expected = evidence<2>(g, {{0, 1}});
    const auto all = products(g, {0, 1});
    const std::vector<std::int32_t> one{all[0]};
    const std::vector<std::int64_t> table(expected.joint.begin(), expected.joint.end());
    const auto check = [&](TallyForm form, const TallyMatrix& joint) {
      Evidence<AlleleCounts, 2> seen;
      set_margins(seen, g);
      TallyTile tile;
      tile.form = form;
      tile.joint = joint;
      EvidenceOf<AlleleCounts>::fill(seen, tile, 0, 0);
      EXPECT_EQ(seen.joint, expected.joint);
      EXPECT_EQ(seen.margin, expected.margin);
    };
    check(TallyForm::table, matrix(table));
    check(TallyForm::missing, matrix(all));
    check(TallyForm::complete, matrix(one));
  }
}

TEST(TripleEvidence, is_the_same_from_tables_and_from_either_form_of_products) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const bool missing = seed % 2 == 1;
    const auto g = random_genotypes(3, 50, missing ? 0.2 : 0, seed);
    const auto expected = evidence<3>(g, {{0, 1, 2}});
    const auto check = [&](TallyForm form, TallyForm pair_form) {
      const auto ij = products(g, {0, 1}), ik = products(g, {0, 2}), jk = products(g, {1, 2});
      const auto joint = products(g, {0, 1, 2});
      TallyTile tile;
      tile.form = form;
      tile.pair_form = pair_form;
      tile.joint = matrix(joint);
      tile.pivot_rows = matrix(ij);
      tile.pivot_cols = matrix(ik);
      tile.row_cols = matrix(jk);
      Evidence<AlleleCounts, 3> seen;
      set_margins(seen, g);
      EvidenceOf<AlleleCounts>::fill(seen, tile, 0, 0);
      EXPECT_EQ(seen.joint, expected.joint);
      EXPECT_EQ(seen.pair, expected.pair);
      EXPECT_EQ(seen.margin, expected.margin);
    };
    check(TallyForm::missing, TallyForm::missing);
    if (missing) continue;
    check(TallyForm::complete, TallyForm::complete);
    check(TallyForm::complete, TallyForm::missing);  // a complete tile among incomplete ones
    check(TallyForm::missing, TallyForm::complete);
  }
}

TEST(TripleEvidence, is_taken_from_the_row_and_the_column_of_a_tile) {
  const double joint[] = {1, 2, 3, 4, 5, 6}, ij[] = {10, 20}, ik[] = {30, 40, 50},
               jk[] = {11, 12, 13, 21, 22, 23};
  TallyTile tile;
  tile.rows = {4, 6};
  tile.cols = {7, 10};
  tile.pivot = 1;
  tile.joint = {joint, 6, 3};
  tile.pivot_rows = {ij, 2, 2};
  tile.pivot_cols = {ik, 3, 3};
  tile.row_cols = {jk, 6, 3};
  Evidence<Minima, 3> seen;
  EvidenceOf<Minima>::fill(seen, tile, 1, 2);
  EXPECT_EQ(seen.joint[0], 6);
  EXPECT_EQ(seen.pair[0][0], 20);
  EXPECT_EQ(seen.pair[1][0], 50);
  EXPECT_EQ(seen.pair[2][0], 23);
}

}  // namespace
