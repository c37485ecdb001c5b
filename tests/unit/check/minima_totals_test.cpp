#include <gtest/gtest.h>

#include <algorithm>
#include <encke/check/minima_totals.hpp>
#include <encke/pack/packers.hpp>
#include <limits>

#include "cases.hpp"

// Counts: the sums of minima of a tile, and the check by them.

namespace {

using encke::Array;
using encke::Element;
using encke::Index;
using encke::MinimaTotals;
using encke::Operand;
using encke::PackedVectors;
using encke::Range;
using encke::test::CountKind;
using encke::test::expect_clean_everywhere;
using encke::test::expect_found_everywhere;

/// Sum over the fields of the least count of some vectors.
std::int64_t least(const PackedVectors& vectors, const std::vector<Index>& tuple) {
  std::int64_t sum = 0;
  for (Index f = 0; f < vectors.fields(); ++f) {
    std::int32_t count = std::numeric_limits<std::int32_t>::max();
    for (const Index v : tuple) count = std::min(count, encke::pack::count(vectors, v, f));
    sum += count;
  }
  return sum;
}

/// Follows the definition.
template <int Way>
MinimaTotals plain_totals(const PackedVectors& vectors, const Array<Range, Way>& blocks) {
  MinimaTotals totals;
  for (Index i = blocks[0].begin; i < blocks[0].end; ++i) {
    for (Index j = std::max(i + 1, blocks[1].begin); j < blocks[1].end; ++j) {
      if constexpr (Way == 2) {
        totals.tuples += least(vectors, {i, j});
      } else {
        for (Index k = std::max(j + 1, blocks[2].begin); k < blocks[2].end; ++k) {
          totals.tuples += least(vectors, {i, j, k});
          totals.pairs += least(vectors, {i, j}) + least(vectors, {i, k}) + least(vectors, {j, k});
        }
      }
    }
  }
  return totals;
}

template <int Way>
void expect_totals(const PackedVectors& vectors, const Array<Range, Way>& ranges) {
  Array<Operand, Way> blocks;
  for (int v = 0; v < Way; ++v) blocks[v] = {&vectors, ranges[v], 100};
  const MinimaTotals expected = plain_totals<Way>(vectors, ranges);
  for (const int workers : {1, 3}) {
    const MinimaTotals found = encke::minima_totals<Way>(blocks, workers);
    EXPECT_EQ(found.tuples, expected.tuples);
    EXPECT_EQ(found.pairs, expected.pairs);
  }
}

TEST(MinimaTotals, are_the_sums_over_all_tuples) {
  const Range a{0, 9}, b{9, 22}, c{30, 41}, one{22, 23}, none{23, 23};
  for (const Element element : encke::test::count_elements) {
    for (const Index fields : {1, 4, 64, 67}) {
      const auto vectors = encke::test::pack(
          element, fields, encke::test::random_counts(41, fields, element.largest_count(), 3));
      SCOPED_TRACE(std::to_string(element.width) + " bits, " + std::to_string(fields));
      for (const auto& blocks : std::vector<Array<Range, 2>>{
               {{a, a}}, {{a, b}}, {{b, c}}, {{one, one}}, {{one, c}}, {{none, c}}}) {
        expect_totals<2>(vectors, blocks);
      }
      for (const auto& blocks : std::vector<Array<Range, 3>>{{{a, a, a}},
                                                             {{a, a, b}},
                                                             {{a, b, b}},
                                                             {{a, b, c}},
                                                             {{a, one, c}},
                                                             {{one, c, c}},
                                                             {{one, one, c}},
                                                             {{a, none, none}}}) {
        expect_totals<3>(vectors, blocks);
      }
    }
  }
}

TEST(MinimaTotals, of_more_vectors_than_a_strip_has_and_of_the_largest_counts) {
  for (const Element element : encke::test::count_elements) {
    const auto most = static_cast<std::uint16_t>(element.largest_count());
    const encke::test::Counts counts(200, std::vector<std::uint16_t>(5, most));
    const auto vectors = encke::test::pack(element, 5, counts);
    const Operand all{&vectors, {0, 200}, 0};
    const std::int64_t each = 5 * most;
    EXPECT_EQ(encke::minima_totals<2>({{all, all}}, 1).tuples, each * 199 * 100);
    const MinimaTotals triples = encke::minima_totals<3>({{all, all, all}}, 1);
    EXPECT_EQ(triples.tuples, each * 200 * 199 * 198 / 6);
    EXPECT_EQ(triples.pairs, 3 * triples.tuples);
  }
}

template <Element element>
class Counted {
 public:
  static void expect_clean() {
    expect_clean_everywhere<CountKind<element>, 2>({0});
    expect_clean_everywhere<CountKind<element>, 3>({0});
  }
  static void expect_found() {
    expect_found_everywhere<CountKind<element>, 2>(500, {0});
    expect_found_everywhere<CountKind<element>, 3>(500, {0});
  }
};

TEST(RowCheckOfCounts, passes_right_sums_of_2_bits) { Counted<Element::count2>::expect_clean(); }
TEST(RowCheckOfCounts, passes_right_sums_of_3_bits) { Counted<Element::count3>::expect_clean(); }
TEST(RowCheckOfCounts, passes_right_sums_of_8_bits) { Counted<Element::count8>::expect_clean(); }
TEST(RowCheckOfCounts, passes_right_sums_of_16_bits) { Counted<Element::count16>::expect_clean(); }
TEST(RowCheckOfCounts, finds_wrong_sums_of_2_bits) { Counted<Element::count2>::expect_found(); }
TEST(RowCheckOfCounts, finds_wrong_sums_of_3_bits) { Counted<Element::count3>::expect_found(); }
TEST(RowCheckOfCounts, finds_wrong_sums_of_8_bits) { Counted<Element::count8>::expect_found(); }
TEST(RowCheckOfCounts, finds_wrong_sums_of_16_bits) { Counted<Element::count16>::expect_found(); }

}  // namespace
