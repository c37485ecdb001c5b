#include <gtest/gtest.h>

#include <encke/metric/builtin.hpp>

#include "emulated_run.hpp"
#include "support/counts.hpp"
#include "support/genotypes.hpp"

// Runs with a threshold: the device keeps candidates alone, and the hits are those of the
// definitions.

namespace {

using encke::Element;
using encke::Index;
using encke::test::expect_selects;
using encke::test::pack;
using encke::test::pack_bits;
using encke::test::pack_moments;
using encke::test::random_counts;
using encke::test::random_genotypes;
using encke::test::random_reals;

TEST(CudaSelection, of_pairs_of_genotypes_and_bits) {
  for (const double rate : {0.0, 0.1}) {
    const auto genotypes = random_genotypes(150, 300, rate, 1);
    for (const double threshold : {0.1, 0.5, 0.7, 4.5}) {
      expect_selects<2>(encke::Ccc{}, pack(genotypes), threshold);
      expect_selects<2>(encke::Duo{}, pack_bits(genotypes), threshold);
      expect_selects<2>(encke::Sorenson{}, pack_bits(random_genotypes(150, 300, 0, 1)), threshold);
    }
  }
}

TEST(CudaSelection, of_squared_correlations) {
  for (const double rate : {0.0, 0.1}) {
    auto genotypes = random_genotypes(60, 90, rate, 2);
    for (Index f = 0; f < 80; ++f) genotypes.at(7, f) = genotypes.at(50, f);
    for (const double threshold : {0.01, 0.2}) {
      expect_selects<2>(encke::RSquared{}, pack_moments(genotypes), threshold);
    }
  }
}

TEST(CudaSelection, of_pairs_of_profiles_and_counts) {
  const auto reals = random_reals(70, 100, 3);
  for (const double threshold : {0.3, 0.6, 0.8}) {
    for (const Element element : {Element::float32, Element::float64}) {
      expect_selects<2>(encke::Ps{}, pack(element, 100, reals), threshold);
    }
    for (const Element element : encke::test::count_elements) {
      const auto counts = random_counts(70, 100, encke::largest_count(element), 4);
      expect_selects<2>(encke::CountPs{}, encke::test::pack(element, 100, counts), threshold);
    }
  }
}

TEST(CudaSelection, of_triples) {
  for (const double rate : {0.0, 0.1}) {
    const auto genotypes = random_genotypes(14, 130, rate, 5);
    for (const double threshold : {0.1, 0.4}) {
      expect_selects<3>(encke::Ccc{}, pack(genotypes), threshold);
      expect_selects<3>(encke::Ccc{}, pack(genotypes), threshold, 16);
      expect_selects<3>(encke::Duo{}, pack_bits(genotypes), threshold);
    }
  }
  for (const Element element : {Element::float32, Element::float64}) {
    expect_selects<3>(encke::Ps{}, pack(element, 50, random_reals(12, 50, 6)), 0.6);
  }
  expect_selects<3>(encke::Sorenson{}, pack_bits(random_genotypes(14, 130, 0, 5)), 0.4);
}

/// More candidates than there is room for: all tallies come instead.
TEST(CudaSelection, holds_where_nearly_all_are_candidates) {
  const auto vectors = pack(random_genotypes(300, 20, 0, 7));
  expect_selects<2>(encke::Ccc{}, vectors, 0.001);
  expect_selects<2>(encke::Ccc{}, vectors, 0.001, 0, 256);
  expect_selects<2>(encke::Ccc{}, vectors, 0.5, 272);
}

}  // namespace
