#pragma once

#include <encke/network/graph.hpp>
#include <encke/sparse/matrix_rows.hpp>
#include <vector>

namespace encke::network {

/// Most entries of a product of the adjacency matrix of a graph that are there at a time.
inline constexpr std::size_t most_product_entries = std::size_t{1} << 22;

/// The adjacency matrix of a graph, with 1 for each edge.
class Adjacency {
 public:
  /// `graph` must outlive it.
  explicit Adjacency(const Graph& graph)
      : begin_(graph.begin.begin(), graph.begin.end()),
        ones_(graph.neighbour.size(), 1.0),
        neighbour_(graph.neighbour) {}

  sparse::MatrixRows rows() const { return {begin_, neighbour_, ones_}; }

 private:
  std::vector<std::size_t> begin_;
  std::vector<double> ones_;
  std::span<const Node> neighbour_;
};

}  // namespace encke::network
