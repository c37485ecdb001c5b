#pragma once

#include <encke/network/components.hpp>
#include <encke/network/graph.hpp>
#include <encke/network/partition.hpp>
#include <encke/network/sets/variants.hpp>
#include <string>
#include <vector>

namespace encke::network {

/// Clusters, as files show them.
struct Clustering {
  std::string name;  ///< "MCL_1.4"
  NodeSets sets;
  NodeSets of_nodes;  ///< sets_of_nodes()
};

/// All that files of a network show.
struct GraphView {
  const Graph& graph;
  const Components& parts;
  const std::vector<Clustering>& clusterings;
  const Variants* variants = nullptr;  ///< where they lie; null: nobody knows
};

/// What a set of nodes is called in files: "MCL_2_1", "component_1".
inline std::string set_name(const Clustering& clustering, Index set) {
  return clustering.name + "_" + std::to_string(set + 1);
}
inline std::string component_name(Node component) {
  return "component_" + std::to_string(component + 1);
}

/// The numbers, from 1, of the clusters that a node is in, separated by commas.
std::string cluster_text(const Clustering& clustering, Node node);

/// The weight at a place of Graph::neighbour, as it was read, where the graph has that.
inline double weight_at(const Graph& graph, std::size_t place) {
  return graph.exact.empty() ? static_cast<double>(graph.weight[place]) : graph.exact[place];
}

/// Calls work(a, b, place) for each edge once, a < b, in the order of a, then of b.
template <class Work>
void for_each_edge(const Graph& graph, const Work& work) {
  for (Node a = 0; a < graph.nodes(); ++a) {
    const auto n = static_cast<std::size_t>(a);
    for (auto at = static_cast<std::size_t>(graph.begin[n]);
         at < static_cast<std::size_t>(graph.begin[n + 1]); ++at) {
      if (graph.neighbour[at] > a) work(a, graph.neighbour[at], at);
    }
  }
}

}  // namespace encke::network
