#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <encke/metric/builtin.hpp>
#include <numeric>

#include "support/definitions.hpp"
#include "support/values.hpp"

// What must not change, or change in a known way, when the input is rearranged: relations that
// hold without knowing a single value.

namespace {

using encke::Ccc;
using encke::Element;
using encke::Hit;
using encke::Index;
using encke::ipow;
using encke::Ps;
using encke::test::Genotypes;
using encke::test::pack;
using encke::test::random_genotypes;
using encke::test::shuffled_indices;
using encke::test::values_of;

constexpr std::uint64_t instances = 300;  // of each relation and way

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

/// A small problem that differs with the seed in every respect.
Genotypes problem(int way, std::uint64_t seed) {
  const double rates[] = {0, 0, 0.02, 0.3};
  const auto vectors = static_cast<Index>(way + seed % (way == 2 ? 23 : 9));
  return random_genotypes(vectors, 1 + static_cast<Index>(seed * 37 % 150), rates[seed % 4], seed);
}

template <int Way>
std::vector<std::uint64_t> sorted_bits(const std::vector<Hit<Way>>& hits) {
  std::vector<std::uint64_t> all;
  for (const auto& hit : hits) all.push_back(bits(hit.value));
  std::sort(all.begin(), all.end());
  return all;
}

template <class Check>
void for_pairs_and_triples(const Check& check) {
  for (std::uint64_t seed = 0; seed < instances; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    check.template operator()<2>(problem(2, seed), seed);
    check.template operator()<3>(problem(3, seed), seed);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Metamorphic, the_order_of_the_samples_does_not_matter) {
  for_pairs_and_triples([]<int Way>(const Genotypes& g, std::uint64_t seed) {
    const auto moved = with_fields(g, shuffled_indices(g.fields, seed));
    EXPECT_EQ(values_of<Way>(Ccc{}, pack(moved)), values_of<Way>(Ccc{}, pack(g)));
  });
}

TEST(Metamorphic, the_order_of_the_vectors_moves_values_and_changes_none) {
  for_pairs_and_triples([]<int Way>(const Genotypes& g, std::uint64_t seed) {
    const auto moved = with_vectors(g, shuffled_indices(g.vectors, seed));
    EXPECT_EQ(sorted_bits(values_of<Way>(Ccc{}, pack(moved))),
              sorted_bits(values_of<Way>(Ccc{}, pack(g))));
  });
}

TEST(Metamorphic, reversed_vectors_have_the_values_of_the_reversed_cells) {
  for_pairs_and_triples([]<int Way>(const Genotypes& g, std::uint64_t) {
    auto order = shuffled_indices(g.vectors, 0);
    std::sort(order.rbegin(), order.rend());
    auto expected = values_of<Way>(Ccc{}, pack(g));
    for (auto& hit : expected) {
      Hit<Way> other = hit;
      other.cell = 0;
      for (int v = 0; v < Way; ++v) {
        other.index[v] = static_cast<std::uint32_t>(g.vectors - 1) - hit.index[Way - 1 - v];
        other.cell |= ((hit.cell >> (Way - 1 - v)) & 1) << v;
      }
      hit = other;
    }
    std::sort(expected.begin(), expected.end(), encke::precedes);
    EXPECT_EQ(values_of<Way>(Ccc{}, pack(with_vectors(g, order))), expected);
  });
}

TEST(Metamorphic, swapped_alleles_swap_the_cells) {
  for_pairs_and_triples([]<int Way>(const Genotypes& g, std::uint64_t) {
    const auto swapped = with_values(
        g, [](std::uint8_t x) { return x == 3 ? x : static_cast<std::uint8_t>(2 - x); });
    auto expected = values_of<Way>(Ccc{}, pack(g));
    for (auto& hit : expected) hit.cell ^= ipow(2, Way) - 1;
    std::sort(expected.begin(), expected.end(), encke::precedes);
    EXPECT_EQ(values_of<Way>(Ccc{}, pack(swapped)), expected);
  });
}

TEST(Metamorphic, repeated_samples_change_values_by_rounding_only) {
  for_pairs_and_triples([]<int Way>(const Genotypes& g, std::uint64_t seed) {
    std::vector<Index> order;
    for (std::uint64_t k = 0; k < 2 + seed % 5; ++k) {
      const auto once = shuffled_indices(g.fields, k);
      order.insert(order.end(), once.begin(), once.end());
    }
    const auto expected = values_of<Way>(Ccc{}, pack(g));
    const auto found = values_of<Way>(Ccc{}, pack(with_fields(g, order)));
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_NEAR(found[i].value, expected[i].value, 1e-14);
    }
  });
}

TEST(Metamorphic, samples_that_are_missing_in_all_vectors_change_no_bit) {
  for_pairs_and_triples([]<int Way>(const Genotypes& g, std::uint64_t seed) {
    Genotypes longer(g.vectors, g.fields + 1 + static_cast<Index>(seed % 70));
    const auto gap = static_cast<Index>(seed) % (g.fields + 1);
    for (Index v = 0; v < g.vectors; ++v) {
      for (Index f = 0; f < longer.fields; ++f) {
        const Index added = longer.fields - g.fields;
        longer.at(v, f) = f < gap           ? g.at(v, f)
                          : f < gap + added ? std::uint8_t{3}
                                            : g.at(v, f - added);
      }
    }
    EXPECT_EQ(values_of<Way>(Ccc{}, pack(longer)), values_of<Way>(Ccc{}, pack(g)));
  });
}

TEST(Metamorphic, vectors_left_out_take_only_their_own_values_away) {
  for_pairs_and_triples([]<int Way>(const Genotypes& g, std::uint64_t seed) {
    const auto gone = static_cast<std::uint32_t>(seed % static_cast<std::uint64_t>(g.vectors));
    std::vector<Index> rest(static_cast<std::size_t>(g.vectors));
    std::iota(rest.begin(), rest.end(), Index{0});
    rest.erase(rest.begin() + gone);
    std::vector<Hit<Way>> expected;
    for (auto hit : values_of<Way>(Ccc{}, pack(g))) {
      bool without = true;
      for (auto& i : hit.index) {
        without = without && i != gone;
        i -= i > gone ? 1 : 0;
      }
      if (without) expected.push_back(hit);
    }
    EXPECT_EQ(values_of<Way>(Ccc{}, pack(with_vectors(g, rest))), expected);
  });
}

TEST(Metamorphic, the_order_of_profiles_moves_values_and_changes_none) {
  for (std::uint64_t seed = 0; seed < instances; ++seed) {
    const Index fields = 1 + static_cast<Index>(seed * 37 % 400);
    const auto reals = encke::test::random_reals(11, fields, seed);
    auto moved = reals;
    std::reverse(moved.begin() + static_cast<long>(seed % 9), moved.end());
    for (const Element element : {Element::float32, Element::float64}) {
      const auto before = pack(element, fields, reals), after = pack(element, fields, moved);
      ASSERT_EQ(sorted_bits(values_of<2>(Ps{}, after)), sorted_bits(values_of<2>(Ps{}, before)));
      ASSERT_EQ(sorted_bits(values_of<3>(Ps{}, after)), sorted_bits(values_of<3>(Ps{}, before)));
    }
  }
}

TEST(Metamorphic, profiles_scaled_by_a_power_of_two_keep_their_values) {
  for (std::uint64_t seed = 0; seed < instances; ++seed) {
    const Index fields = 1 + static_cast<Index>(seed * 37 % 400);
    const auto reals = encke::test::random_reals(8, fields, seed);
    auto scaled = reals;
    for (auto& profile : scaled) {
      for (auto& x : profile) x *= 0.125;
    }
    for (const Element element : {Element::float32, Element::float64}) {
      const auto before = pack(element, fields, reals), after = pack(element, fields, scaled);
      ASSERT_EQ(sorted_bits(values_of<2>(Ps{}, after)), sorted_bits(values_of<2>(Ps{}, before)));
      ASSERT_EQ(sorted_bits(values_of<3>(Ps{}, after)), sorted_bits(values_of<3>(Ps{}, before)));
    }
  }
}

}  // namespace
