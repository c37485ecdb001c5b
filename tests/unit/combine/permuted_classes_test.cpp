#include <gtest/gtest.h>

#include <encke/combine/permuted_classes.hpp>
#include <encke/metric/builtin.hpp>

#include "support/classes.hpp"
#include "support/values.hpp"

namespace {

using encke::ChiSquared;
using encke::Index;
using encke::PermutedClasses;
using encke::test::interleaved;
using encke::test::pack;
using encke::test::random_genotypes;
using encke::test::values_of;

TEST(PermutedClasses, have_the_values_of_the_random_phenotypes) {
  for (const Index samples : {64, 97, 128, 300}) {
    for (const double missing : {0., 0.04}) {
      const auto vectors = pack(random_genotypes(13, samples, missing, 5), interleaved(samples, 3));
      auto shown = pack(random_genotypes(13, samples, missing, 5), interleaved(samples, 3));
      PermutedClasses permuted(shown, 9);
      encke::RandomPhenotypes phenotypes(vectors, 9);
      for (const Index number : {0, 1, 7, 2}) {
        permuted.show(number);
        const auto cases = phenotypes.cases(number);
        for (const auto& hit : values_of<2>(ChiSquared{}, shown)) {
          const encke::PackedVector tuple[] = {{&vectors, hit.index[0]}, {&vectors, hit.index[1]}};
          const encke::CombinationMasks masks(tuple);
          ASSERT_EQ(hit.value, encke::value_with<2>(ChiSquared{}, masks, cases))
              << samples << ' ' << missing << ' ' << number;
        }
      }
    }
  }
}

TEST(PermutedClasses, keep_the_sums_of_each_vector) {
  auto vectors = pack(random_genotypes(9, 150, 0.05, 2), interleaved(150, 2));
  const auto of_both = [&](Index v) {
    const auto& counts = vectors.class_counts(v);
    return std::vector<Index>{counts[0] + counts[3], counts[1] + counts[4], counts[2] + counts[5]};
  };
  std::vector<std::vector<Index>> before;
  for (Index v = 0; v < 9; ++v) before.push_back(of_both(v));
  PermutedClasses permuted(vectors, 1);
  permuted.show(3);
  for (Index v = 0; v < 9; ++v) EXPECT_EQ(of_both(v), before[static_cast<std::size_t>(v)]);
}

}  // namespace
