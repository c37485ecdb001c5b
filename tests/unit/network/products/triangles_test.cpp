#include <encke/network/products/triangles.hpp>

#include "support/common.hpp"
#include "unit/network/products/engines.hpp"
#include "unit/network/small_graphs.hpp"

namespace encke::network {
namespace {

using test::graph_of;
using test::network_engines;
using test::random_edges;

std::vector<Index> by_definition(const Graph& graph) {
  const Node n = graph.nodes();
  const auto joined = [&](Node a, Node b) {
    const auto others = graph.neighbours(a);
    return std::binary_search(others.begin(), others.end(), b);
  };
  std::vector<Index> counts(static_cast<std::size_t>(n));
  for (Node a = 0; a < n; ++a) {
    for (Node b = 0; b < a; ++b) {
      for (Node c = 0; c < b; ++c) {
        if (!joined(a, b) || !joined(b, c) || !joined(a, c)) continue;
        for (const Node corner : {a, b, c}) ++counts[static_cast<std::size_t>(corner)];
      }
    }
  }
  return counts;
}

TEST(Triangles, OfSmallGraphs) {
  for (const Engine engine : network_engines()) {
    const auto of = [&](const std::string& text) {
      return triangles(graph_of(text), {.engine = engine});
    };
    EXPECT_EQ(of("a b 1\n"), (std::vector<Index>{0, 0}));
    EXPECT_EQ(of("a b 0.1\nb c 2\na c 3\nc d 1\n"), (std::vector<Index>{1, 1, 1, 0}));
    EXPECT_EQ(of("a b 1\nb c 1\na c 1\nc d 1\na d 1\nb d 1\n"), (std::vector<Index>{3, 3, 3, 3}));
  }
}

TEST(Triangles, AreThoseOfTheDefinition) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    const Graph graph = graph_of(random_edges(seed, 10 + 9 * static_cast<int>(seed), 0.5, 0.1));
    const std::vector<Index> expected = by_definition(graph);
    for (const Engine engine : network_engines()) {
      for (const int threads : {1, 2, 5}) {
        EXPECT_EQ(triangles(graph, {.engine = engine, .threads = threads}), expected) << seed;
      }
    }
  }
}

// More nodes than are counted at a time, and more entries of a square than are there at a time.
TEST(Triangles, AreThoseOfTheDefinitionInManyPieces) {
  std::string text;
  constexpr int nodes = 2500;
  for (int n = 1; n < nodes; ++n) {
    text += "0 " + std::to_string(n) + " 1\n";
    if (n > 1) text += std::to_string(n - 1) + ' ' + std::to_string(n) + " 1\n";
  }
  const Graph wheel = graph_of(text);  // a fan: each blade is a triangle
  for (const Engine engine : network_engines()) {
    const std::vector<Index> found = triangles(wheel, {.engine = engine, .threads = 2});
    EXPECT_EQ(found[0], nodes - 2);
    EXPECT_EQ(found[1], 1);
    EXPECT_EQ(std::count(found.begin(), found.end(), 2), nodes - 3);
  }
}

TEST(Triangles, GiveTheTransitivity) {
  const Graph paw = graph_of("a b 1\nb c 1\na c 1\nc d 1\n");
  const TriangleCount count = count_triangles(paw, triangles(paw));
  EXPECT_EQ(count.triangles, 1);
  EXPECT_EQ(count.open, 5);
  EXPECT_DOUBLE_EQ(count.transitivity(), 0.6);
  const Graph edge = graph_of("a b 1\n");
  EXPECT_EQ(count_triangles(edge, triangles(edge)).transitivity(), 0);
}

TEST(Triangles, StopWhereTheyAreAskedTo) {
  const Graph graph = graph_of("a b 1\n");
  for (const Engine engine : network_engines()) {
    const TriangleOptions options{.engine = engine,
                                  .check_stop = [] { throw Error(Failure::stopped, "stop"); }};
    EXPECT_THROW(triangles(graph, options), Error);
  }
}

}  // namespace
}  // namespace encke::network
