#include <encke/network/partition.hpp>

#include "support/common.hpp"

namespace encke::network {
namespace {

TEST(NodeSets, AreInTheOrderOfSizeThenOfTheirFirstNodes) {
  NodeSets sets;
  sets.add(std::vector<Node>{4, 5});
  sets.add(std::vector<Node>{7});
  sets.add(std::vector<Node>{1, 9});
  sets.add(std::vector<Node>{2, 3, 6});
  sets.add(std::vector<Node>{1, 8});
  const NodeSets sorted = in_order(sets);
  EXPECT_EQ(sorted.members, (std::vector<Node>{2, 3, 6, 1, 8, 1, 9, 4, 5, 7}));
  EXPECT_EQ(sorted.begin, (std::vector<Index>{0, 3, 5, 7, 9, 10}));
}

TEST(NodeSets, OfEachNode) {
  NodeSets sets;
  sets.add(std::vector<Node>{0, 2});
  sets.add(std::vector<Node>{2});
  const NodeSets of = sets_of_nodes(sets, 4);
  EXPECT_EQ(of.begin, (std::vector<Index>{0, 1, 1, 3, 3}));
  EXPECT_EQ(of.members, (std::vector<Node>{0, 0, 1}));
}

}  // namespace
}  // namespace encke::network
