#include "support/genotypes.hpp"

#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <encke/pack/packers.hpp>

#include "support/values.hpp"

namespace encke::test::genotypes_test {
namespace {

using encke::Failure;
using encke::GenotypeCode;
using encke::Index;
using encke::MissingCode;
using encke::PackedVectors;
using encke::test::encode;
using encke::test::error_of;
using encke::test::Genotypes;
using encke::test::pack;
using encke::test::random_genotypes;

constexpr Index field_counts[] = {1, 2, 3, 31, 32, 33, 63, 64, 65, 127, 128, 129, 321};
constexpr Index vector_counts[] = {0, 1, 7, 8, 9, 17};

/// Decoded elements and margins against plain loops over the genotypes.
void expect_holds(const PackedVectors& packed, const Genotypes& g) {
  ASSERT_EQ(packed.vectors(), g.vectors);
  ASSERT_EQ(packed.fields(), g.fields);
  Index missing = 0;
  for (Index v = 0; v < g.vectors; ++v) {
    Index present = 0, positive = 0, x_sum = 0;
    for (Index f = 0; f < g.fields; ++f) {
      const int genotype = g.at(v, f);
      ASSERT_EQ(encke::pack::genotype(packed, v, f), genotype) << "vector " << v << " field " << f;
      if (genotype == 3) continue;
      ++present;
      positive += genotype == 2 ? 1 : 0;
      x_sum += genotype - 1;
    }
    EXPECT_EQ(packed.present_count(v), present) << "vector " << v;
    EXPECT_EQ(packed.positive_count(v), positive) << "vector " << v;
    EXPECT_EQ(packed.x_sum(v), x_sum) << "vector " << v;
    EXPECT_EQ(packed.has_missing(v), present != g.fields) << "vector " << v;
    missing += g.fields - present;
  }
  EXPECT_EQ(packed.missing(), missing);
}

TEST(PackedGenotypes, decode_to_what_was_packed_in_every_code_and_size) {
  for (const Index fields : field_counts) {
    for (const Index vectors : vector_counts) {
      for (const double rate : {0.0, 0.02, 0.5, 1.0}) {
        SCOPED_TRACE(testing::Message() << vectors << " x " << fields << " missing " << rate);
        const auto g = random_genotypes(vectors, fields, rate, 7);
        expect_holds(pack(g, GenotypeCode::bed), g);
        expect_holds(pack(g, GenotypeCode::packed), g);
      }
    }
  }
}

TEST(PackedGenotypes, take_the_missing_code_for_het_where_told_so) {
  for (const GenotypeCode code : {GenotypeCode::bed, GenotypeCode::packed}) {
    for (const Index fields : field_counts) {
      const auto g = random_genotypes(9, fields, 0.3, 11);
      const auto codes = encode(g, 0, 9, code);
      auto packed = encke::pack::genotypes(9, fields);
      encke::pack::set_genotypes(packed, 0, 9, codes.data(), encke::divide_up(fields, 4), code,
                                 MissingCode::het);
      expect_holds(packed, with_values(g, [](std::uint8_t x) { return x == 3 ? 1 : x; }));
      EXPECT_EQ(packed.missing(), 0);
      EXPECT_EQ(packed.mask_panel(0).data, nullptr);
    }
  }
}

TEST(PackedGenotypes, may_be_set_in_pieces_of_whole_groups) {
  const auto g = random_genotypes(29, 70, 0.05, 3);
  const Index stride = encke::divide_up(g.fields, 4);
  auto packed = encke::pack::genotypes(g.vectors, g.fields);
  for (const auto& [first, count] : {std::pair<Index, Index>{16, 13}, {0, 8}, {8, 8}}) {
    const auto codes = encode(g, first, count, GenotypeCode::bed);
    encke::pack::set_genotypes(packed, first, count, codes.data(), stride, GenotypeCode::bed);
  }
  expect_holds(packed, g);
}

TEST(PackedGenotypes, may_lie_further_apart_than_they_are_long) {
  const auto g = random_genotypes(10, 13, 0.1, 3);
  const auto codes = encode(g, 0, 10, GenotypeCode::packed);
  constexpr Index stride = 9, length = 4;
  std::vector<std::uint8_t> spread(10 * stride, 0xa5);
  for (Index v = 0; v < 10; ++v) {
    std::copy_n(codes.begin() + v * length, length, spread.begin() + v * stride);
  }
  auto packed = encke::pack::genotypes(10, 13);
  encke::pack::set_genotypes(packed, 0, 10, spread.data(), stride, GenotypeCode::packed);
  expect_holds(packed, g);
}

TEST(PackedGenotypes, keep_earlier_groups_present_when_the_first_missing_sample_comes_late) {
  for (const Index where : {0, 7, 8, 15, 16, 24}) {
    auto g = random_genotypes(25, 100, 0, 5);
    g.at(where, 66) = 3;
    SCOPED_TRACE(where);
    expect_holds(pack(g), g);
  }
}

TEST(PackedGenotypes, forget_what_a_vector_held_when_it_is_set_again) {
  const auto before = random_genotypes(16, 67, 0.2, 5);
  const Index stride = encke::divide_up(before.fields, 4);
  auto packed = pack(before);
  auto after = random_genotypes(16, 67, 0, 6);
  const auto codes = encode(after, 0, 16, GenotypeCode::bed);
  encke::pack::set_genotypes(packed, 0, 16, codes.data(), stride, GenotypeCode::bed);
  expect_holds(packed, after);

  const auto mixed = random_genotypes(16, 67, 0.2, 8);
  const auto again = encode(mixed, 0, 16, GenotypeCode::bed);
  encke::pack::set_genotypes(packed, 0, 16, again.data(), stride, GenotypeCode::bed);
  expect_holds(packed, mixed);
  encke::pack::set_genotypes(packed, 0, 16, again.data(), stride, GenotypeCode::bed,
                             MissingCode::het);
  expect_holds(packed, with_values(mixed, [](std::uint8_t x) { return x == 3 ? 1 : x; }));
}

TEST(PackedGenotypes, without_fields_have_no_samples_at_all) {
  const Genotypes g(5, 0);
  expect_holds(pack(g), g);
}

TEST(PackedGenotypes, refuse_sizes_whose_tallies_or_indices_would_not_fit) {
  const auto make = [](Index vectors, Index fields) {
    return error_of([&] { encke::pack::genotypes(vectors, fields); });
  };
  EXPECT_EQ(make(Index{1} << 32, 1).failure(), Failure::inconsistent);
  EXPECT_EQ(make(1, Index{1} << 28).failure(), Failure::inconsistent);
  EXPECT_EQ(make(-1, 1).failure(), Failure::inconsistent);
  EXPECT_EQ(make(1, -1).failure(), Failure::inconsistent);
  EXPECT_STREQ(make(1, Index{1} << 28).what(),
               "1 vectors of 268435456 fields: at most 2^32-1 vectors and 268435455 fields are "
               "supported");
}

TEST(PackedGenotypes, refuse_pieces_that_are_not_whole_groups_of_vectors_that_exist) {
  auto packed = encke::pack::genotypes(20, 4);
  const std::vector<std::uint8_t> codes(40);
  const auto set = [&](PackedVectors& vectors, Index first, Index count) {
    return error_of([&] {
      encke::pack::set_genotypes(vectors, first, count, codes.data(), 1, GenotypeCode::bed);
    });
  };
  EXPECT_STRNE(set(packed, 4, 4).what(), "nothing was thrown");
  EXPECT_STRNE(set(packed, 16, 5).what(), "nothing was thrown");
  EXPECT_STRNE(set(packed, -8, 8).what(), "nothing was thrown");
  EXPECT_STRNE(set(packed, 8, 5).what(), "nothing was thrown");
  auto reals = encke::pack::profiles(encke::Element::float64, 20, 4);
  EXPECT_STRNE(set(reals, 0, 8).what(), "nothing was thrown");
  EXPECT_STREQ(set(packed, 16, 4).what(), "nothing was thrown");
}

TEST(PackedGenotypes, take_the_bytes_that_were_foretold) {
  for (const Index vectors : vector_counts) {
    for (const Index fields : field_counts) {
      const auto complete = pack(random_genotypes(vectors, fields, 0, 1));
      const auto missing = pack(random_genotypes(vectors, fields, 1, 1));
      const auto foretold = [&](bool any) {
        return PackedVectors::bytes_for(encke::Element::genotype, vectors, fields, any);
      };
      EXPECT_EQ(complete.bytes(), foretold(false));
      EXPECT_EQ(missing.bytes(), foretold(vectors > 0));
    }
  }
}

}  // namespace
}  // namespace encke::test::genotypes_test
