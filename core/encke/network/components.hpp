#pragma once

#include <encke/network/graph.hpp>
#include <span>
#include <vector>

namespace encke::network {

/// Which nodes hang together. Components are numbered from 0: the largest first, of equally large
/// ones that with the smallest node.
struct Components {
  std::vector<Node> of;            ///< component of each node
  std::vector<Index> begin = {0};  ///< components + 1 places in `members`
  std::vector<Node> members;       ///< nodes by component, ascending in each
  std::vector<Index> edges;        ///< of each component

  Node count() const { return static_cast<Node>(begin.size() - 1); }
  std::span<const Node> nodes(Node component) const {
    const auto c = static_cast<std::size_t>(component);
    return std::span(members).subspan(static_cast<std::size_t>(begin[c]),
                                      static_cast<std::size_t>(begin[c + 1] - begin[c]));
  }
};

/// Which nodes hang together, of edges that come one by one: 4 bytes a node, however many edges
/// there are.
class UnionFind {
 public:
  /// Takes in an edge; nodes up to the larger one are there from then on.
  void join(Node a, Node b);
  /// True for some nodes that hang together, most of those that were joined long ago.
  bool are_known_joined(Node a, Node b) const {
    return parent_[static_cast<std::size_t>(a)] == parent_[static_cast<std::size_t>(b)];
  }
  /// The smallest node that hangs together with this one.
  Node root(Node node);
  void resize(Node nodes);
  Node nodes() const { return static_cast<Node>(parent_.size()); }

 private:
  std::vector<Node> parent_;
};

/// Linear in nodes and edges, by union and find.
Components components(const Graph& graph);
/// Components of joined nodes; Components::edges is empty.
Components components(UnionFind& sets);

}  // namespace encke::network
