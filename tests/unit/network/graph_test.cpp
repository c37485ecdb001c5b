#include <encke/network/graph.hpp>

#include "support/common.hpp"
#include "unit/network/small_graphs.hpp"

namespace encke::network {
namespace {

using test::graph_of;

TEST(Graph, HasEveryEdgeAtBothEnds) {
  const Graph graph = graph_of("a b 0.5\nc b 2\n");

  EXPECT_EQ(graph.nodes(), 3);
  EXPECT_EQ(graph.edges(), 2);
  EXPECT_EQ(graph.labels[2], "c");
  EXPECT_EQ(graph.degree(1), 2);
  EXPECT_EQ(graph.neighbours(1)[1], 2);
  EXPECT_EQ(graph.weights(1)[1], 2);
  EXPECT_EQ(graph.weights(0)[0], 0.5F);
}

TEST(Graph, KeepsTheLargestOfRepeatedEdgesAndNoLoops) {
  Labels labels;
  const Node a = labels.add("a");
  const Node b = labels.add("b");
  const std::vector<Edge> edges = {{a, b, 1}, {b, a, 3}, {a, b, 2}, {a, a, 9}, {b, b, 9}};
  const std::vector<double> exact = {1, 3, 2, 9, 9};
  Dropped dropped;
  const Graph graph = make_graph(labels, edges, exact, dropped);

  EXPECT_EQ(graph.edges(), 1);
  EXPECT_EQ(graph.weights(0)[0], 3);
  EXPECT_EQ(graph.weights(1)[0], 3);
  EXPECT_EQ(graph.exact, (std::vector<double>{3, 3}));
  EXPECT_EQ(dropped.repeated, 2);
  EXPECT_EQ(dropped.loops, 2);
}

TEST(Graph, SplitsAllelesAtTheLastColon) {
  Graph graph = graph_of("1:200:A:0 rs7:1 1\n");
  EXPECT_EQ(graph.variant(0), "1:200:A:0");
  EXPECT_EQ(graph.allele(0), "");
  graph.alleles = true;
  EXPECT_EQ(graph.variant(0), "1:200:A");
  EXPECT_EQ(graph.allele(0), "0");
  EXPECT_EQ(graph.variant(1), "rs7");
  EXPECT_EQ(graph.allele(1), "1");
}

TEST(Subgraph, KeepsOrderNamesAndWeights) {
  const Graph graph = graph_of("a b 1\nb c 2\nc d 3\na d 4\n");
  const std::vector<char> all(graph.neighbour.size(), 1);
  const Graph part = subgraph(graph, std::vector<char>{1, 0, 1, 1}, all);

  EXPECT_EQ(part.nodes(), 3);
  EXPECT_EQ(part.edges(), 2);
  EXPECT_EQ(part.labels[1], "c");
  EXPECT_EQ(part.neighbours(2)[0], 0);
  EXPECT_EQ(part.weights(2)[0], 4);
  EXPECT_EQ(part.weights(2)[1], 3);
}

TEST(Labels, NumberNamesInTheOrderInWhichTheyCome) {
  Labels labels;
  EXPECT_EQ(labels.add("b"), 0);
  EXPECT_EQ(labels.add("a"), 1);
  EXPECT_EQ(labels.add("b"), 0);
  EXPECT_EQ(labels.find("a"), 1);
  EXPECT_EQ(labels.find("c"), Labels::none);
  EXPECT_EQ(labels.size(), 2);
}

TEST(Labels, FindAllOfMany) {
  Labels labels;
  constexpr Node many = 5000;
  for (Node n = 0; n < many; ++n) ASSERT_EQ(labels.add("rs" + std::to_string(n)), n);
  for (Node n = 0; n < many; ++n) {
    ASSERT_EQ(labels.find("rs" + std::to_string(n)), n);
    ASSERT_EQ(labels[n], "rs" + std::to_string(n));
  }
}

}  // namespace
}  // namespace encke::network
