#include <algorithm>
#include <encke/network/partition.hpp>
#include <numeric>

namespace encke::network {

NodeSets in_order(const NodeSets& sets) {
  std::vector<Index> order(static_cast<std::size_t>(sets.count()));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](Index x, Index y) {
    const auto a = sets.nodes(x);
    const auto b = sets.nodes(y);
    if (a.size() != b.size()) return a.size() > b.size();
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  });
  NodeSets sorted;
  sorted.members.reserve(sets.members.size());
  for (const Index set : order) sorted.add(sets.nodes(set));
  return sorted;
}

NodeSets sets_of_nodes(const NodeSets& sets, Node nodes) {
  NodeSets of;
  of.begin.assign(static_cast<std::size_t>(nodes) + 1, 0);
  for (const Node node : sets.members) ++of.begin[static_cast<std::size_t>(node) + 1];
  std::partial_sum(of.begin.begin(), of.begin.end(), of.begin.begin());
  of.members.resize(sets.members.size());
  std::vector<Index> next(of.begin.begin(), of.begin.end() - 1);
  for (Index set = 0; set < sets.count(); ++set) {
    for (const Node node : sets.nodes(set)) {
      of.members[static_cast<std::size_t>(next[static_cast<std::size_t>(node)]++)] =
          static_cast<Node>(set);
    }
  }
  return of;
}

}  // namespace encke::network
