// Sums of weights of shared bits: every level, and the team form that devices run, has the bits of
// the definition, which is written down here once more.
#include <gtest/gtest.h>

#include <algorithm>
#include <encke/metric/unifrac.hpp>
#include <numeric>

#include "support/values.hpp"
#include "support/weighted.hpp"

namespace {

using encke::Element;
using encke::Index;
using encke::UnweightedUnifrac;
using encke::WeightedBits;
using encke::test::all_engines;
using encke::test::Engine;
using encke::test::pack;
using encke::test::plan_for;
using encke::test::random_weighted;
using encke::test::values_of;
using encke::test::WeightedRows;

using Bits = std::vector<std::uint8_t>;

/// A metric that shows the sum itself.
struct SharedWeight {
  using contraction = WeightedBits;
  template <int Way>
  static constexpr int cells = 1;
  template <int Way>
  requires(Way == 2) double value(const encke::Evidence<WeightedBits, Way>& seen, int) const {
    return seen.joint[0];
  }
};

/// Groups of 4 fields; chunks of 1024 in T; segments of 4096.
template <class T>
double definition(const std::vector<double>& weight, const Bits& bits) {
  const auto l = [&](std::size_t f) {
    return f < bits.size() && bits[f] == 1 ? static_cast<T>(weight[f]) : T{0};
  };
  double sum = 0;
  for (std::size_t s = 0; s < bits.size(); s += 4096) {
    double of_segment = 0;
    T of_chunk = 0;
    for (std::size_t f = s; f < std::min(s + 4096, bits.size()); f += 4) {
      if (sizeof(T) == 4 && f > s && f % 1024 == 0) {
        of_segment += static_cast<double>(of_chunk);
        of_chunk = 0;
      }
      of_chunk += (l(f) + l(f + 1)) + (l(f + 2) + l(f + 3));
    }
    sum += of_segment + static_cast<double>(of_chunk);
  }
  return sum;
}

Bits shared(const Bits& a, const Bits& b) {
  Bits both = a;
  for (std::size_t f = 0; f < both.size(); ++f) both[f] &= b[f];
  return both;
}

template <class T>
void expect_the_definition(const WeightedRows& rows, Element element) {
  const auto packed = pack(element, rows);
  for (std::size_t v = 0; v < rows.bits.size(); ++v) {
    ASSERT_EQ(packed.sum(static_cast<Index>(v)), definition<T>(rows.weight, rows.bits[v]));
  }
  std::vector<double> expected;
  for (std::size_t i = 0; i < rows.bits.size(); ++i) {
    for (std::size_t j = i + 1; j < rows.bits.size(); ++j) {
      expected.push_back(definition<T>(rows.weight, shared(rows.bits[i], rows.bits[j])));
    }
  }
  for (const Engine& engine : all_engines()) {
    SCOPED_TRACE(engine.backend + " " + engine.level);
    const auto found = values_of<2>(SharedWeight{}, packed, plan_for(2, engine));
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t h = 0; h < found.size(); ++h) ASSERT_EQ(found[h].value, expected[h]) << h;
  }
}

TEST(WeightedBits, have_the_bits_of_the_definition_on_every_engine_at_awkward_sizes) {
  const Index sizes[][2] = {{2, 1},     {1, 3},     {3, 3},     {7, 4},    {8, 5},   {9, 31},
                            {16, 32},   {17, 33},   {33, 64},   {40, 65},  {5, 255}, {24, 257},
                            {40, 1000}, {25, 1025}, {12, 4097}, {5, 9000}, {97, 40}, {200, 70}};
  for (const auto& [vectors, fields] : sizes) {
    for (const double present : {0.05, 0.6}) {
      SCOPED_TRACE(testing::Message() << vectors << " x " << fields << ", " << present);
      const auto rows = random_weighted(vectors, fields, present, static_cast<unsigned>(fields));
      expect_the_definition<float>(rows, Element::weighted_bits32);
      expect_the_definition<double>(rows, Element::weighted_bits64);
    }
  }
}

TEST(WeightedBits, of_all_or_no_bits_are_the_sums_of_all_weights_or_0) {
  auto rows = random_weighted(70, 300, 0.5, 2);
  for (std::size_t v = 0; v < rows.bits.size(); ++v) {
    std::fill(rows.bits[v].begin(), rows.bits[v].end(), v % 2 == 0 ? 1 : 0);
  }
  expect_the_definition<float>(rows, Element::weighted_bits32);
  expect_the_definition<double>(rows, Element::weighted_bits64);
}

TEST(UnweightedUnifrac, has_the_same_digest_whatever_the_blocks) {
  const auto rows = random_weighted(150, 5000, 0.3, 9);
  for (const Element element : {Element::weighted_bits32, Element::weighted_bits64}) {
    const auto packed = pack(element, rows);
    encke::Plan plan = plan_for(2);
    plan.digest_all = true;
    const auto digest = encke::test::report_of(UnweightedUnifrac{}, packed, plan).digest;
    for (const Index block : {16, 48, 112}) {
      plan.block = block;
      EXPECT_EQ(encke::test::report_of(UnweightedUnifrac{}, packed, plan).digest, digest) << block;
    }
  }
}

TEST(UnweightedUnifrac, does_not_depend_on_the_order_of_the_samples) {
  auto rows = random_weighted(20, 600, 0.3, 8);
  const auto before = values_of<2>(UnweightedUnifrac{}, pack(Element::weighted_bits32, rows));
  std::reverse(rows.bits.begin(), rows.bits.end());
  const auto after = values_of<2>(UnweightedUnifrac{}, pack(Element::weighted_bits32, rows));
  std::size_t met = 0;
  for (const auto& hit : before) {
    for (const auto& other : after) {
      if (other.index[0] != 19 - hit.index[1] || other.index[1] != 19 - hit.index[0]) continue;
      ASSERT_EQ(hit.value, other.value);
      ++met;
    }
  }
  EXPECT_EQ(met, before.size());
}

// Rounding keeps order, so that no sum of a part is above the sum of the whole.
TEST(UnweightedUnifrac, of_samples_that_differ_in_one_branch_is_above_or_equal_to_0) {
  auto rows = random_weighted(1, 900, 0.7, 4);
  rows.bits.resize(30, rows.bits[0]);
  for (std::size_t v = 1; v < rows.bits.size(); ++v) rows.bits[v][29 * v] ^= 1;
  for (const Element element : {Element::weighted_bits32, Element::weighted_bits64}) {
    for (const auto& hit : values_of<2>(UnweightedUnifrac{}, pack(element, rows))) {
      ASSERT_GE(hit.value, 0);
      ASSERT_LT(hit.value, 0.1);
    }
  }
}

}  // namespace
