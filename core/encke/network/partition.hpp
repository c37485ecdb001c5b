#pragma once

#include <encke/network/graph.hpp>
#include <span>
#include <vector>

namespace encke::network {

/// Sets of nodes, with their nodes ascending. A node may be in several.
struct NodeSets {
  std::vector<Index> begin = {0};  ///< sets + 1 places in `members`
  std::vector<Node> members;

  Index count() const { return static_cast<Index>(begin.size()) - 1; }
  std::span<const Node> nodes(Index set) const {
    const auto s = static_cast<std::size_t>(set);
    return std::span(members).subspan(static_cast<std::size_t>(begin[s]),
                                      static_cast<std::size_t>(begin[s + 1] - begin[s]));
  }
  void add(std::span<const Node> set) {
    members.insert(members.end(), set.begin(), set.end());
    begin.push_back(static_cast<Index>(members.size()));
  }
};

/// The sets in the order in which they are written: largest first, of equally large ones that
/// whose first node is smallest, then whose second is.
NodeSets in_order(const NodeSets& sets);

/// The sets that have each node, ascending.
NodeSets sets_of_nodes(const NodeSets& sets, Node nodes);

}  // namespace encke::network
