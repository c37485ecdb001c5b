#include <encke/network/pieces/edge_lists.hpp>

#include "support/common.hpp"
#include "support/scratch.hpp"

namespace encke::network {
namespace {

class Lists : public test::Scratch {};

std::vector<Node> firsts(EdgeLists& lists, std::size_t list) {
  std::vector<Node> nodes;
  lists.read(list, [&](std::span<const Edge> edges) {
    for (const Edge& edge : edges) {
      EXPECT_EQ(edge.b, edge.a + 1);
      EXPECT_EQ(edge.weight, static_cast<float>(edge.a));
      nodes.push_back(edge.a);
    }
  });
  return nodes;
}

TEST_F(Lists, GiveBackWhatCameInItsOrder) {
  for (const std::size_t buffer : {1u, 3u, 1000u}) {
    EdgeLists lists(path("e"), 3, buffer);
    for (Node a = 0; a < 200; ++a) {
      lists.add(a < 150 ? 0 : a % 2 + 1, {a, a + 1, static_cast<float>(a)});
    }
    for (int time = 0; time < 2; ++time) {
      const auto first = firsts(lists, 0);
      ASSERT_EQ(first.size(), 150u);
      EXPECT_TRUE(std::is_sorted(first.begin(), first.end()));
      EXPECT_EQ(firsts(lists, 1).front(), 150);
      EXPECT_EQ(firsts(lists, 2).size(), 25u);
    }
    EXPECT_EQ(lists.size(0), 150);
  }
}

TEST_F(Lists, LeaveNoFile) {
  EdgeLists lists(path("e"), 1, 1);
  lists.add(0, {0, 1, 0});
  EXPECT_TRUE(files().empty());
}

TEST_F(Lists, SayWhereADiskIsFull) {
  EdgeLists lists(path("e"), 1, 100);
  const test::FullDisk full(500);
  const auto [failure, text] = test::failure_of([&] {
    for (Node a = 0; a < 100; ++a) lists.add(0, {a, a, 0});
  });
  EXPECT_EQ(failure, Failure::write);
  EXPECT_NE(text.find("e.spill"), std::string::npos);
}

}  // namespace
}  // namespace encke::network
