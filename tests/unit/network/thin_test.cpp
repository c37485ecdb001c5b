#include <encke/network/thin.hpp>

#include "support/common.hpp"
#include "unit/network/small_graphs.hpp"

namespace encke::network {
namespace {

using test::graph_of;

bool has_edge(const Graph& graph, const std::string& a, const std::string& b) {
  const auto others = graph.neighbours(graph.labels.find(a));
  return std::binary_search(others.begin(), others.end(), graph.labels.find(b));
}

TEST(Nearest, KeepsAnEdgeThatOneEndChooses) {
  const Graph graph = nearest(graph_of("a b 5\na c 4\na d 3\nc d 1\n"), 1, false);
  EXPECT_EQ(graph.nodes(), 4);
  EXPECT_TRUE(has_edge(graph, "a", "b"));
  EXPECT_TRUE(has_edge(graph, "a", "c"));
  EXPECT_TRUE(has_edge(graph, "a", "d"));
  EXPECT_FALSE(has_edge(graph, "c", "d"));
}

TEST(Nearest, KeepsAnEdgeThatBothEndsChoose) {
  const Graph graph = nearest(graph_of("a b 5\na c 4\na d 3\nc d 1\n"), 1, true);
  EXPECT_EQ(graph.nodes(), 4);
  EXPECT_EQ(graph.edges(), 1);
  EXPECT_TRUE(has_edge(graph, "a", "b"));
}

TEST(Nearest, KeepsAllThatEqualTheLast) {
  const Graph graph = nearest(graph_of("a b 5\na c 4\na d 4\na e 3\n"), 2, true);
  EXPECT_EQ(graph.edges(), 3);
  EXPECT_FALSE(has_edge(graph, "a", "e"));
}

TEST(WithoutHubs, DropsNodesOfMoreEdges) {
  const Thinned thinned = without_hubs(graph_of("a b 1\na c 1\na d 1\nb c 1\n"), 2);
  EXPECT_EQ(thinned.dropped, std::vector<std::string>{"a"});
  EXPECT_EQ(thinned.graph.nodes(), 3);
  EXPECT_EQ(thinned.graph.edges(), 1);
}

class MergeAllelesOf : public ::testing::Test {
 protected:
  MergeAllelesOf()
      : graph_(graph_of("r:0 s:0 0.5\nr:1 s:1 0.75\nr:0 s:1 0.25\nr:0 r:1 9\nt:0 s:0 1\n")) {
    graph_.alleles = true;
  }
  Graph graph_;
  Dropped dropped_;
};

TEST_F(MergeAllelesOf, TwoVariantsTakesTheLargest) {
  const Graph merged = merge_alleles(graph_, MergeAlleles::max, dropped_);
  ASSERT_EQ(merged.nodes(), 3);
  EXPECT_EQ(merged.labels[0], "r");
  EXPECT_EQ(merged.edges(), 2);
  EXPECT_EQ(merged.weights(0)[0], 0.75F);
  EXPECT_FALSE(merged.alleles);
  EXPECT_EQ(dropped_.loops, 1);
}

TEST_F(MergeAllelesOf, TwoVariantsCountsThem) {
  const Graph merged = merge_alleles(graph_, MergeAlleles::count, dropped_);
  EXPECT_EQ(merged.weights(0)[0], 3);
  EXPECT_EQ(merged.weights(2)[0], 1);
}

// As mcl --discard-loops=n has them of edges whose ends are variants.
TEST_F(MergeAllelesOf, OneVariantBecomesItsLoopWhereLoopsAreKept) {
  graph_.loop = {0, 0, 0.5, 0, 2};  // of r:0, s:0, r:1, s:1, t:0
  EXPECT_EQ(merge_alleles(graph_, MergeAlleles::max, dropped_).loop, (std::vector<float>{9, 0, 2}));
  EXPECT_EQ(merge_alleles(graph_, MergeAlleles::count, dropped_).loop,
            (std::vector<float>{2, 0, 1}));
  EXPECT_EQ(nearest(merge_alleles(graph_, MergeAlleles::max, dropped_), 1, false).loop.size(), 3u);
}

}  // namespace
}  // namespace encke::network
