#include <encke/network/products/reach_each.hpp>

#include "support/common.hpp"
#include "unit/network/products/engines.hpp"
#include "unit/network/small_graphs.hpp"

namespace encke::network {
namespace {

using test::graph_of;
using test::network_engines;
using test::random_edges;

std::vector<std::vector<Reached>> all_reached(const Graph& graph, const NodeSets& seeds, Node depth,
                                              Engine engine) {
  std::vector<std::vector<Reached>> all;
  reach_each(graph, seeds, depth, engine, [&](Index s, std::span<const Reached> found) {
    EXPECT_EQ(s, static_cast<Index>(all.size()));
    all.emplace_back(found.begin(), found.end());
  });
  return all;
}

NodeSets every_node(const Graph& graph) {
  NodeSets seeds;
  for (Node node = 0; node < graph.nodes(); ++node) seeds.add({&node, 1});
  return seeds;
}

TEST(ReachEach, SearchesFromEachSetByItself) {
  const Graph path = graph_of("a b 1\nb c 1\nc d 1\nd e 1\n");
  NodeSets seeds;
  seeds.add(std::vector<Node>{0});
  seeds.add(std::vector<Node>{4, 2});
  for (const Engine engine : network_engines()) {
    const auto found = all_reached(path, seeds, 2, engine);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0], (std::vector<Reached>{{0, 0}, {1, 1}, {2, 2}}));
    EXPECT_EQ(found[1], (std::vector<Reached>{{2, 0}, {4, 0}, {1, 1}, {3, 1}, {0, 2}}));
  }
}

TEST(ReachEach, FindsWhatOneSearchFinds) {
  for (unsigned seed = 0; seed < 8; ++seed) {
    const Graph graph = graph_of(random_edges(seed, 20 + 15 * static_cast<int>(seed), 0.1, 0.01));
    const NodeSets seeds = every_node(graph);
    for (const Node depth : {0, 1, 2, 5, any_depth}) {
      Reach reach(graph);
      for (const Engine engine : network_engines()) {
        const auto found = all_reached(graph, seeds, depth, engine);
        ASSERT_EQ(static_cast<Index>(found.size()), seeds.count());
        for (Index s = 0; s < seeds.count(); ++s) {
          const auto expected = reach.from(seeds.nodes(s), depth);
          EXPECT_TRUE(std::ranges::equal(found[static_cast<std::size_t>(s)], expected)) << seed;
        }
      }
    }
  }
}

// More searches than are made at a time.
TEST(ReachEach, FromManyNodes) {
  std::string text;
  constexpr int nodes = 3000;
  for (int n = 1; n < nodes; ++n) {
    text += std::to_string(n - 1) + ' ' + std::to_string(n) + " 1\n";
  }
  const Graph path = graph_of(text);
  for (const Engine engine : network_engines()) {
    const auto found = all_reached(path, every_node(path), 3, engine);
    EXPECT_EQ(found.front().size(), 4u);
    EXPECT_EQ(found[1500].size(), 7u);
    EXPECT_EQ(found.back(), (std::vector<Reached>{{2999, 0}, {2998, 1}, {2997, 2}, {2996, 3}}));
  }
}

TEST(ReachEach, PassesOnWhatItsReceiverThrows) {
  const Graph graph = graph_of("a b 1\n");
  for (const Engine engine : network_engines()) {
    EXPECT_THROW(reach_each(graph, every_node(graph), 1, engine,
                            [](Index, auto) { throw Error(Failure::stopped, "stop"); }),
                 Error);
  }
}

}  // namespace
}  // namespace encke::network
