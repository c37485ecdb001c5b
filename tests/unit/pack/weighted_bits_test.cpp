#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <encke/pack/packers.hpp>
#include <utility>

#include "support/values.hpp"
#include "support/weighted.hpp"

namespace encke {
namespace {

using test::error_of;
using test::pack;
using test::random_weighted;

TEST(WeightedBitVectors, decode_to_what_was_packed) {
  for (const Index fields : {1, 5, 64, 67, 130}) {
    const auto rows = random_weighted(19, fields, 0.4, 3);
    const auto wide = pack(Element::weighted_bits64, rows);
    const auto narrow = pack(Element::weighted_bits32, rows);
    EXPECT_EQ(wide.contraction(), ContractionId::weighted_bits);
    EXPECT_EQ(wide.missing(), 0);
    for (Index f = 0; f < fields; ++f) {
      const auto at = static_cast<std::size_t>(f);
      ASSERT_EQ(encke::pack::weight(wide, f), rows.weight[at]);
      ASSERT_EQ(encke::pack::weight(narrow, f),
                static_cast<double>(static_cast<float>(rows.weight[at])));
      for (std::size_t v = 0; v < 19; ++v) {
        ASSERT_EQ(pack::bit(wide, static_cast<Index>(v), f), rows.bits[v][at]);
        ASSERT_EQ(pack::bit(narrow, static_cast<Index>(v), f), rows.bits[v][at]);
      }
    }
  }
}

TEST(WeightedBitVectors, can_be_set_again_and_sent) {
  const auto rows = random_weighted(20, 300, 0.4, 11), other = random_weighted(20, 300, 0.4, 12);
  for (const Element element : {Element::weighted_bits32, Element::weighted_bits64}) {
    const auto once = pack(element, rows);
    auto again = pack::weighted_bits(element, 20, rows.weight);
    for (const auto* from : {&other, &rows}) {
      for (std::size_t v = 0; v < 20; ++v)
        pack::set_weighted_bits(again, static_cast<Index>(v), from->bits[v]);
    }
    auto sent = PackedVectors::allocate_like(once, 20, false);
    const auto buffers = once.buffers();
    const auto to = sent.buffers();
    ASSERT_EQ(to.size(), buffers.size());
    for (std::size_t p = 0; p < buffers.size(); ++p) {
      ASSERT_EQ(to[p].size(), buffers[p].size());
      std::ranges::copy(buffers[p], to[p].begin());
    }
    sent.received();
    for (const auto* found : {&std::as_const(again), &std::as_const(sent)}) {
      const auto copies = found->buffers();
      ASSERT_EQ(copies.size(), buffers.size());
      for (std::size_t p = 0; p < buffers.size(); ++p) {
        EXPECT_TRUE(std::ranges::equal(copies[p], buffers[p])) << p;
      }
    }
    EXPECT_EQ(sent.missing(), 0);
    EXPECT_EQ(once.shared().size(), static_cast<std::size_t>(5 * element.shared_bytes(1)));
  }
}

TEST(WeightedBitVectors, keep_no_masks) {
  auto vectors = pack(Element::weighted_bits64, random_weighted(9, 70, 0.5, 1));
  vectors.keep_masks();
  EXPECT_FALSE(vectors.keeps_masks());
  EXPECT_TRUE(vectors.panel({0, 9}).complete());
}

TEST(WeightedBitVectors, refuse_weights_and_bits_that_do_not_fit) {
  const auto failure = [](auto action) { return error_of(action).failure(); };
  const auto of_weights = [&](Element element, std::vector<double> weight) {
    return failure([&] { pack::weighted_bits(element, 1, weight); });
  };
  for (const double bad : {0.0, -1.0, static_cast<double>(NAN), static_cast<double>(INFINITY)}) {
    EXPECT_EQ(of_weights(Element::weighted_bits64, {1, bad}), Failure::inconsistent) << bad;
  }
  EXPECT_EQ(of_weights(Element::weighted_bits32, {3e37, 3e37}), Failure::inconsistent);
  EXPECT_EQ(of_weights(Element::weighted_bits64, {1e308, 1e308}), Failure::inconsistent);
  EXPECT_EQ(of_weights(Element::bit, {1}), Failure::internal);

  auto vectors = pack::weighted_bits(Element::weighted_bits64, 2, std::vector{1.0, 2.0});
  const auto set = [&](Index vector, std::vector<std::uint8_t> bits) {
    return failure([&] { pack::set_weighted_bits(vectors, vector, bits); });
  };
  EXPECT_EQ(set(0, {1}), Failure::inconsistent);
  EXPECT_EQ(set(0, {1, 2}), Failure::inconsistent);  // missing
  EXPECT_EQ(set(2, {1, 1}), Failure::internal);
  EXPECT_EQ(vectors.sum(0), 0);
  pack::set_weighted_bits(vectors, 0, std::vector<std::uint8_t>{1, 1});
  EXPECT_EQ(vectors.sum(0), 3);
}

}  // namespace
}  // namespace encke
