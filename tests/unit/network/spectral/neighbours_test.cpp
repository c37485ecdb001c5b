#include <encke/network/spectral/neighbours.hpp>

#include "support/common.hpp"
#include "unit/network/small_graphs.hpp"

namespace encke::network {
namespace {

using Nodes = std::vector<Node>;

/// One component of nodes at these places of a line.
std::vector<Neighbours> on_a_line(const std::string& edges, std::vector<double> places, Index count,
                                  int threads = 1) {
  const Graph graph = test::graph_of(edges);
  const ComponentEmbedding one{.component = 0, .values = {1}, .vectors = std::move(places)};
  return neighbours(components(graph), std::span(&one, 1), count, threads);
}

TEST(NeighboursInAnEmbedding, AreTheNearest) {
  const auto all = on_a_line("a b 1\nb c 1\nc d 1\n", {0, 1, 3, 7}, 2);
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0].nodes, (Nodes{1, 2}));
  EXPECT_EQ(all[0].distances, (std::vector<double>{1, 3}));
  EXPECT_EQ(all[2].node, 2);
  EXPECT_EQ(all[2].nodes, (Nodes{1, 0}));
  EXPECT_EQ(all[3].nodes, (Nodes{2, 1}));
}

TEST(NeighboursInAnEmbedding, OfEquallyNearOnesAreTheSmallest) {
  const auto all = on_a_line("a b 1\nb c 1\n", {2, 1, 0}, 1, 3);
  EXPECT_EQ(all[1].nodes, Nodes{0});
}

TEST(NeighboursInAnEmbedding, AreAllOthersOfASmallComponent) {
  const auto all = on_a_line("a b 1\nb c 1\n", {2, 1, 0}, 9);
  EXPECT_EQ(all[0].nodes, (Nodes{1, 2}));
  EXPECT_TRUE(neighbours(components(test::graph_of("a b 1\n")), {}, 2).empty());
}

TEST(NeighboursInAnEmbedding, TakeAllAxes) {
  const Graph graph = test::graph_of("a b 1\nb c 1\n");
  const ComponentEmbedding one{
      .component = 0, .values = {1, 2}, .vectors = {0, 1, 2, /* second axis */ 0, 9, 0}};
  const auto all = neighbours(components(graph), std::span(&one, 1), 1);
  EXPECT_EQ(all[0].nodes, Nodes{2});
}

}  // namespace
}  // namespace encke::network
