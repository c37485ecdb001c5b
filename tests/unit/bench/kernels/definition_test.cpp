#include "bench/kernels/definition.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <encke/io/comet/random_vectors.hpp>
#include <encke/pack/packers.hpp>
#include <limits>
#include <vector>

namespace {

using encke::Array;
using encke::Element;
using encke::Index;
using encke::PackedVectors;
using encke::Precision;
using encke::bench::MetricName;
using encke::bench::values_by_definition;

/// Vectors of four samples, a byte each, in the code of packed files: 00, 01 het, 10 missing, 11.
PackedVectors four_samples(const std::vector<std::uint8_t>& codes) {
  auto vectors = encke::pack::genotypes(static_cast<Index>(codes.size()), 4);
  encke::pack::set_genotypes(vectors, 0, static_cast<Index>(codes.size()), codes.data(), 1,
                             encke::GenotypeCode::packed);
  return vectors;
}

TEST(Definition, of_ccc_gives_the_values_computed_by_hand) {
  // copies of allele 1: vector 0: 2 2 0 0, vector 1: 2 2 0 0
  const auto vectors = four_samples({0b00001111, 0b00001111});
  const auto values = values_by_definition<2>(MetricName::ccc, vectors, {0, 1});
  // f = 1/2 each; f(0,0) = f(1,1) = 1/2, f(0,1) = f(1,0) = 0; 9/2 * 1/2 * (2/3)^2 = 1
  ASSERT_EQ(values.size(), 4U);
  EXPECT_DOUBLE_EQ(values[0], 1);
  EXPECT_DOUBLE_EQ(values[1], 0);
  EXPECT_DOUBLE_EQ(values[2], 0);
  EXPECT_DOUBLE_EQ(values[3], 1);
}

TEST(Definition, of_ccc_counts_only_samples_that_are_present) {
  // copies: vector 0: 2 missing 0 0; vector 1: 2 2 missing 0; both present in samples 0 and 3
  const auto vectors = four_samples({0b00001011, 0b00101111});
  const auto values = values_by_definition<2>(MetricName::ccc, vectors, {0, 1});
  // allele 1: f_0 = 2/6, f_1 = 4/6, f_01 = 4/8
  EXPECT_DOUBLE_EQ(values[3], 4.5 * 0.5 * (1 - 2.0 / 9) * (1 - 4.0 / 9));
  // allele 1 of vector 0 with allele 0 of vector 1: never together
  EXPECT_DOUBLE_EQ(values[2], 0);
}

TEST(Definition, of_ccc_is_zero_where_no_sample_is_present_in_all) {
  const auto vectors = four_samples({0b10101010, 0b00001111, 0b00001111});
  const auto values = values_by_definition<3>(MetricName::ccc, vectors, {0, 1, 2});
  EXPECT_EQ(values, std::vector<double>(8, 0.0));
}

TEST(Definition, of_ccc_triples_gives_the_values_computed_by_hand) {
  const auto vectors = four_samples({0b00001111, 0b00001111, 0b00001111});
  const auto values = values_by_definition<3>(MetricName::ccc, vectors, {0, 1, 2});
  ASSERT_EQ(values.size(), 8U);
  EXPECT_DOUBLE_EQ(values[7], 4.5 * 0.5 * 8 / 27);
  EXPECT_DOUBLE_EQ(values[6], 0);
}

TEST(Definition, of_bits_gives_the_values_computed_by_hand) {
  auto bits = encke::pack::bits(3, 4);
  const std::uint8_t rows[3][4] = {{1, 1, 0, 0}, {1, 0, 0, 1}, {1, 1, 1, 2}};
  for (Index v = 0; v < 3; ++v) encke::pack::set_bits(bits, v, rows[v]);
  // together: 11, 10, 00, 01; f = 1/2 each
  const auto duo = values_by_definition<2>(MetricName::duo, bits, {0, 1});
  for (const double value : duo) EXPECT_DOUBLE_EQ(value, 4 * 0.25 * 4.0 / 9);
  // samples 0 to 2 are present in both: 11, 11, 01; f_2(1) = 1
  const auto part = values_by_definition<2>(MetricName::duo, bits, {0, 2});
  EXPECT_DOUBLE_EQ(part[3], 4 * 2.0 / 3 * (1 - 1.0 / 3) * (1 - 2.0 / 3));
  EXPECT_DOUBLE_EQ(part[0], 0);
  EXPECT_DOUBLE_EQ(values_by_definition<2>(MetricName::sorenson, bits, {0, 1})[0], 2 * 1 / 4.0);
}

TEST(Definition, of_ps_gives_the_values_computed_by_hand) {
  auto vectors = encke::pack::profiles(Element::float64, 3, 2);
  encke::pack::set_profile(vectors, 0, std::array<double, 2>{1, 2});
  encke::pack::set_profile(vectors, 1, std::array<double, 2>{3, 1});
  encke::pack::set_profile(vectors, 2, std::array<double, 2>{2, 0});
  // minima: 1 + 1 of sum 7
  EXPECT_DOUBLE_EQ(values_by_definition<2>(MetricName::ps, vectors, {0, 1})[0], 4.0 / 7);
  // field 0: 1 + 1 + 2 - 1 = 3; field 1: 1 + 0 + 0 - 0 = 1; of sum 9
  EXPECT_DOUBLE_EQ(values_by_definition<3>(MetricName::ps, vectors, {0, 1, 2})[0], 1.5 * 4 / 9);
}

TEST(Close, compares_relatively_and_takes_two_nan_for_equal) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(encke::bench::close(1e6, 1e6 + 0.5, 1e-6));
  EXPECT_FALSE(encke::bench::close(1e6, 1e6 + 2, 1e-6));
  EXPECT_TRUE(encke::bench::close(0, 0, 1e-6));
  EXPECT_TRUE(encke::bench::close(nan, nan, 1e-6));
  EXPECT_FALSE(encke::bench::close(nan, 1, 1e-6));
}

TEST(Tolerance, is_that_of_the_arithmetic) {
  EXPECT_LT(encke::bench::tolerance(MetricName::ps, Precision::float64), 1e-10);
  EXPECT_LT(encke::bench::tolerance(MetricName::ccc, Precision::float32), 1e-6);
  EXPECT_GT(encke::bench::tolerance(MetricName::ps, Precision::float32), 1e-6);
}

}  // namespace
