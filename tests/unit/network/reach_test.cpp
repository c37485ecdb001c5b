#include <encke/network/reach.hpp>

#include "support/common.hpp"
#include "unit/network/small_graphs.hpp"

namespace encke::network {
namespace {

using test::graph_of;

std::vector<Reached> reached(Reach& reach, std::vector<Node> seeds, Node depth = any_depth) {
  const auto found = reach.from(seeds, depth);
  return {found.begin(), found.end()};
}

TEST(Reach, GoesLevelByLevel) {
  const Graph graph = graph_of("a b 1\nb c 1\nc d 1\na d 1\nd e 1\nx y 1\n");
  Reach reach(graph);
  const std::vector<Reached> all = {{0, 0}, {1, 1}, {3, 1}, {2, 2}, {4, 2}};

  EXPECT_EQ(reached(reach, {0}), all);
  EXPECT_EQ(reached(reach, {0}, 0), std::vector<Reached>(all.begin(), all.begin() + 1));
  EXPECT_EQ(reached(reach, {0}, 1), std::vector<Reached>(all.begin(), all.begin() + 3));
  EXPECT_EQ(reached(reach, {0}, 2), all);
}

TEST(Reach, FromSeveralSeedsIsTheNearest) {
  const Graph graph = graph_of("a b 1\nb c 1\nc d 1\nd e 1\n");
  Reach reach(graph);
  EXPECT_EQ(reached(reach, {4, 0, 4}),
            (std::vector<Reached>{{0, 0}, {4, 0}, {1, 1}, {3, 1}, {2, 2}}));
}

TEST(Reach, IsMonotoneInTheDepth) {
  const Graph graph = graph_of(test::random_edges(3, 80, 0.1, 0.01));
  Reach reach(graph);
  std::vector<Reached> before;
  for (Node depth = 0; depth < 6; ++depth) {
    const std::vector<Reached> now = reached(reach, {2}, depth);
    ASSERT_GE(now.size(), before.size());
    EXPECT_TRUE(std::equal(before.begin(), before.end(), now.begin()));
    before = now;
  }
}

}  // namespace
}  // namespace encke::network
