#include <algorithm>
#include <encke/network/ranks/shares.hpp>
#include <numeric>

namespace encke::network {

double cost_of(const Components& parts, Node component) {
  const auto nodes = static_cast<double>(parts.nodes(component).size());
  const auto ends = 2 * static_cast<double>(parts.edges[static_cast<std::size_t>(component)]);
  return nodes + ends * ends / nodes;
}

std::vector<std::vector<Node>> shares_of(const Components& parts, int ranks) {
  std::vector<double> cost(static_cast<std::size_t>(parts.count()));
  for (Node c = 0; c < parts.count(); ++c) cost[static_cast<std::size_t>(c)] = cost_of(parts, c);
  std::vector<Node> order(cost.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](Node a, Node b) {
    return cost[static_cast<std::size_t>(a)] > cost[static_cast<std::size_t>(b)];
  });
  std::vector<std::vector<Node>> shares(static_cast<std::size_t>(ranks));
  std::vector<double> load(shares.size());
  for (const Node c : order) {
    const auto least = std::min_element(load.begin(), load.end());
    *least += cost[static_cast<std::size_t>(c)];
    shares[static_cast<std::size_t>(least - load.begin())].push_back(c);
  }
  for (auto& share : shares) std::sort(share.begin(), share.end());
  return shares;
}

}  // namespace encke::network
