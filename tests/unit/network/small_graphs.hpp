#pragma once

#include <encke/network/components.hpp>
#include <encke/network/graph.hpp>
#include <encke/network/partition.hpp>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace encke::test {

/// The graph of lines "a b weight".
inline network::Graph graph_of(const std::string& text) {
  network::Labels labels;
  std::vector<network::Edge> edges;
  std::istringstream lines(text);
  std::string a;
  std::string b;
  float weight = 0;
  while (lines >> a >> b >> weight) {
    const network::Node first = labels.add(a);
    edges.push_back({first, labels.add(b), weight});
  }
  network::Dropped dropped;
  return network::make_graph(std::move(labels), edges, {}, dropped);
}

/// Names of the nodes of each set.
inline std::vector<std::vector<std::string>> names_of(const network::Graph& graph,
                                                      const network::NodeSets& sets) {
  std::vector<std::vector<std::string>> all;
  for (Index set = 0; set < sets.count(); ++set) {
    auto& names = all.emplace_back();
    for (const network::Node node : sets.nodes(set)) names.emplace_back(graph.labels[node]);
  }
  return all;
}

/// The sets without their order.
inline std::set<std::set<std::string>> unordered(const network::Graph& graph,
                                                 const network::NodeSets& sets) {
  std::set<std::set<std::string>> all;
  for (const auto& names : names_of(graph, sets)) all.emplace(names.begin(), names.end());
  return all;
}

/// Some groups of nodes with many edges within and few between; weights in (0.1, 1].
inline std::string random_edges(unsigned seed, int nodes, double within, double between) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> chance;
  std::ostringstream text;
  for (int a = 0; a < nodes; ++a) {
    for (int b = a + 1; b < nodes; ++b) {
      const double density = a % 5 == b % 5 ? within : between;
      if (chance(random) >= density) continue;
      text << 'n' << a << " n" << b << ' ' << 1 - 0.9 * chance(random) << '\n';
    }
  }
  return text.str();
}

}  // namespace encke::test
