#pragma once

#include <encke/network/graph.hpp>
#include <encke/network/products/engine.hpp>
#include <functional>
#include <vector>

namespace encke::network {

struct TriangleOptions {
  Engine engine = Engine::fused;
  int threads = 1;  ///< of Engine::fused; the other has those of the Runtime that it needs
  /// Called now and then; what it throws ends the work.
  std::function<void()> check_stop{};
};

/// The triangles that each node is a corner of. Engine::fused lists each triangle once, from
/// its corner of the fewest edges (T. Schank and D. Wagner 2005, "Finding, counting and listing all
/// triangles in large graphs"); Engine::spgemm has of a node half the sum, over its neighbours, of
/// the entries of the squared adjacency matrix. Throws as mcl().
std::vector<Index> triangles(const Graph& graph, const TriangleOptions& options = {});

/// What they say of the whole graph.
struct TriangleCount {
  Index triangles = 0;
  Index open = 0;  ///< paths of two edges, those in triangles too

  /// 3 · triangles / paths of two edges, M. Newman's transitivity; 0 without such paths.
  double transitivity() const {
    return open > 0 ? 3 * static_cast<double>(triangles) / static_cast<double>(open) : 0;
  }
};

TriangleCount count_triangles(const Graph& graph, const std::vector<Index>& of_nodes);

}  // namespace encke::network
