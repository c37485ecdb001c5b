#include <encke/network/task/common.hpp>
#include <encke/network/task/expected.hpp>
#include <encke/network/task/task.hpp>

#include "support/common.hpp"
#include "unit/network/small_graphs.hpp"

namespace encke::network {
namespace {

Components parts_of(int nodes, double density) {
  return components(test::graph_of(test::random_edges(1, nodes, density, density)));
}

TEST(Expected, GrowsWithNodesAndEdges) {
  Request request;
  request.memory = 1000;
  const Expected few = expect(request, 100, 1000, 8);
  EXPECT_EQ(few.nodes, 100);
  EXPECT_EQ(few.edges, 1000);
  EXPECT_EQ(few.allowed, 1000 << 20);
  EXPECT_FALSE(few.in_pieces);
  EXPECT_GT(few.bytes, fixed_memory(request) + 1000 * 44);
  EXPECT_EQ(expect(request, 100, 3000, 8).bytes - few.bytes, 2000 * 44);
  EXPECT_GT(expect(request, 200, 1000, 8).bytes, few.bytes);
  EXPECT_EQ(expect(request, 100, 20, 8).nodes, 40);  // no more than their ends
  request.graphs = {"npz"};
  EXPECT_GT(expect(request, 100, 1000, 8).bytes, few.bytes);
}

TEST(Expected, IsInPiecesWhereMemoryDoesNotHoldIt) {
  Request request;
  request.memory = 60;
  const Expected pieces = expect(request, 1000, 10'000'000, 8);
  EXPECT_TRUE(pieces.in_pieces);
  EXPECT_LE(pieces.bytes, pieces.allowed);
  request.reach = "@all";  // which needs all edges at a time
  const Expected whole = expect(request, 1000, 10'000'000, 8);
  EXPECT_FALSE(whole.in_pieces);
  EXPECT_GT(whole.bytes, whole.allowed);
}

TEST(Expected, CountsWhatTheRunUses) {
  Request request;
  const auto alone = expect(request, 10, 10, 8).bytes;
  request.memory_of_run = 12345;
  EXPECT_EQ(expect(request, 10, 10, 8).bytes, alone + 12345);
}

TEST(Expected, SecondsAreOfClustersThreadsAndRanks) {
  const Components parts = parts_of(100, 0.3);
  Request request;
  EXPECT_EQ(expected_seconds(request, parts, 1, 1), 0);
  request.cluster = true;
  const double one = expected_seconds(request, parts, 1, 1);
  EXPECT_GT(one, 0);
  EXPECT_NEAR(expected_seconds(request, parts, 2, 1), one / 2, one * 1e-9);
  EXPECT_EQ(expected_seconds(request, parts, 1, 2), one);  // a component is the smallest share
  EXPECT_GT(expected_seconds(request, parts_of(100, 0.6), 1, 1), 2 * one);
  request.inflations = {2, 4};
  EXPECT_GT(expected_seconds(request, parts, 1, 1), one);
}

}  // namespace
}  // namespace encke::network
