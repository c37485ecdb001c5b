#pragma once

#include <encke/network/components.hpp>
#include <encke/network/task/request.hpp>

namespace encke::network {

/// A network before its edges are there, by their number.
struct Expected {
  Index nodes = 0;         ///< at most
  Index edges = 0;         ///< about
  std::int64_t bytes = 0;  ///< memory while the graph is made, the program's and the files' too
  bool in_pieces = false;  ///< so that memory need not hold all edges
  std::int64_t allowed = 0;
};

/// What a request takes for so many edges between at most so many nodes, whose names have
/// `name_length` bytes on average. Clusters take more, by the sizes of their components, which
/// nobody knows yet.
Expected expect(const Request& request, Index nodes, Index edges, double name_length);

/// About how many seconds of a core of 2024 the clusters of these components take, on so many
/// threads of each of so many ranks: within a factor of 2 for the networks of perf/networks.py. 0
/// where none are wanted.
double expected_seconds(const Request& request, const Components& parts, int threads, int ranks);

}  // namespace encke::network
