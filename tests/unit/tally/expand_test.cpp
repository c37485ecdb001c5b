#include <gtest/gtest.h>

#include <encke/tally/evidence.hpp>

#include "support/definitions.hpp"

namespace {

using encke::Array;
using encke::expand;
using encke::Index;
using encke::ipow;
using encke::test::Genotypes;

/// Product number p of `Way` genotype vectors: bit (Way-1-v) of p set where vector v enters by its
/// presence m, clear where by x = copies of allele 1 minus 1.
template <int Way>
Array<std::int64_t, ipow(2, Way)> products(const Genotypes& g) {
  Array<std::int64_t, ipow(2, Way)> sums{};
  for (int p = 0; p < ipow(2, Way); ++p) {
    for (Index f = 0; f < g.fields; ++f) {
      int product = 1;
      for (int v = 0; v < Way; ++v) {
        const int genotype = g.at(v, f);
        const bool by_presence = ((p >> (Way - 1 - v)) & 1) != 0;
        product *= genotype == 3 ? 0 : by_presence ? 1 : genotype - 1;
      }
      sums[p] += product;
    }
  }
  return sums;
}

/// All genotypes of `Way` vectors of `fields` samples, one after the other.
template <int Way>
void for_all_genotypes(Index fields, const auto& visit) {
  Genotypes g(Way, fields);
  const auto count = Index{1} << (2 * g.values.size());
  for (Index code = 0; code < count; ++code) {
    for (std::size_t i = 0; i < g.values.size(); ++i) {
      g.values[i] = static_cast<std::uint8_t>((code >> (2 * i)) & 3);
    }
    visit(g);
  }
}

template <int Way>
void expect_tables(Index fields) {
  Index wrong = 0;
  for_all_genotypes<Way>(fields, [&](const Genotypes& g) {
    auto table = products<Way>(g);
    expand<Way>(table);
    Array<Index, Way> all;
    for (int v = 0; v < Way; ++v) all[v] = v;
    if (table != encke::test::evidence<Way>(g, all).joint) ++wrong;
  });
  EXPECT_EQ(wrong, 0);
}

TEST(Expand, gives_the_table_of_every_pair_of_up_to_four_samples) {
  for (const Index fields : {1, 2, 3, 4}) expect_tables<2>(fields);
}

TEST(Expand, gives_the_table_of_every_triple_of_up_to_two_samples) {
  for (const Index fields : {1, 2}) expect_tables<3>(fields);
}

TEST(Expand, gives_the_table_of_many_triples_of_many_samples) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto g = encke::test::random_genotypes(3, 1 + static_cast<Index>(seed), 0.1, seed);
    auto table = products<3>(g);
    expand<3>(table);
    EXPECT_EQ(table, (encke::test::evidence<3>(g, {{0, 1, 2}}).joint)) << seed;
  }
}

TEST(Expand, is_exact_at_the_largest_number_of_samples) {
  constexpr std::int64_t n = (std::int64_t{1} << 28) - 1;
  Array<std::int64_t, 8> table;  // all samples of all three vectors have two copies of allele 1
  for (auto& product : table) product = n;
  expand<3>(table);
  EXPECT_EQ(table, (Array<std::int64_t, 8>{{0, 0, 0, 0, 0, 0, 0, 8 * n}}));
}

}  // namespace
