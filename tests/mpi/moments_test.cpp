// r^2 and kinship on every decomposition give the digest over all values, and the hits, of one
// process.

#include <gtest/gtest.h>

#include <encke/io/comet/synthetic.hpp>
#include <encke/metric/king.hpp>
#include <encke/metric/r_squared.hpp>
#include <encke/sink/collect.hpp>

#include "solve.hpp"
#include "world.hpp"

namespace encke {
namespace {

using test::Cut;
using test::factorisations;
using test::world;

/// Checks a metric of pairs of genotypes that are packed as `element`.
template <class Metric>
void expect_that_of_one_process(Element element, double threshold) {
  for (const MissingCode missing : {MissingCode::het, MissingCode::missing}) {
    const auto source = io::open_synthetic({.problem = io::TestProblem::random,
                                            .element = element,
                                            .vectors = 131,
                                            .fields = 150,
                                            .way = 2,
                                            .missing = missing});
    Plan plan{.way = 2, .threshold = above(threshold), .digest_all = true};
    const PackedVectors whole = source->read(source->whole());
    ASSERT_EQ(whole.missing() > 0, missing == MissingCode::missing);
    Plan plain = plan;
    plain.backend = "reference";
    sink::Collect expected;
    const std::string digest = test::on_root(world(), [&] {
      const Report report = run(Metric{}, whole, plain, expected);
      EXPECT_GT(expected.pairs().size(), 100U);
      return report.digest.text();
    });
    int number = 0;
    for (const Decomposition& d : factorisations(world().size())) {
      const Cut cut{16 + number % 2 * 32, 1 + number % 3, 1};
      sink::Collect found;
      const auto totals = test::solve(Metric{}, *source, plan, cut, Grid(world(), d), found);
      ++number;
      if (!world().is_root()) continue;
      EXPECT_EQ(totals.digest.text(), digest) << text(d, cut);
      EXPECT_EQ(found.pairs(), expected.pairs()) << text(d, cut);
    }
  }
}

TEST(RSquaredOnRanks, is_that_of_one_process) {
  expect_that_of_one_process<RSquared>(Element::genotype_moments, 0.02);
}

TEST(KingOnRanks, is_that_of_one_process) {
  expect_that_of_one_process<King>(Element::genotype_matches, -1);
}

}  // namespace
}  // namespace encke
