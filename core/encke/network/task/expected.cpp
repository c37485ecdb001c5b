#include <algorithm>
#include <cmath>
#include <encke/network/pieces/pieces.hpp>
#include <encke/network/ranks/shares.hpp>
#include <encke/network/task/by_pieces.hpp>
#include <encke/network/task/common.hpp>
#include <encke/network/task/expected.hpp>

namespace encke::network {
namespace {

/// Of all iterations together, for each multiplication of the first square: 70 ns at an inflation
/// of 1.4, 32 at 2, 24 at 4, as four networks of real data took (perf/results).
double seconds_of_product(double inflation) {
  return 22e-9 + 10e-9 * std::pow(inflation - 1, -1.7);
}

}  // namespace

Expected expect(const Request& request, Index nodes, Index edges, double name_length) {
  nodes = std::min(nodes, 2 * edges);
  Expected found{.nodes = nodes, .edges = edges, .allowed = allowed_memory(request)};
  const auto inflations = static_cast<Index>(wanted_inflations(request).size());
  // as Labels::bytes(): text and places with spare memory, and a table
  const auto of_name = static_cast<Index>(2 * name_length) + 16 + 32;
  const std::int64_t of_nodes = fixed_memory(request) + nodes * of_name;
  found.bytes =
      of_nodes + nodes * (48 + 48 * inflations) + edges * (keeps_exact(request) ? 84 : 44);
  if (found.bytes <= found.allowed || needs_whole(request)) return found;
  found.in_pieces = true;
  found.bytes =
      std::min(found.allowed, of_nodes + nodes * (72 + 48 * inflations) +
                                  2 * Pieces::edges_in_buffers * static_cast<Index>(sizeof(Edge)) +
                                  edges * Pieces::bytes_of_edge);
  return found;
}

double expected_seconds(const Request& request, const Components& parts, int threads, int ranks) {
  double most = 0;
  for (const std::vector<Node>& share : shares_of(parts, ranks)) {
    double cost = 0;
    for (const Node component : share) cost += cost_of(parts, component);
    most = std::max(most, cost);
  }
  double seconds = 0;
  for (const double inflation : wanted_inflations(request)) {
    seconds += most * seconds_of_product(inflation) / threads;
  }
  return seconds;
}

}  // namespace encke::network
