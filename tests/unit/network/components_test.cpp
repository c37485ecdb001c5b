#include <encke/network/components.hpp>
#include <encke/network/reach.hpp>

#include "support/common.hpp"
#include "unit/network/small_graphs.hpp"

namespace encke::network {
namespace {

using test::graph_of;
using test::random_edges;

TEST(Components, AreNumberedBySizeThenByFirstNode) {
  const Components parts = components(graph_of("a b 1\nc d 1\ne f 1\nf g 1\nc d 1\n"));

  ASSERT_EQ(parts.count(), 3);
  EXPECT_EQ(parts.of, (std::vector<Node>{1, 1, 2, 2, 0, 0, 0}));
  EXPECT_EQ(parts.members, (std::vector<Node>{4, 5, 6, 0, 1, 2, 3}));
  EXPECT_EQ(parts.edges, (std::vector<Index>{2, 1, 1}));
}

TEST(Components, OfANodeWithALoopAlone) {
  const Components parts = components(graph_of("a a 1\nb c 1\n"));
  ASSERT_EQ(parts.count(), 2);
  EXPECT_EQ(parts.nodes(1).size(), 1u);
  EXPECT_EQ(parts.edges[1], 0);
}

TEST(Components, AreWhatABreadthFirstSearchReaches) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Graph graph = graph_of(random_edges(seed, 60, 0.06, 0));
    if (graph.nodes() == 0) continue;
    const Components parts = components(graph);
    Reach reach(graph);
    Index nodes = 0;
    for (Node c = 0; c < parts.count(); ++c) {
      const auto members = parts.nodes(c);
      nodes += static_cast<Index>(members.size());
      std::vector<Node> found;
      for (const Reached& one : reach.from(members.first(1))) found.push_back(one.node);
      std::sort(found.begin(), found.end());
      EXPECT_TRUE(std::equal(found.begin(), found.end(), members.begin(), members.end()));
      if (c > 0) {
        EXPECT_GE(parts.nodes(c - 1).size(), members.size());
      }
    }
    EXPECT_EQ(nodes, graph.nodes());
  }
}

TEST(UnionFind, TakesEdgesOneByOne) {
  UnionFind sets;
  sets.join(7, 3);
  sets.join(3, 5);
  EXPECT_EQ(sets.nodes(), 8);
  EXPECT_EQ(sets.root(7), 3);
  EXPECT_EQ(sets.root(5), 3);
  EXPECT_EQ(sets.root(4), 4);
}

}  // namespace
}  // namespace encke::network
