#include <cstdint>
#include <encke/network/graph.hpp>
#include <map>
#include <utility>

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
  Graph graph = graph_of("a b 1\nb c 2\nc d 3\na d 4\n");
  graph.loop = {1, 2, 3, 0};
  const std::vector<char> all(graph.neighbour.size(), 1);
  const Graph part = subgraph(graph, std::vector<char>{1, 0, 1, 1}, all);

  EXPECT_EQ(part.nodes(), 3);
  EXPECT_EQ(part.edges(), 2);
  EXPECT_EQ(part.labels[1], "c");
  EXPECT_EQ(part.neighbours(2)[0], 0);
  EXPECT_EQ(part.weights(2)[0], 4);
  EXPECT_EQ(part.weights(2)[1], 3);
  EXPECT_EQ(part.loop, (std::vector<float>{1, 3, 0}));
}

TEST(Graph, IsTheSameOfEdgesInAnyOrder) {
  const Graph sorted = graph_of("a b 1\na c 2\nb c 3\nb d 4\nc d 5\nb c 1\n");
  Labels labels = sorted.labels;
  const std::vector<Edge> edges = {{3, 2, 5}, {2, 1, 3}, {3, 1, 4},
                                   {1, 2, 1}, {2, 0, 2}, {0, 1, 1}};
  Dropped dropped;
  const Graph graph = make_graph(labels, edges, {}, dropped);
  EXPECT_EQ(graph.begin, sorted.begin);
  EXPECT_EQ(graph.neighbour, sorted.neighbour);
  EXPECT_EQ(graph.weight, sorted.weight);
  EXPECT_EQ(dropped.repeated, 1);
}

/// Edges between nodes that are drawn, many of them twice.
std::vector<Edge> drawn_edges(Node nodes, int count) {
  std::vector<Edge> edges;
  std::uint32_t random = 3;
  const auto draw = [&] {
    random = random * 1664525u + 1013904223u;
    return static_cast<Node>((random >> 8) % static_cast<std::uint32_t>(nodes));
  };
  for (int e = 0; e < count; ++e) edges.push_back({draw(), draw(), static_cast<float>(1 + e % 7)});
  return edges;
}

TEST(Graph, HasNeighboursAscendingWhateverTheirNumber) {
  for (const int count : {60, 900, 5000}) {  // of 30 nodes: neighbours of a few, of 60, of 333
    const std::vector<Edge> edges = drawn_edges(30, count);
    std::vector<double> exact;
    std::map<std::pair<Node, Node>, float> most;
    for (const Edge& edge : edges) {
      exact.push_back(static_cast<double>(edge.weight));
      if (edge.a == edge.b) continue;
      for (const auto& ends : {std::pair(edge.a, edge.b), std::pair(edge.b, edge.a)}) {
        most[ends] = std::max(most[ends], edge.weight);
      }
    }
    Dropped dropped;
    const Graph graph = make_graph(30, edges, exact, dropped);
    std::size_t at = 0;
    for (const auto& [ends, weight] : most) {
      ASSERT_LT(at, graph.neighbour.size());
      EXPECT_LT(static_cast<Index>(at), graph.begin[static_cast<std::size_t>(ends.first) + 1]);
      EXPECT_EQ(graph.neighbour[at], ends.second);
      EXPECT_EQ(graph.weight[at], weight);
      EXPECT_EQ(graph.exact[at++], static_cast<double>(weight));
    }
    EXPECT_EQ(graph.neighbour.size(), at);
  }
}

TEST(Labels, AreTheSameWhereMoreOrFewerWereExpected) {
  for (const Index expected : {1, 10, 5000, 100'000}) {
    Labels labels;
    for (int n = 0; n < 20; ++n) labels.add("name " + std::to_string(n));
    labels.expect(expected);
    for (int n = 0; n < 9000; ++n) labels.add("name " + std::to_string(n));
    EXPECT_EQ(labels.size(), 9000);
    for (int n = 0; n < 9000; n += 7) {
      EXPECT_EQ(labels.find("name " + std::to_string(n)), n);
      EXPECT_EQ(labels[n], "name " + std::to_string(n));
    }
    EXPECT_EQ(labels.find("name"), Labels::none);
  }
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

TEST(Labels, TakesSeveralNamesAsItTakesThemOneByOne) {
  Labels several;
  Labels single;
  std::vector<std::string> names;
  for (int n = 0; n < 700; ++n) names.push_back("rs" + std::to_string(n * n % 331));
  for (std::size_t first = 0; first < names.size(); first += 100) {
    const std::vector<std::string_view> some(
        names.begin() + static_cast<std::ptrdiff_t>(first),
        names.begin() + static_cast<std::ptrdiff_t>(first) + 100);
    std::vector<Node> nodes = {17};
    several.add(some, nodes);
    ASSERT_EQ(nodes.size(), 100u);
    for (std::size_t n = 0; n < 100; ++n) EXPECT_EQ(nodes[n], single.add(some[n])) << some[n];
  }
  EXPECT_EQ(several.size(), single.size());
  EXPECT_LT(several.size(), 331);
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
