#pragma once

#include <encke/network/components.hpp>
#include <encke/network/pieces/edge_lists.hpp>

namespace encke::network {

/// Edges that memory does not hold, and what is known of them when all have been read.
struct SpilledEdges {
  Labels labels = {};
  bool alleles = false;
  bool keeps_loops = false;
  UnionFind sets = {};  ///< of nodes that hang together
  EdgeLists edges;      ///< one list
};

}  // namespace encke::network
