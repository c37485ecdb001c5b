#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <encke/pack/packers.hpp>

#include "support/genotypes.hpp"
#include "support/values.hpp"

namespace encke::test::bits_test {
namespace {

using encke::Element;
using encke::Failure;
using encke::GenotypeCode;
using encke::Index;
using encke::MissingCode;
using encke::PackedVectors;
using encke::test::bit_of;
using encke::test::encode;
using encke::test::error_of;
using encke::test::Genotypes;
using encke::test::pack_bits;
using encke::test::random_genotypes;

constexpr Index field_counts[] = {1, 2, 3, 31, 32, 33, 63, 64, 65, 127, 128, 129};
constexpr Index vector_counts[] = {0, 1, 7, 8, 9, 17};

/// Decoded bits and margins against plain loops over what was packed.
void expect_holds(const PackedVectors& packed, const Genotypes& g) {
  ASSERT_EQ(packed.element(), Element::bit);
  ASSERT_EQ(packed.vectors(), g.vectors);
  ASSERT_EQ(packed.fields(), g.fields);
  Index missing = 0;
  for (Index v = 0; v < g.vectors; ++v) {
    Index present = 0, ones = 0;
    for (Index f = 0; f < g.fields; ++f) {
      const int bit = bit_of(g.at(v, f));
      ASSERT_EQ(encke::pack::bit(packed, v, f), bit) << "vector " << v << " field " << f;
      present += bit == 2 ? 0 : 1;
      ones += bit == 1 ? 1 : 0;
    }
    EXPECT_EQ(packed.present_count(v), present) << "vector " << v;
    EXPECT_EQ(packed.x_sum(v), ones) << "vector " << v;
    EXPECT_EQ(packed.has_missing(v), present != g.fields) << "vector " << v;
    missing += g.fields - present;
  }
  EXPECT_EQ(packed.missing(), missing);
}

TEST(PackedBits, decode_to_what_was_packed_from_values_and_from_every_code) {
  for (const Index fields : field_counts) {
    for (const Index vectors : vector_counts) {
      for (const double rate : {0.0, 0.02, 0.5, 1.0}) {
        SCOPED_TRACE(testing::Message() << vectors << " x " << fields << " missing " << rate);
        const auto g = random_genotypes(vectors, fields, rate, 7);
        expect_holds(pack_bits(g), g);
        expect_holds(pack_bits(g, GenotypeCode::bed), g);
        expect_holds(pack_bits(g, GenotypeCode::packed), g);
      }
    }
  }
}

TEST(PackedBits, take_the_missing_code_for_zero_where_told_so) {
  for (const GenotypeCode code : {GenotypeCode::bed, GenotypeCode::packed}) {
    const auto g = random_genotypes(9, 70, 0.3, 11);
    const auto packed = pack_bits(g, code, MissingCode::het);
    expect_holds(packed, with_values(g, [](std::uint8_t x) { return x == 3 ? 0 : x; }));
    EXPECT_EQ(packed.mask_panel(0).data, nullptr);
  }
}

TEST(PackedBits, of_the_packed_code_are_its_low_bits) {
  auto packed = encke::pack::bits(1, 4);
  const std::uint8_t codes = 0b11'10'01'00;
  encke::pack::set_bits_from_codes(packed, 0, 1, &codes, 1, GenotypeCode::packed);
  const int expected[] = {0, 1, 2, 1};
  for (Index f = 0; f < 4; ++f) EXPECT_EQ(encke::pack::bit(packed, 0, f), expected[f]) << f;
}

TEST(PackedBits, forget_what_a_vector_held_when_it_is_set_again) {
  auto packed = pack_bits(random_genotypes(16, 67, 0.2, 5));
  for (const double rate : {0.0, 0.2}) {
    for (const MissingCode missing : {MissingCode::missing, MissingCode::het}) {
      const auto g = random_genotypes(16, 67, rate, 6);
      const auto codes = encode(g, 0, 16, GenotypeCode::bed);
      encke::pack::set_bits_from_codes(packed, 0, 16, codes.data(), encke::divide_up(67, 4),
                                       GenotypeCode::bed, missing);
      const bool zero = missing == MissingCode::het;
      expect_holds(packed, with_values(g, [&](std::uint8_t x) { return x == 3 && zero ? 0 : x; }));
    }
  }
}

TEST(PackedBits, keep_earlier_vectors_present_when_the_first_missing_sample_comes_late) {
  for (const Index where : {0, 7, 8, 15, 16, 24}) {
    auto g = random_genotypes(25, 100, 0, 5);
    g.at(where, 66) = 3;
    SCOPED_TRACE(where);
    expect_holds(pack_bits(g), g);
    expect_holds(pack_bits(g, GenotypeCode::packed), g);
  }
}

TEST(PackedBits, take_the_bytes_that_were_foretold) {
  for (const Index vectors : vector_counts) {
    for (const Index fields : field_counts) {
      const auto foretold = [&](bool any) {
        return PackedVectors::bytes_for(Element::bit, vectors, fields, any);
      };
      EXPECT_EQ(pack_bits(random_genotypes(vectors, fields, 0, 1)).bytes(), foretold(false));
      EXPECT_EQ(pack_bits(random_genotypes(vectors, fields, 1, 1)).bytes(), foretold(vectors > 0));
    }
  }
}

TEST(PackedBits, refuse_what_is_no_bit_and_vectors_that_do_not_fit) {
  auto packed = encke::pack::bits(3, 2);
  const auto set = [&](PackedVectors& vectors, Index v, std::vector<std::uint8_t> values) {
    return error_of([&] { encke::pack::set_bits(vectors, v, values); });
  };
  EXPECT_EQ(set(packed, 0, {0, 3}).failure(), Failure::inconsistent);
  EXPECT_EQ(set(packed, 0, {0, 1, 1}).failure(), Failure::inconsistent);
  EXPECT_STRNE(set(packed, 3, {0, 1}).what(), "nothing was thrown");
  EXPECT_STREQ(set(packed, 2, {2, 1}).what(), "nothing was thrown");
  auto genotypes = encke::pack::genotypes(8, 2);
  EXPECT_STRNE(set(genotypes, 0, {0, 1}).what(), "nothing was thrown");
  const std::uint8_t codes[8] = {};
  EXPECT_STRNE(error_of([&] {
                 encke::pack::set_bits_from_codes(genotypes, 0, 8, codes, 1, GenotypeCode::bed);
               }).what(),
               "nothing was thrown");
  EXPECT_EQ(error_of([] { encke::pack::bits(1, Index{1} << 28); }).failure(),
            Failure::inconsistent);
}

}  // namespace
}  // namespace encke::test::bits_test
