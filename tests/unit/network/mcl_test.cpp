#include <encke/network/mcl.hpp>

#include "support/common.hpp"
#include "unit/network/mcl_reference.hpp"
#include "unit/network/small_graphs.hpp"

namespace encke::network {
namespace {

using test::graph_of;
using test::MclReference;
using test::names_of;
using test::random_edges;
using test::unordered;
using Names = std::vector<std::vector<std::string>>;

Clusters clusters_of(const Graph& graph, const MclOptions& options = {}) {
  return mcl(graph, components(graph), options);
}

const std::string path_of_5 = "0 1 1\n1 2 1\n2 3 1\n3 4 1\n";

TEST(Mcl, PartsTwoTriangles) {
  const Graph graph = graph_of("a b 1\nb c 1\na c 1\nc d 1\nd e 1\ne f 1\nd f 1\n");
  EXPECT_EQ(names_of(graph, clusters_of(graph).sets), (Names{{"a", "b", "c"}, {"d", "e", "f"}}));
  EXPECT_EQ(clusters_of(graph, {.inflation = 1.4}).sets.count(), 1);
}

// What mcl makes of this path: its middle reaches both ends.
TEST(Mcl, CutsKeepsOrSplitsOverlaps) {
  const Graph graph = graph_of(path_of_5);
  const Clusters cut = clusters_of(graph, {.overlap = Overlap::cut});
  EXPECT_EQ(names_of(graph, cut.sets), (Names{{"0", "1", "2"}, {"3", "4"}}));
  EXPECT_EQ(cut.overlapping, 1);
  EXPECT_EQ(names_of(graph, clusters_of(graph, {.overlap = Overlap::keep}).sets),
            (Names{{"0", "1", "2"}, {"2", "3", "4"}}));
  EXPECT_EQ(names_of(graph, clusters_of(graph, {.overlap = Overlap::split}).sets),
            (Names{{"0", "1"}, {"3", "4"}, {"2"}}));
}

TEST(Mcl, PutsANodeWithoutEdgesByItself) {
  const Graph graph = graph_of("a a 1\nb c 1\n");
  EXPECT_EQ(names_of(graph, clusters_of(graph).sets), (Names{{"b", "c"}, {"a"}}));
}

// What mcl --discard-loops=n makes of it: b and d have no loop, that of c is light.
TEST(Mcl, TakesLoopsAsTheyAreWhereTheyAreKept) {
  Graph graph = graph_of("a b 1\nb c 2\nd e 1\n");
  EXPECT_EQ(names_of(graph, clusters_of(graph).sets), (Names{{"a", "b", "c"}, {"d", "e"}}));
  graph.loop = {3, 0, 0.5, 0, 1};
  EXPECT_EQ(names_of(graph, clusters_of(graph).sets), (Names{{"a", "c"}, {"d", "e"}, {"b"}}));
}

TEST(Mcl, EqualsTheDefinitionOnRegularGraphs) {
  std::string star;
  std::string clique;
  std::string ring;
  std::string grid;
  for (int i = 1; i < 9; ++i) {
    const std::string n = std::to_string(i);
    star += "0 " + n + " 1\n";
    if (i < 7) ring += n + " " + std::to_string(i % 6 + 1) + " 1\n";
    for (int j = 0; j < i; ++j) clique += std::to_string(j) + " " + n + " 0.25\n";
    if (i % 3 != 0) grid += n + " " + std::to_string(i + 1) + " 1\n";
    if (i < 7) grid += n + " " + std::to_string(i + 3) + " 1\n";
  }
  for (const std::string& text : {star, clique, ring, grid, path_of_5}) {
    for (const double inflation : {1.4, 2.0, 4.0}) {
      const Graph graph = graph_of(text);
      EXPECT_EQ(unordered(graph, clusters_of(graph, {.inflation = inflation}).sets),
                MclReference(graph, inflation).clusters())
          << text << inflation;
    }
  }
}

// All nodes of a ring are alike: the program mcl makes clusters of one node each.
TEST(Mcl, OfARingOfEight) {
  std::string ring;
  for (int i = 0; i < 8; ++i) {
    ring += std::to_string(i) + ' ' + std::to_string((i + 1) % 8) + " 1\n";
  }
  EXPECT_EQ(clusters_of(graph_of(ring)).sets.count(), 8);
}

TEST(Mcl, EqualsTheDefinitionOnRandomGraphs) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    const Graph graph = graph_of(random_edges(seed, 4 + 2 * static_cast<int>(seed), 0.5, 0.06));
    if (graph.nodes() == 0) continue;
    for (const double inflation : {1.4, 2.0, 4.0}) {
      EXPECT_EQ(unordered(graph, clusters_of(graph, {.inflation = inflation}).sets),
                MclReference(graph, inflation).clusters())
          << seed << ' ' << inflation;
    }
  }
}

