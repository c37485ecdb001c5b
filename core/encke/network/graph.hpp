#pragma once

#include <encke/base/index.hpp>
#include <encke/network/labels.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace encke::network {

/// An edge as it was read; a loop where both ends are one node.
struct Edge {
  Node a;
  Node b;
  float weight;
};

/// An undirected graph, whose loops are apart: of each node its neighbours, ascending, with the
/// weights. Every edge is there twice, at both of its ends.
struct Graph {
  Labels labels;
  std::vector<Index> begin = {0};  ///< nodes + 1 places in `neighbour` and `weight`
  std::vector<Node> neighbour;
  std::vector<float> weight;
  /// The same weights as they were read, where formats or embeddings need them; else empty.
  std::vector<double> exact;
  /// The weight of each node's heaviest loop, or 0, where loops are kept; else empty. Loops
  /// are neither among the neighbours nor counted.
  std::vector<float> loop;
  /// A name is that of a variant, a colon, and an allele.
  bool alleles = false;
  /// Nodes that stand for triples: 1, of other nodes 0; empty where there are none.
  std::vector<char> triple;

  Node nodes() const { return static_cast<Node>(begin.size() - 1); }
  Index edges() const { return begin.back() / 2; }
  Index degree(Node node) const {
    return begin[static_cast<std::size_t>(node) + 1] - begin[static_cast<std::size_t>(node)];
  }
  std::span<const Node> neighbours(Node node) const {
    return std::span(neighbour).subspan(place(node), static_cast<std::size_t>(degree(node)));
  }
  std::span<const float> weights(Node node) const {
    return std::span(weight).subspan(place(node), static_cast<std::size_t>(degree(node)));
  }
  bool is_triple(Node node) const {
    return !triple.empty() && triple[static_cast<std::size_t>(node)] != 0;
  }
  /// The name without its allele, where names have such.
  std::string_view variant(Node node) const;
  std::string_view allele(Node node) const;

 private:
  std::size_t place(Node node) const {
    return static_cast<std::size_t>(begin[static_cast<std::size_t>(node)]);
  }
};

/// What making a graph left out.
struct Dropped {
  Index loops = 0;
  Index repeated = 0;  ///< edges given before, in either direction: the larger weight counts
};

/// The graph of `labels` and `edges`. `exact`: a value for each edge, or none; what it drops is
/// added to `dropped`.
Graph make_graph(Labels labels, std::span<const Edge> edges, std::span<const double> exact,
                 Dropped& dropped);
/// The same of nodes without labels.
Graph make_graph(std::size_t nodes, std::span<const Edge> edges, std::span<const double> exact,
                 Dropped& dropped);

/// Graph::loop of so many nodes.
std::vector<float> loops_of(std::size_t nodes, std::span<const Edge> edges);

/// The sum of the weights of each node's edges.
std::vector<double> sums_of_weights(const Graph& graph);

/// The graph of the nodes for which keep[node] is not 0, and of those edges among them for which
/// keep_place is not 0 at the places of both ends.
Graph subgraph(const Graph& graph, std::span<const char> keep, std::span<const char> keep_place);

}  // namespace encke::network
