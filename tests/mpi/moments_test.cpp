// r^2 on every decomposition gives the digest over all values, and the hits, of one process.

#include <gtest/gtest.h>

#include <encke/io/comet/synthetic.hpp>
#include <encke/metric/r_squared.hpp>
#include <encke/sink/collect.hpp>

#include "solve.hpp"
#include "world.hpp"

namespace encke {
namespace {

using test::Cut;
using test::factorisations;
using test::world;

TEST(RSquaredOnRanks, is_that_of_one_process) {
  for (const MissingCode missing : {MissingCode::het, MissingCode::missing}) {
    const auto source = io::open_synthetic({.problem = io::TestProblem::random,
                                            .element = Element::genotype_moments,
                                            .vectors = 131,
                                            .fields = 150,
                                            .way = 2,
                                            .missing = missing});
    Plan plan{.way = 2, .threshold = above(0.02), .digest_all = true};
    const PackedVectors whole = source->read(source->whole());
    ASSERT_EQ(whole.missing() > 0, missing == MissingCode::missing);
    Plan plain = plan;
    plain.backend = "reference";
    sink::Collect expected;
    const std::string digest = run(RSquared{}, whole, plain, expected).digest.text();
    ASSERT_GT(expected.pairs().size(), 100U);
    int number = 0;
    for (const Decomposition& d : factorisations(world().size())) {
      const Cut cut{16 + number % 2 * 32, 1 + number % 3, 1};
      sink::Collect found;
      const auto totals = test::solve(RSquared{}, *source, plan, cut, Grid(world(), d), found);
      ++number;
      if (!world().is_root()) continue;
      EXPECT_EQ(totals.digest.text(), digest) << text(d, cut);
      EXPECT_EQ(found.pairs(), expected.pairs()) << text(d, cut);
    }
  }
}

}  // namespace
}  // namespace encke
