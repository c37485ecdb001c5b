#include <gtest/gtest.h>

#include <cstring>
#include <encke/base/error.hpp>
#include <encke/pack/packed_vectors.hpp>

#include "support/genotypes.hpp"

namespace {

using encke::Element;
using encke::Error;
using encke::Index;
using encke::PackedVectors;
using encke::Panel;
using encke::test::Genotypes;
using encke::test::pack;
using encke::test::random_genotypes;
using encke::test::random_reals;

/// Bit of a sample in one plane of a stream of `planes` planes.
bool bit(const encke::Stream& stream, int planes, int plane, Index vector, Index field) {
  std::uint64_t word;
  std::memcpy(&word, stream.group(vector / 8) + (field / 64 * planes + plane) * 64 + vector % 8 * 8,
              8);
  return ((word >> (field % 64)) & 1) != 0;
}

void expect_planes(const Panel& panel, const Genotypes& g, Index first) {
  const auto genotype = [&](Index v, Index f) {
    return v < panel.vectors && f < g.fields ? int{g.at(first + v, f)} : 3;
  };
  for (Index v = 0; v < encke::round_up(panel.vectors, 8); ++v) {
    for (Index f = 0; f < panel.words * 64; ++f) {
      const int x = genotype(v, f);
      ASSERT_EQ(bit(panel.values, 2, encke::nonzero, v, f), x == 0 || x == 2) << v << " " << f;
      ASSERT_EQ(bit(panel.values, 2, encke::negative, v, f), x == 0) << v << " " << f;
      if (panel.complete()) continue;
      ASSERT_EQ(bit(panel.mask, 1, 0, v, f), x != 3) << v << " " << f;
    }
  }
}

TEST(Panel, has_the_documented_planes_and_zeros_as_padding) {
  for (const Index fields : {1, 63, 64, 65, 129}) {
    for (const Index vectors : {1, 7, 8, 9, 17}) {
      for (const double rate : {0.0, 0.3}) {
        const auto g = random_genotypes(vectors, fields, rate, 2);
        const auto packed = pack(g);
        const Panel panel = packed.panel({0, vectors});
        EXPECT_EQ(panel.vectors, vectors);
        EXPECT_EQ(panel.fields, fields);
        EXPECT_EQ(panel.words, encke::divide_up(fields, 64));
        EXPECT_EQ(panel.lanes, 8);
        expect_planes(panel, g, 0);
      }
    }
  }
}

TEST(Panel, of_some_vectors_begins_at_their_group) {
  auto g = random_genotypes(40, 70, 0.1, 2);
  const auto packed = pack(g);
  for (const Index first : {0, 8, 16, 32}) {
    const Panel panel = packed.panel({first, 40});
    EXPECT_EQ(panel.vectors, 40 - first);
    expect_planes(panel, g, first);
  }
}

TEST(Panel, is_complete_where_its_own_vectors_are) {
  auto g = random_genotypes(24, 70, 0, 2);
  g.at(9, 69) = 3;
  const auto packed = pack(g);
  EXPECT_TRUE(packed.panel({0, 8}).complete());
  EXPECT_FALSE(packed.panel({8, 16}).complete());
  EXPECT_TRUE(packed.panel({16, 24}).complete());
  EXPECT_TRUE(packed.panel({8, 9}).complete());
  EXPECT_FALSE(packed.panel({0, 24}).complete());
  EXPECT_TRUE(bit(packed.mask_panel(2), 1, 0, 5, 69));
  EXPECT_FALSE(bit(packed.mask_panel(1), 1, 0, 1, 69));
}

TEST(Panel, of_masks_has_no_data_where_nothing_is_missing) {
  const auto packed = pack(random_genotypes(24, 70, 0, 2));
  EXPECT_EQ(packed.mask_panel(0).data, nullptr);
  EXPECT_EQ(packed.mask_panel(2).data, nullptr);
}

TEST(Panel, must_begin_at_a_group_of_vectors_that_exist) {
  const auto packed = pack(random_genotypes(24, 70, 0, 2));
  EXPECT_THROW(packed.panel({4, 8}), Error);
  EXPECT_THROW(packed.panel({-8, 8}), Error);
  EXPECT_THROW(packed.panel({16, 25}), Error);
  const auto reals = pack(Element::float32, 5, random_reals(24, 5, 1));
  EXPECT_THROW(reals.panel({8, 16}), Error);
  EXPECT_EQ(reals.panel({16, 24}).vectors, 8);
}

template <class T>
void expect_interleaved(Element element, Index vectors, Index fields) {
  constexpr Index lanes = 64 / sizeof(T);
  const auto reals = random_reals(vectors, fields, 4);
  const auto packed = pack(element, fields, reals);
  const Panel panel = packed.panel({0, vectors});
  EXPECT_EQ(panel.lanes, lanes);
  EXPECT_EQ(panel.words, fields);
  EXPECT_TRUE(panel.complete());
  for (Index v = 0; v < encke::round_up(vectors, lanes); ++v) {
    for (Index f = 0; f < fields; ++f) {
      T x;
      std::memcpy(&x, panel.values.group(v / lanes) + f * 64 + v % lanes * Index{sizeof(T)},
                  sizeof(T));
      const double expected =
          v < vectors ? reals[static_cast<std::size_t>(v)][static_cast<std::size_t>(f)] : 0;
      ASSERT_EQ(x, static_cast<T>(expected)) << v << " " << f;
    }
  }
}

TEST(Panel, of_reals_is_interleaved_and_padded_with_zeros) {
  for (const Index vectors : {1, 7, 8, 9, 17}) {
    for (const Index fields : {1, 3, 65}) {
      expect_interleaved<float>(Element::float32, vectors, fields);
      expect_interleaved<double>(Element::float64, vectors, fields);
    }
  }
}

}  // namespace
