#include <algorithm>
#include <encke/network/components.hpp>
#include <numeric>

namespace encke::network {

void UnionFind::resize(Node nodes) {
  const auto before = parent_.size();
  if (static_cast<std::size_t>(nodes) <= before) return;
  parent_.resize(static_cast<std::size_t>(nodes));
  std::iota(parent_.begin() + static_cast<std::ptrdiff_t>(before), parent_.end(),
            static_cast<Node>(before));
}

Node UnionFind::root(Node node) {
  auto at = static_cast<std::size_t>(node);
  while (parent_[at] != static_cast<Node>(at)) {  // halves the path
    parent_[at] = parent_[static_cast<std::size_t>(parent_[at])];
    at = static_cast<std::size_t>(parent_[at]);
  }
  return static_cast<Node>(at);
}

void UnionFind::join(Node a, Node b) {
  resize(std::max(a, b) + 1);
  a = root(a);
  b = root(b);
  parent_[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
}

Components components(const Graph& graph) {
  UnionFind sets;
  sets.resize(graph.nodes());
  for (Node node = 0; node < graph.nodes(); ++node) {
    for (const Node other : graph.neighbours(node)) {
      if (other > node) break;
      if (!sets.are_known_joined(node, other)) sets.join(node, other);
    }
  }
  Components found = components(sets);
  found.edges.resize(static_cast<std::size_t>(found.count()));
  for (Node node = 0; node < graph.nodes(); ++node) {
    const Node component = found.of[static_cast<std::size_t>(node)];
    found.edges[static_cast<std::size_t>(component)] += graph.degree(node);
  }
  for (Index& edges : found.edges) edges /= 2;
  return found;
}

Components components(UnionFind& sets) {
  std::vector<Node> size(static_cast<std::size_t>(sets.nodes()));
  std::vector<Node> roots;
  for (Node node = 0; node < sets.nodes(); ++node) {
    const Node root = sets.root(node);
    if (root == node) roots.push_back(node);
    ++size[static_cast<std::size_t>(root)];
  }
  std::stable_sort(roots.begin(), roots.end(), [&](Node x, Node y) {
    return size[static_cast<std::size_t>(x)] > size[static_cast<std::size_t>(y)];
  });

  Components found;
  std::vector<Node> number(size.size());
  for (std::size_t c = 0; c < roots.size(); ++c) {
    const auto root = static_cast<std::size_t>(roots[c]);
    number[root] = static_cast<Node>(c);
    found.begin.push_back(found.begin.back() + size[root]);
  }
  found.of.resize(size.size());
  found.members.resize(size.size());
  std::vector<Index> next(found.begin.begin(), found.begin.end() - 1);
  for (Node node = 0; node < sets.nodes(); ++node) {
    const auto c = static_cast<std::size_t>(number[static_cast<std::size_t>(sets.root(node))]);
    found.of[static_cast<std::size_t>(node)] = static_cast<Node>(c);
    found.members[static_cast<std::size_t>(next[c]++)] = node;
  }
  return found;
}

}  // namespace encke::network
