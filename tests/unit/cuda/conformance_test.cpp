#include <gtest/gtest.h>

#include <encke/metric/builtin.hpp>

#include "support/classes.hpp"
#include "support/counts.hpp"
#include "support/genotypes.hpp"
#include "support/long_run.hpp"
#include "unit/cuda/emulated/run.hpp"

// The kernels and the backend of backends/cuda on an emulated device give the values of the
// definitions, to the bit, at sizes around every granule: words, instructions, tiles, strips.

namespace {

using encke::Element;
using encke::Index;
using encke::test::expect_conforms;
using encke::test::pack;
using encke::test::pack_bits;
using encke::test::pack_moments;
using encke::test::random_counts;
using encke::test::random_genotypes;
using encke::test::random_reals;

class CudaConformance : public testing::TestWithParam<Index> {
 protected:
  Index fields() const { return GetParam(); }
};

TEST_P(CudaConformance, of_pairs_of_genotypes) {
  for (const Index n : {1, 7, 16, 17, 130}) {
    for (const double rate : {0.0, 0.1}) {
      const auto vectors = pack(random_genotypes(n, fields(), rate, 1));
      expect_conforms<2>(encke::Ccc{}, vectors, "genotypes");
    }
  }
}

TEST_P(CudaConformance, of_pairs_of_bits) {
  for (const Index n : {7, 17, 130}) {
    for (const double rate : {0.0, 0.1}) {
      expect_conforms<2>(encke::Duo{}, pack_bits(random_genotypes(n, fields(), rate, 2)), "bits");
    }
  }
}

TEST_P(CudaConformance, of_moments_of_pairs) {
  for (const double rate : {0.0, 0.1}) {
    const auto vectors = pack_moments(random_genotypes(37, fields(), rate, 3));
    expect_conforms<2>(encke::RSquared{}, vectors, "moments");
  }
}

TEST_P(CudaConformance, of_matches_of_pairs) {
  for (const double rate : {0.0, 0.1}) {
    const auto vectors = pack_matches(random_genotypes(37, fields(), rate, 3));
    expect_conforms<2>(encke::King{}, vectors, "matches");
  }
}

TEST_P(CudaConformance, of_pairs_and_triples_of_tables) {
  for (const double rate : {0.0, 0.1}) {
    const auto status = encke::test::interleaved(fields(), 3);
    const auto vectors = pack(random_genotypes(21, fields(), rate, 4), status);
    expect_conforms<2>(encke::K2(fields()), vectors, "tables");
    const auto few = pack(random_genotypes(5, fields(), rate, 4), status);
    expect_conforms<3>(encke::K2(fields()), few, "tables");
  }
}

TEST_P(CudaConformance, of_profiles) {
  const auto reals = random_reals(33, fields(), 5);
  const auto few = random_reals(6, fields(), 5);
  for (const Element element : {Element::float32, Element::float64}) {
    expect_conforms<2>(encke::Ps{}, pack(element, fields(), reals), "profiles");
    expect_conforms<3>(encke::Ps{}, pack(element, fields(), few), "profiles");
  }
}

TEST_P(CudaConformance, of_counts) {
  for (const Element element : encke::test::count_elements) {
    const int most = element.largest_count();
    const auto vectors = encke::test::pack(element, fields(), random_counts(33, fields(), most, 6));
    expect_conforms<2>(encke::CountPs{}, vectors, "counts");
    const auto few = encke::test::pack(element, fields(), random_counts(6, fields(), most, 6));
    expect_conforms<3>(encke::CountPs{}, few, "counts");
  }
}

TEST_P(CudaConformance, of_triples) {
  for (const double rate : {0.0, 0.1}) {
    const auto genotypes = random_genotypes(9, fields(), rate, 7);
    expect_conforms<3>(encke::Ccc{}, pack(genotypes), "genotypes");
    expect_conforms<3>(encke::Duo{}, pack_bits(genotypes), "bits");
  }
}

INSTANTIATE_TEST_SUITE_P(Fields, CudaConformance,
                         testing::Values(1, 31, 32, 64, 255, 256, 257, 1000));

TEST(CudaConformanceOfBlocks, holds_for_several_blocks_and_strips) {
  for (const double rate : {0.0, 0.1}) {
    const auto vectors = pack(random_genotypes(600, 40, rate, 8));
    std::size_t turn = rate > 0 ? 1 : 0;
    const auto expect = [&](const char* what, Index block, Index strip) {
      if (!encke::test::has_turn(turn++, 2)) return;
      expect_conforms<2>(encke::Ccc{}, vectors, what, block, strip);
    };
    expect("parts", 0, 0);
    expect("strips", 0, 256);
    expect("uneven strips", 0, 512);
    expect("blocks", 272, 0);
    const auto few = random_genotypes(40, 40, rate, 8);
    expect_conforms<3>(encke::Ccc{}, pack(few), "blocks", 16, 0);
  }
}

/// The same products of numbers by a library.
class CudaConformanceOfNumbers : public testing::TestWithParam<encke::cuda::Numbers> {};

TEST_P(CudaConformanceOfNumbers, holds_for_all_elements_by_planes) {
  for (const Index fields : {1, 65, 300}) {
    for (const double rate : {0.0, 0.1}) {
      const auto genotypes = random_genotypes(20, fields, rate, 10);
      const auto few = random_genotypes(5, fields, rate, 10);
      const auto status = encke::test::interleaved(fields, 3);
      expect_conforms<2>(encke::Ccc{}, pack(genotypes), "genotypes", 0, 0, GetParam());
      expect_conforms<2>(encke::Duo{}, pack_bits(genotypes), "bits", 0, 0, GetParam());
      expect_conforms<2>(encke::RSquared{}, pack_moments(genotypes), "moments", 0, 0, GetParam());
      expect_conforms<2>(encke::King{}, pack_matches(genotypes), "matches", 0, 0, GetParam());
      expect_conforms<2>(encke::K2(fields), pack(genotypes, status), "tables", 0, 0, GetParam());
      expect_conforms<3>(encke::Ccc{}, pack(few), "genotypes", 0, 0, GetParam());
      expect_conforms<3>(encke::Duo{}, pack_bits(few), "bits", 0, 0, GetParam());
      expect_conforms<3>(encke::K2(fields), pack(few, status), "tables", 0, 0, GetParam());
    }
    for (const Element element : {Element::count2, Element::count3}) {
      const auto counts = random_counts(9, fields, element.largest_count(), 11);
      expect_conforms<2>(encke::CountPs{}, encke::test::pack(element, fields, counts), "counts", 0,
                         0, GetParam());
    }
  }
  expect_conforms<2>(encke::Ccc{}, pack(random_genotypes(300, 300, 0, 12)), "parts", 0, 0,
                     GetParam());
  // the second class takes more room than the first, which is under way
  const auto cases = encke::test::apart(3, 300);
  expect_conforms<2>(encke::K2(303), pack(random_genotypes(20, 303, 0, 13), cases), "few controls",
                     0, 0, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Libraries, CudaConformanceOfNumbers,
                         testing::Values(encke::cuda::Numbers::int8, encke::cuda::Numbers::fp8,
                                         encke::cuda::Numbers::fp4));

/// Beyond a chunk and a segment of Minima.
TEST(CudaConformanceOfLongProfiles, keeps_the_order_of_the_sums) {
  for (const Index fields : {4095, 4096, 4097, 8192, 9000}) {
    const auto reals = random_reals(3, fields, 9);
    for (const Element element : {Element::float32, Element::float64}) {
      expect_conforms<2>(encke::Ps{}, pack(element, fields, reals), "long profiles");
    }
  }
}

}  // namespace
