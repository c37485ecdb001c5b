#include <algorithm>
#include <encke/network/thin.hpp>
#include <functional>
#include <utility>

namespace encke::network {
namespace {

/// Graph::loop of variants: of the loops of their alleles, and of the edges between these.
std::vector<float> merged_loops(const Graph& graph, std::span<const Node> variant,
                                std::size_t variants, MergeAlleles how) {
  std::vector<float> loops(variants);
  const auto add = [&](std::size_t node, float weight) {
    float& loop = loops[static_cast<std::size_t>(variant[node])];
    loop = how == MergeAlleles::count ? loop + 1 : std::max(loop, weight);
  };
  for (Node node = 0; node < graph.nodes(); ++node) {
    const auto n = static_cast<std::size_t>(node);
    if (graph.loop[n] > 0) add(n, graph.loop[n]);
    const auto others = graph.neighbours(node);
    for (std::size_t e = 0; e < others.size() && others[e] < node; ++e) {
      if (variant[static_cast<std::size_t>(others[e])] == variant[n])
        add(n, graph.weights(node)[e]);
    }
  }
  return loops;
}

}  // namespace

Graph merge_alleles(const Graph& graph, MergeAlleles how, Dropped& dropped) {
  Labels labels;
  std::vector<Node> variant(static_cast<std::size_t>(graph.nodes()));
  for (Node node = 0; node < graph.nodes(); ++node) {
    variant[static_cast<std::size_t>(node)] = labels.add(graph.variant(node));
  }
  std::vector<Edge> edges;
  std::vector<double> exact;
  for (Node node = 0; node < graph.nodes(); ++node) {
    const auto others = graph.neighbours(node);
    const auto begin = static_cast<std::size_t>(graph.begin[static_cast<std::size_t>(node)]);
    for (std::size_t e = 0; e < others.size() && others[e] < node; ++e) {
      edges.push_back({variant[static_cast<std::size_t>(others[e])],
                       variant[static_cast<std::size_t>(node)], graph.weight[begin + e]});
      if (!graph.exact.empty()) exact.push_back(graph.exact[begin + e]);
    }
  }
  Dropped found;
  if (how == MergeAlleles::count) {
    // In the order of their ends, edges of two variants follow each other.
    for (Edge& edge : edges) edge = {std::min(edge.a, edge.b), std::max(edge.a, edge.b), 1};
    std::sort(edges.begin(), edges.end(), [](const Edge& x, const Edge& y) {
      return std::pair(x.a, x.b) < std::pair(y.a, y.b);
    });
    std::size_t kept = 0;
    for (const Edge& edge : edges) {
      if (kept > 0 && edges[kept - 1].a == edge.a && edges[kept - 1].b == edge.b) {
        edges[kept - 1].weight += 1;
      } else {
        edges[kept++] = edge;
      }
    }
    edges.resize(kept);
    if (!exact.empty()) exact.assign(kept, 0);
    for (std::size_t e = 0; e < exact.size(); ++e) exact[e] = static_cast<double>(edges[e].weight);
  }
  Graph merged = make_graph(std::move(labels), edges, exact, found);
  if (!graph.loop.empty()) {
    merged.loop = merged_loops(graph, variant, static_cast<std::size_t>(merged.nodes()), how);
  }
  dropped.loops += found.loops;
  return merged;
}

Graph nearest(const Graph& graph, Index most, bool mutual) {
  std::vector<float> least(static_cast<std::size_t>(graph.nodes()));  // weight of the last kept
  std::vector<float> weights;
  for (Node node = 0; node < graph.nodes(); ++node) {
    const auto of = graph.weights(node);
    if (of.empty()) continue;
    weights.assign(of.begin(), of.end());
    const auto last = std::min(static_cast<std::size_t>(most), weights.size()) - 1;
    std::nth_element(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(last),
                     weights.end(), std::greater<>());
    least[static_cast<std::size_t>(node)] = weights[last];
  }
  std::vector<char> keep(graph.neighbour.size());
  for (Node node = 0; node < graph.nodes(); ++node) {
    const auto n = static_cast<std::size_t>(node);
    for (auto at = static_cast<std::size_t>(graph.begin[n]);
         at < static_cast<std::size_t>(graph.begin[n + 1]); ++at) {
      const bool here = graph.weight[at] >= least[n];
      const bool there = graph.weight[at] >= least[static_cast<std::size_t>(graph.neighbour[at])];
      keep[at] = (mutual ? here && there : here || there) ? 1 : 0;
    }
  }
  return subgraph(graph, std::vector<char>(static_cast<std::size_t>(graph.nodes()), 1), keep);
}

Thinned without_hubs(const Graph& graph, Index most) {
  Thinned thinned;
  std::vector<char> keep(static_cast<std::size_t>(graph.nodes()), 1);
  for (Node node = 0; node < graph.nodes(); ++node) {
    if (graph.degree(node) <= most) continue;
    keep[static_cast<std::size_t>(node)] = 0;
    thinned.dropped.emplace_back(graph.labels[node]);
  }
  thinned.graph = subgraph(graph, keep, std::vector<char>(graph.neighbour.size(), 1));
  return thinned;
}

}  // namespace encke::network
