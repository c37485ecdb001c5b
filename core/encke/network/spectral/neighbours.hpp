#pragma once

#include <encke/network/spectral/embedding.hpp>
#include <functional>
#include <span>
#include <vector>

namespace encke::network {

/// The nodes that are nearest to one in an embedding, the nearest first.
struct Neighbours {
  Node node = 0;
  std::vector<Node> nodes;        ///< without the node itself
  std::vector<double> distances;  ///< Euclidean, of all axes
};

/// For each node of the embedded components, in the order of components and then of nodes, its
/// `count` nearest of the same component, or all others where there are fewer. Of equally near ones
/// the smaller node comes first. Takes nodes^2 x axes operations a component. `check_stop` is
/// called now and then; what it throws ends the work.
std::vector<Neighbours> neighbours(const Components& parts,
                                   std::span<const ComponentEmbedding> embedding, Index count,
                                   int threads = 1, const std::function<void()>& check_stop = {});

}  // namespace encke::network
