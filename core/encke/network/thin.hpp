#pragma once

#include <encke/network/graph.hpp>
#include <string>
#include <vector>

namespace encke::network {

/// What becomes of the edges between the alleles of two variants.
enum class MergeAlleles {
  no,
  max,    ///< one edge between the variants, of the largest weight
  count,  ///< one edge, whose weight is the number of them
};

/// The graph of variants of a graph of alleles. Edges between alleles of one variant are its loops:
/// kept where the graph keeps loops, else dropped.
Graph merge_alleles(const Graph& graph, MergeAlleles how, Dropped& dropped);

/// Keeps an edge if it is among the `most` heaviest of one of its ends or, where `mutual`, of both;
/// edges as heavy as the last of these are kept too. All nodes stay. `most` is at least 1.
Graph nearest(const Graph& graph, Index most, bool mutual);

/// A graph, and the names of nodes that it is without.
struct Thinned {
  Graph graph;
  std::vector<std::string> dropped;
};

/// Without the nodes that have more than `most` edges.
Thinned without_hubs(const Graph& graph, Index most);

}  // namespace encke::network
