#pragma once

#include <encke/network/graph.hpp>
#include <limits>
#include <span>
#include <vector>

namespace encke::network {

/// A node, and the number of edges on a shortest way to it from the nearest seed.
struct Reached {
  Node node;
  Node depth;

  friend bool operator==(const Reached&, const Reached&) = default;
};

inline constexpr Node any_depth = std::numeric_limits<Node>::max();

/// Breadth-first search. It keeps its memory from search to search.
class Reach {
 public:
  explicit Reach(const Graph& graph)
      : graph_(graph), seen_(static_cast<std::size_t>(graph.nodes())) {}

  /// The nodes that are reached from any of `seeds` over `depth` edges at most, by depth, then by
  /// number; seeds have depth 0. Valid until the next call.
  std::span<const Reached> from(std::span<const Node> seeds, Node depth = any_depth);

 private:
  const Graph& graph_;
  std::vector<char> seen_;
  std::vector<Reached> found_;
};

}  // namespace encke::network
