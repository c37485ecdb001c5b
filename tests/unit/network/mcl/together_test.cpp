#include <encke/network/mcl.hpp>
#include <encke/network/mcl/together.hpp>
#include <encke/sparse/products.hpp>
#include <random>

#include "support/common.hpp"
#include "unit/network/small_graphs.hpp"

namespace encke::network {
namespace {

using test::graph_of;
using test::random_edges;

/// Columns with the sum 1 and a diagonal; a share of the other entries is there.
Columns random_start(std::size_t nodes, double density, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> chance;
  Columns start;
  for (std::size_t c = 0; c < nodes; ++c) {
    const std::size_t begin = start.row.size();
    double sum = 0;
    for (std::size_t r = 0; r < nodes; ++r) {
      if (r != c && chance(random) >= density) continue;
      start.row.push_back(static_cast<std::int32_t>(r));
      start.value.push_back(static_cast<float>(0.05 + chance(random)));
      sum += static_cast<double>(start.value.back());
    }
    for (std::size_t e = begin; e < start.row.size(); ++e) {
      start.value[e] = static_cast<float>(static_cast<double>(start.value[e]) / sum);
    }
    start.end_column();
  }
  return start;
}

class TogetherTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!sparse::has_products()) GTEST_SKIP() << "this Encke was built without Kokkos Kernels";
  }
};

/// All that find_limits() finds, in the order of `starts`.
std::vector<Limit> limits_of(const std::vector<Columns>& starts, const Pruning& pruning,
                             double inflation) {
  std::vector<Limit> limits(starts.size());
  find_limits(starts, pruning, inflation, {}, [&](std::size_t number, const Limit& limit) {
    EXPECT_EQ(limits[number].iterations, 0) << "twice";
    limits[number] = limit;
  });
  return limits;
}

void expect_same(const Limit& found, const Limit& expected) {
  EXPECT_EQ(found.iterations, expected.iterations);
  EXPECT_EQ(found.columns.begin, expected.columns.begin);
  EXPECT_EQ(found.columns.row, expected.columns.row);
  EXPECT_EQ(found.columns.value, expected.columns.value);
}

// To the bit: sums have one order. Limits of few and of many nodes end at different iterations.
TEST_F(TogetherTest, LimitsAreThoseOfEachMatrixByItself) {
  std::vector<Columns> starts;
  for (unsigned seed = 0; seed < 12; ++seed) {
    starts.push_back(random_start(1 + 9 * seed, seed % 2 == 0 ? 0.5 : 0.06, seed));
  }
  for (const Pruning& pruning : {Pruning{}, Pruning{100, 15, 20, 99}, Pruning{0, 0, 0, 0}}) {
    for (const double inflation : {1.4, 2.0}) {
      const std::vector<Limit> found = limits_of(starts, pruning, inflation);
      for (std::size_t m = 0; m < starts.size(); ++m) {
        std::vector<LimitScratch> scratch(1);
        expect_same(found[m], find_limit(starts[m], pruning, inflation, 1, scratch, {}));
      }
    }
  }
}

// Its unpruned square has more entries than a block may have.
TEST_F(TogetherTest, LimitsAreMadeBlockByBlock) {
  const Columns start = random_start(2100, 0.02, 3);
  ASSERT_GT(Index{2100} * 2100, most_unpruned(static_cast<Index>(start.row.size())));
  const Pruning pruning{1000, 40, 50, 90};
  std::vector<LimitScratch> scratch(1);
  expect_same(limits_of({start}, pruning, 4).front(),
              find_limit(start, pruning, 4, 1, scratch, {}));
}

TEST_F(TogetherTest, ClustersAreThoseOfTheFusedEngine) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Graph graph = graph_of(random_edges(seed, 4 + 5 * static_cast<int>(seed), 0.4, 0.03));
    const Components parts = components(graph);
    for (const Overlap overlap : {Overlap::cut, Overlap::keep, Overlap::split}) {
      const MclOptions fused{.inflation = 1.5 + 0.1 * seed, .overlap = overlap};
      MclOptions spgemm = fused;
      spgemm.engine = Engine::spgemm;
      const Clusters expected = mcl(graph, parts, fused);
      const Clusters found = mcl(graph, parts, spgemm);
      EXPECT_EQ(found.sets.members, expected.sets.members) << seed;
      EXPECT_EQ(found.sets.begin, expected.sets.begin);
      EXPECT_EQ(found.overlapping, expected.overlapping);
      EXPECT_EQ(found.iterations, expected.iterations);
    }
  }
}

TEST_F(TogetherTest, LimitsStopWhereTheyAreAskedTo) {
  const auto stop = [] { throw Error(Failure::stopped, "stop"); };
  EXPECT_THROW(find_limits({random_start(5, 1, 1)}, {}, 2, stop, {}), Error);
}

TEST_F(TogetherTest, PlansMoreMemoryForMoreNodes) {
  const Graph small = graph_of(random_edges(1, 50, 0.9, 0.5));
  const Graph large = graph_of(random_edges(1, 400, 0.9, 0.5));
  const MclOptions options{.engine = Engine::spgemm};
  EXPECT_GT(mcl_memory(components(large), options), mcl_memory(components(small), options));
}

TEST(Engines, ThatABuildHasNotAreRefused) {
  if (sparse::has_products()) GTEST_SKIP() << "this Encke was built with Kokkos Kernels";
  const Graph graph = graph_of("a b 1\n");
  EXPECT_THROW(mcl(graph, components(graph), {.engine = Engine::spgemm}), Error);
}

}  // namespace
}  // namespace encke::network
