#include <gtest/gtest.h>

#include <cmath>
#include <encke/metric/unifrac.hpp>
#include <encke/pack/packers.hpp>
#include <random>

#include "support/weighted.hpp"
#include "unit/cuda/emulated/run.hpp"

// UniFrac on an emulated device, unweighted, generalised and variance-adjusted: the values of the
// definitions, to the bit, at numbers of branches around every granule of their kernels: groups,
// words, stages, chunks and segments.

namespace {

using encke::AdjustedUnifrac;
using encke::Element;
using encke::GeneralizedUnifrac;
using encke::Index;
using encke::PackedVectors;
using encke::UnweightedUnifrac;
using encke::test::expect_conforms;
using encke::test::random_weighted;

/// Shares of the branches in samples, of which some are 0.
std::vector<std::vector<double>> random_shares(Index samples, Index branches, double present,
                                               unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform;
  std::vector<std::vector<double>> all(static_cast<std::size_t>(samples));
  for (auto& row : all) {
    for (Index b = 0; b < branches; ++b) {
      row.push_back(uniform(random) < present ? std::pow(10, -5 * uniform(random)) : 0.0);
    }
  }
  return all;
}

PackedVectors powered(Element element, Index samples, Index branches, double present) {
  std::vector<double> length;
  for (Index b = 0; b < branches; ++b) length.push_back(0.1 + static_cast<double>(b % 13));
  auto packed = encke::pack::powered_profiles(element, samples, length, 0.5);
  const auto shares = random_shares(samples, branches, present, 3);
  for (Index s = 0; s < samples; ++s) {
    encke::pack::set_powered(packed, s, shares[static_cast<std::size_t>(s)]);
  }
  return packed;
}

PackedVectors adjusted(Element element, Index samples, Index branches, double present) {
  auto packed = encke::pack::adjusted_profiles(element, samples, branches);
  const auto shares = random_shares(samples, branches, present, 4);
  for (Index s = 0; s < samples; ++s) {
    std::vector<double> counts;
    for (const double share : shares[static_cast<std::size_t>(s)]) {
      counts.push_back(std::ceil(1000 * share));
    }
    encke::pack::set_adjusted(packed, s, shares[static_cast<std::size_t>(s)], counts, 1000);
  }
  return packed;
}

void expect_all_conform(Index samples, Index branches, double present, Index block = 0,
                        Index strip = 0) {
  for (const Element element : {Element::weighted_bits32, Element::weighted_bits64}) {
    expect_conforms<2>(UnweightedUnifrac{},
                       encke::test::pack(element, random_weighted(samples, branches, present, 2)),
                       "unweighted", block, strip);
  }
  for (const Element element : {Element::powered32, Element::powered64}) {
    expect_conforms<2>(GeneralizedUnifrac{}, powered(element, samples, branches, present),
                       "generalised", block, strip);
  }
  for (const Element element : {Element::adjusted32, Element::adjusted64}) {
    expect_conforms<2>(AdjustedUnifrac{.of = AdjustedUnifrac::Of::shares},
                       adjusted(element, samples, branches, present), "adjusted", block, strip);
  }
}

class CudaUnifrac : public testing::TestWithParam<Index> {};

TEST_P(CudaUnifrac, has_the_bits_of_the_definitions) { expect_all_conform(5, GetParam(), 0.4); }

INSTANTIATE_TEST_SUITE_P(Branches, CudaUnifrac,
                         testing::Values(1, 3, 4, 5, 7, 8, 9, 63, 64, 65, 255, 256, 257, 1023, 1024,
                                         1025, 4095, 4096, 4097, 8192, 8200));

TEST(CudaUnifracOfManySamples, has_the_bits_of_the_definitions) {
  for (const double present : {0.03, 1.0}) {
    expect_all_conform(33, 70, present);
    expect_all_conform(130, 20, present);
  }
}

TEST(CudaUnifracOfManySamples, holds_for_blocks_and_strips) {
  expect_all_conform(300, 9, 0.4, 0, 256);
  expect_all_conform(70, 40, 0.4, 16);
}

}  // namespace
