#include <gtest/gtest.h>

#include <encke/io/comet/synthetic.hpp>
#include <encke/run/spread_sample.hpp>

#include "support/genotypes.hpp"

namespace encke {
namespace {

TEST(SpreadRanges, are_runs_at_even_distances) {
  EXPECT_EQ(spread_ranges(100, {.count = 6, .run = 2}),
            (std::vector<Range>{{15, 17}, {48, 50}, {82, 84}}));
  EXPECT_EQ(spread_ranges(5, {.count = 6, .run = 2}), (std::vector<Range>{{0, 5}}));
  EXPECT_EQ(spread_ranges(6, {.count = 6, .run = 1}), (std::vector<Range>{{0, 6}}));
}

TEST(SpreadRanges, do_not_overlap_and_are_as_many_as_wanted) {
  for (const Index vectors : {513, 600, 1000, 4099}) {
    Index count = 0, end = 0;
    for (const Range& range : spread_ranges(vectors, {.count = 512, .run = 64})) {
      EXPECT_GE(range.begin, end);
      end = range.end;
      count += range.size();
    }
    EXPECT_EQ(count, 512);
    EXPECT_LE(end, vectors);
  }
}

/// Genotypes of a vector, and where they are missing.
std::vector<int> genotypes_of(const PackedVectors& vectors, Index v) {
  return {static_cast<int>(vectors.x_sum(v)), static_cast<int>(vectors.positive_count(v)),
          static_cast<int>(vectors.present_count(v))};
}

TEST(SpreadSample, has_the_vectors_of_its_ranges) {
  for (const double missing : {0.0, 0.1}) {
    const PackedVectors all = test::pack(test::random_genotypes(200, 130, missing, 7));
    const Spread spread{.count = 21, .run = 3};
    const PackedVectors sample = spread_sample(all, spread);
    Index place = 0;
    for (const Range& range : spread_ranges(200, spread)) {
      for (Index v = range.begin; v < range.end; ++v) {
        EXPECT_EQ(genotypes_of(sample, place++), genotypes_of(all, v)) << v;
      }
    }
    EXPECT_EQ(sample.vectors(), place);
  }
}

TEST(SpreadSample, is_the_same_read_from_an_input) {
  for (const MissingCode code : {MissingCode::het, MissingCode::missing}) {
    const auto source = io::open_synthetic({.problem = io::TestProblem::random,
                                            .element = Element::genotype,
                                            .vectors = 90,
                                            .fields = 70,
                                            .way = 2,
                                            .missing = code});
    const PackedVectors all = source->read(source->whole());
    for (const Spread spread : {Spread{20, 1}, Spread{24, 8}, Spread{90, 1}}) {
      const PackedVectors read = spread_sample(*source, spread);
      const PackedVectors copied = spread_sample(all, spread);
      ASSERT_EQ(read.vectors(), copied.vectors());
      for (Index v = 0; v < read.vectors(); ++v) {
        EXPECT_EQ(genotypes_of(read, v), genotypes_of(copied, v));
      }
    }
  }
}

}  // namespace
}  // namespace encke
