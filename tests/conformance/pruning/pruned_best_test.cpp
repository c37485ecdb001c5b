#include <gtest/gtest.h>

#include <algorithm>
#include <encke/metric/builtin.hpp>
#include <encke/sink/choose/best_partner.hpp>
#include <random>

#include "support/genotypes.hpp"
#include "support/scratch.hpp"
#include "with_and_without.hpp"

// Best partners of vectors are the same whether pairs that cannot be one's best are left out or
// not.

namespace pruned_best_test {
namespace {

using encke::Index;
using encke::PackedVectors;
using encke::Plan;
using encke::Pruning;
using encke::test::Genotypes;
using encke::test::more_than;
using encke::test::plan_for;

/// Vectors of which each third resembles one of the first thirty, and some are equal.
Genotypes related(Index vectors, Index fields) {
  Genotypes g = encke::test::random_genotypes(vectors, fields, 0, 32);
  std::mt19937_64 random(32);
  for (Index v = 30; v < vectors; v += 3) {
    for (Index f = 0; f < fields; ++f) {
      if (v % 2 == 0 || random() % 10 != 0) g.at(v, f) = g.at(v % 30, f);
    }
  }
  return g;
}

class PrunedBest : public encke::test::Scratch {
 protected:
  /// The file of each vector's best partner, and what was left out.
  template <class Metric>
  std::pair<std::string, Index> best(const Metric& metric, const PackedVectors& packed, Plan plan,
                                     Pruning pruning) {
    plan.pruning = pruning;
    encke::sink::BestPartner sink(path("out"), nullptr);
    const encke::Report report = encke::run(metric, packed, plan, sink);
    return {bytes_of(sink.path()), report.tuples_left_out + report.tuples_left_early};
  }

  /// Returns what was left out where this was forced.
  template <class Metric>
  Index expect_equal_lines(const Metric& metric, const PackedVectors& packed, const Plan& plan) {
    const auto [expected, none] = best(metric, packed, plan, Pruning::off);
    EXPECT_GT(std::ranges::count(expected, '\n'), 20);
    EXPECT_EQ(none, 0);
    EXPECT_EQ(best(metric, packed, plan, Pruning::where_it_pays).first, expected);
    const auto [found, left_out] = best(metric, packed, plan, Pruning::forced);
    EXPECT_EQ(found, expected);
    return left_out;
  }
};

TEST_F(PrunedBest, are_the_partners_among_all_pairs_with_ties) {
  for (const Index fields : {70, 640}) {
    const Genotypes g = related(300, fields);
    const PackedVectors moments = encke::test::pack_moments(g), bits = encke::test::pack_bits(g);
    Plan plan = plan_for(2);
    plan.block = 96;  // the least of the best values rises from block to block
    expect_equal_lines(encke::RSquared{}, moments, plan);
    expect_equal_lines(encke::Jaccard{}, bits, plan);
    plan.threshold = encke::above(0.6);
    EXPECT_GT(expect_equal_lines(encke::RSquared{}, moments, plan), more_than(0));
    EXPECT_GT(expect_equal_lines(encke::Jaccard{}, bits, plan), more_than(0));
  }
}

}  // namespace
}  // namespace pruned_best_test
