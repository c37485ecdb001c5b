#include <gtest/gtest.h>

#include <encke/io/rows/bed_rows.hpp>
#include <random>

namespace encke::io {
namespace {

int code_at(const std::vector<std::uint8_t>& row, Index sample) {
  return row[static_cast<std::size_t>(sample / 4)] >> (2 * (sample % 4)) & 3;
}

struct Case {
  std::vector<std::uint8_t> row;  // random bits, in the padding too
  std::vector<std::uint8_t> kept;
};

Case random_case(Index samples, double rate, unsigned seed) {
  std::mt19937 random(seed);
  std::bernoulli_distribution keep(rate);
  Case c;
  for (Index i = 0; i < divide_up(samples, 4); ++i)
    c.row.push_back(static_cast<std::uint8_t>(random()));
  for (Index s = 0; s < samples; ++s) c.kept.push_back(keep(random) ? 1 : 0);
  return c;
}

const Index sizes[] = {1, 2, 3, 4, 5, 31, 32, 33, 63, 64, 65, 2015, 2016, 2017, 2049, 10'000};

TEST(BedSamples, CountsTheGenotypesOfTheSamplesKept) {
  for (const Index samples : sizes) {
    for (const double rate : {0.0, 0.3, 1.0}) {
      const Case c = random_case(samples, rate, static_cast<unsigned>(samples));
      GenotypeCounts expected;
      for (Index s = 0; s < samples; ++s) {
        if (c.kept[static_cast<std::size_t>(s)] == 0) continue;
        const int code = code_at(c.row, s);
        ++(code == 0   ? expected.hom_a1
           : code == 1 ? expected.missing
           : code == 2 ? expected.het
                       : expected.hom_a2);
      }

      EXPECT_EQ(BedSamples(c.kept).count(c.row.data()), expected) << samples << " at " << rate;
    }
  }
}

TEST(BedSamples, CountsDoNotOverflowTheirLanes) {
  constexpr Index samples = 100'000;
  const std::vector<std::uint8_t> kept(samples, 1);
  const std::vector<std::uint8_t> row(samples / 4, 0xff);

  EXPECT_EQ(BedSamples(kept).count(row.data()).hom_a2, samples);
}

TEST(BedSamples, GathersTheCodesOfTheSamplesKeptAndPadsWithZeros) {
  for (const Index samples : sizes) {
    for (const double rate : {0.0, 0.1, 0.5, 0.9, 1.0}) {
      const Case c = random_case(samples, rate, static_cast<unsigned>(samples));
      const BedSamples selected(c.kept);
      std::vector<std::uint8_t> expected(static_cast<std::size_t>(selected.gathered_bytes()));
      Index at = 0;
      for (Index s = 0; s < samples; ++s) {
        if (c.kept[static_cast<std::size_t>(s)] == 0) continue;
        expected[static_cast<std::size_t>(at / 4)] |=
            static_cast<std::uint8_t>(code_at(c.row, s) << (2 * (at % 4)));
        ++at;
      }

      std::vector<std::uint8_t> gathered(expected.size(), 0xaa);
      selected.gather(c.row.data(), gathered.data());

      // padding of the last byte of a row is garbage in the file, never afterwards
      EXPECT_EQ(gathered, expected) << samples << " at " << rate;
      EXPECT_EQ(selected.kept(), at);
      EXPECT_EQ(selected.all(), at == samples);
    }
  }
}

}  // namespace
}  // namespace encke::io
