#include <cmath>
#include <encke/io/comet/random_vectors.hpp>
#include <encke/pack/packers.hpp>
#include <limits>
#include <string>

#include "support/files.hpp"

namespace encke::io::random_vectors_test {
namespace {

std::string text(const PackedVectors& vectors, Index vector, Index fields) {
  std::string s;
  for (Index f = 0; f < fields; ++f) s += "012."[pack::genotype(vectors, vector, f)];
  return s;
}

TEST(RandomGenotypes, StayWhatTheyWere) {
  // Benchmarks of different versions and machines must have the same work.
  const PackedVectors vectors = random_genotypes(3, 40, 0.1, 1);

  EXPECT_EQ(text(vectors, 0, 40), "10112.000001.0010.0010110101020001000001");
  EXPECT_EQ(text(vectors, 2, 40), "01220201211.101111001101.0.2001220121101");
}

TEST(RandomGenotypes, OfAVectorDoNotDependOnTheNumberOfVectors) {
  const PackedVectors few = random_genotypes(11, 300, 0.05, 7);
  const PackedVectors many = random_genotypes(100, 300, 0.05, 7);

  for (Index v = 0; v < 11; ++v) EXPECT_EQ(text(few, v, 300), text(many, v, 300));
  EXPECT_NE(text(many, 0, 300), text(many, 1, 300));
  EXPECT_NE(text(many, 0, 300), text(random_genotypes(1, 300, 0.05, 8), 0, 300));
}

TEST(RandomGenotypes, HaveTheMissingRateAsked) {
  constexpr Index vectors = 200;
  constexpr Index fields = 5000;
  for (const double rate : {0.0, 0.001, 0.02, 0.5, 1.0}) {
    const auto missing = static_cast<double>(random_genotypes(vectors, fields, rate, 3).missing());
    const double n = vectors * fields;
    const double deviation = std::sqrt(n * rate * (1 - rate));

    EXPECT_LE(std::abs(missing - n * rate), 5 * deviation) << rate;
  }
}

TEST(RandomGenotypes, AreInHardyWeinbergProportionsOfFrequenciesFrom1To15Sixteenths) {
  constexpr Index fields = 100'000;
  const PackedVectors vectors = random_genotypes(64, fields, 0, 5);
  double least = 1;
  double most = 0;
  for (Index v = 0; v < 64; ++v) {
    // x = copies - 1: its sum gives the frequency, the samples with x > 0 its square
    const double n = fields;
    const double p = (static_cast<double>(vectors.x_sum(v)) / n + 1) / 2;
    EXPECT_NEAR(static_cast<double>(vectors.positive_count(v)) / n, p * p, 0.01) << v;
    least = std::min(least, p);
    most = std::max(most, p);
  }
  EXPECT_GT(least, 1. / 16 - 0.01);
  EXPECT_LT(most, 15. / 16 + 0.01);
  EXPECT_LT(least, 0.25);
  EXPECT_GT(most, 0.75);
}

TEST(RandomGenotypes, RefuseARateOutOfRange) {
  for (const double rate : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()}) {
    expect_error([&] { random_genotypes(1, 1, rate, 0); }, Failure::command_line,
                 {"missing rate of", "[0, 1] expected"});
  }
}

TEST(RandomBits, HaveTheMissingRateAskedAndFrequenciesFrom1To15Sixteenths) {
  constexpr Index vectors = 300;
  constexpr Index fields = 4000;
  const PackedVectors bits = random_bits(vectors, fields, 0.1, 5);
  EXPECT_NEAR(static_cast<double>(bits.missing()), 0.1 * vectors * fields, 1500);
  double sum = 0;
  for (Index v = 0; v < vectors; ++v) {
    const double ones = static_cast<double>(bits.x_sum(v));
    const double frequency = ones / static_cast<double>(bits.present_count(v));
    EXPECT_GT(frequency, 1. / 16 - 0.03);
    EXPECT_LT(frequency, 15. / 16 + 0.03);
    sum += frequency / vectors;
  }
  EXPECT_NEAR(sum, 0.5, 0.06);
  EXPECT_EQ(random_bits(3, 70, 0, 1).missing(), 0);
}

TEST(RandomProfiles, AreTheSameInBothPrecisions) {
  const PackedVectors single = random_profiles(Element::float32, 20, 100, 9);
  const PackedVectors twice = random_profiles(Element::float64, 20, 100, 9);

  for (Index v = 0; v < 20; ++v) {
    for (Index f = 0; f < 100; ++f) ASSERT_EQ(pack::real(single, v, f), pack::real(twice, v, f));
  }
  EXPECT_NE(pack::real(twice, 0, 0), pack::real(twice, 1, 0));
}

TEST(RandomProfiles, AreUniformFrom0To1) {
  const PackedVectors vectors = random_profiles(Element::float64, 1, 100'000, 2);
  int below_tenth = 0;
  for (Index f = 0; f < 100'000; ++f) {
    const double value = pack::real(vectors, 0, f);
    ASSERT_GE(value, 0);
    ASSERT_LT(value, 1);
    below_tenth += value < 0.1 ? 1 : 0;
  }

  EXPECT_NEAR(vectors.sum(0), 50'000, 500);
  EXPECT_NEAR(below_tenth, 10'000, 500);
}

TEST(RandomProfiles, StayWhatTheyWere) {
  const PackedVectors vectors = random_profiles(Element::float64, 2, 2, 1);

  EXPECT_EQ(pack::real(vectors, 0, 0) * 0x1p24, 4293041);
  EXPECT_EQ(pack::real(vectors, 1, 1) * 0x1p24, 9432696);
}

}  // namespace
}  // namespace encke::io::random_vectors_test
