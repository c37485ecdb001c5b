#include <gtest/gtest.h>

#include <encke/combine/p_values.hpp>
#include <encke/job/answers/family_wise.hpp>
#include <encke/metric/builtin.hpp>

#include "support/classes.hpp"
#include "support/values.hpp"

namespace encke::job {
namespace {

TEST(FamilyWisePValues, count_the_phenotypes_whose_best_is_as_good) {
  sink::Collect hits;
  hits.begin({.vectors = 3});
  const std::vector<Hit<2>> taken = {
      {{{0, 1}}, 0, 5}, {{{0, 2}}, 0, 1}, {{{1, 2}}, 0, std::nan("")}};
  hits.take(std::span<const Hit<2>>(taken));
  hits.finish();
  const auto p = family_wise_p_values(hits, {4, 5.0000000000001, 6, 2, 5 * (1 - 1e-14)});
  ASSERT_EQ(p.size(), 3U);
  EXPECT_EQ(p[0], 4.0 / 6);
  EXPECT_EQ(p[1], 1);
  EXPECT_TRUE(std::isnan(p[2]));
}

/// Best values of each phenotype, tuple by tuple.
template <int Way, class Metric>
std::vector<double> best_by_tuples(const Metric& metric, const PackedVectors& vectors,
                                   Index permutations, bool by_p) {
  const auto hits = test::values_of<Way>(metric, vectors);
  RandomPhenotypes phenotypes(vectors, 4);
  std::vector<double> best;
  for (Index p = 0; p < permutations; ++p) {
    const auto cases = phenotypes.cases(p);
    double largest = -1e300;
    for (const auto& hit : hits) {
      PackedVector tuple[Way];
      for (int v = 0; v < Way; ++v) tuple[v] = {&vectors, hit.index[v]};
      const double value = value_with<Way>(metric, CombinationMasks(tuple), cases);
      if (std::isnan(value)) continue;
      largest = std::max(largest, by_p ? -chi_squared_tail(value, static_cast<int>(hit.cell))
                                  : small_is_good<Metric>() ? -value
                                                            : value);
    }
    best.push_back(largest);
  }
  return best;
}

OwnedVectors owned(const PackedVectors& vectors) {
  return {Partition::of_blocks(vectors.vectors(), 2), vectors.fields(), {0, vectors.vectors()}, {}};
}

TEST(BestOfPhenotypes, are_the_best_of_all_tuples_under_each) {
  const auto make = [] {
    return test::pack(test::random_genotypes(20, 90, 0.03, 6), test::interleaved(90, 2));
  };
  for (const Score score :
       {Score::k2, Score::mi, Score::chi2, Score::boost, Score::alleles, Score::case_only}) {
    for (const int way : {2, 3}) {
      if (score >= Score::boost && way == 3) continue;
      const PackedVectors vectors = make();
      OwnedVectors mine = owned(vectors);
      mine.parts.push_back(make());
      const Request request{.metric = "epistasis",
                            .way = way,
                            .score = score,
                            .permutations = 6,
                            .max = true,
                            .seed = 4};
      const Plan plan{.way = way};
      int calls = 0;
      const auto found = best_of_phenotypes(request, mine, plan, Grid(), [&] { ++calls; });
      EXPECT_EQ(calls, 6);
      // mi and k2 have the same tables' values in any order of samples; of chi2 the p-value decides
      const auto expect = [&](const auto& metric, bool by_p) {
        using Metric = std::decay_t<decltype(metric)>;
        if constexpr (MetricFor<Metric, 3>) {
          if (way == 3) {
            EXPECT_EQ(found, (best_by_tuples<3>(metric, vectors, 6, by_p)));
            return;
          }
        }
        EXPECT_EQ(found, (best_by_tuples<2>(metric, vectors, 6, by_p)));
      };
      if (score == Score::k2) expect(K2(90), false);
      if (score == Score::mi) expect(MutualInformation(90), false);
      if (score == Score::chi2) expect(ChiSquared{}, true);
      if (score == Score::boost) expect(Interaction{}, true);
      if (score == Score::alleles) expect(AlleleInteraction{}, true);
      if (score == Score::case_only) expect(AlleleInteraction{.case_only = true}, true);
    }
  }
}

}  // namespace
}  // namespace encke::job