TEST(Mcl, OfAUnionIsTheUnionOfTheClusters) {
  const Graph one = graph_of(random_edges(5, 40, 0.5, 0.05));
  std::string text = random_edges(5, 40, 0.5, 0.05);
  std::string copy = text;
  std::replace(copy.begin(), copy.end(), 'n', 'm');
  const Graph two = graph_of(text + copy);
  std::set<std::set<std::string>> doubled;
  for (const auto& cluster : unordered(one, clusters_of(one).sets)) {
    doubled.insert(cluster);
    std::set<std::string> other;
    for (std::string name : cluster) other.insert("m" + name.substr(1));
    doubled.insert(other);
  }
  EXPECT_EQ(unordered(two, clusters_of(two).sets), doubled);
}

TEST(Mcl, DoesNotDependOnThreads) {
  const std::string text =
      random_edges(11, 1100, 0.012, 0.0005);  // one component, shared by threads
  const Graph graph = graph_of(text);
  ASSERT_GE(components(graph).nodes(0).size(), 1024u);
  const Clusters one = clusters_of(graph, {.inflation = 2});
  ASSERT_GT(one.sets.count(), 1);
  for (const int threads : {2, 5}) {
    const Clusters more = clusters_of(graph, {.inflation = 2, .threads = threads});
    EXPECT_EQ(more.sets.members, one.sets.members);
    EXPECT_EQ(more.sets.begin, one.sets.begin);
  }
}

TEST(Mcl, DoesNotDependOnTheOrderOfEdges) {
  std::istringstream lines(random_edges(12, 60, 0.4, 0.04));
  std::vector<std::string> edges;
  std::string a;
  std::string b;
  std::string weight;
  std::string text;
  while (lines >> a >> b >> weight) {
    text += a + ' ' + b + ' ' + weight + '\n';
    edges.push_back(b + ' ' + a + ' ' + weight + '\n' + a + ' ' + b + " 0.01\n");
  }
  std::mt19937 random(1);
  std::shuffle(edges.begin(), edges.end(), random);
  std::string shuffled;
  for (const auto& edge : edges) shuffled += edge;
  const Graph graph = graph_of(text);
  const Graph other = graph_of(shuffled);
  EXPECT_EQ(unordered(graph, clusters_of(graph).sets), unordered(other, clusters_of(other).sets));
}

TEST(Mcl, RefusesAnInflationOutOfRange) {
  const Graph graph = graph_of("a b 1\n");
  for (const double inflation : {1.0, 30.5, std::nan("")}) {
    EXPECT_THROW(clusters_of(graph, {.inflation = inflation}), Error);
  }
}

TEST(Mcl, StopsWhereItIsAskedTo) {
  const Graph graph = graph_of("a b 1\n");
  const MclOptions options{.check_stop = [] { throw Error(Failure::stopped, "stop"); }};
  EXPECT_THROW(clusters_of(graph, options), Error);
}

TEST(Mcl, SchemesAreThoseOfMcl) {
  EXPECT_EQ(pruning_scheme(6).select, 1100);
  EXPECT_EQ(pruning_scheme(1).prune, 3000);
  EXPECT_EQ(pruning_scheme(7).recover, 1600);
}

}  // namespace
}  // namespace encke::network
