#include <algorithm>
#include <cmath>
#include <encke/host/threads/host_loop.hpp>
#include <encke/network/spectral/neighbours.hpp>
#include <utility>

namespace encke::network {
namespace {

/// Those of node n of a component, by its number there.
Neighbours nearest_to(std::size_t n, std::span<const Node> nodes, const ComponentEmbedding& one,
                      std::size_t count) {
  std::vector<std::pair<double, Node>> others;
  others.reserve(nodes.size() - 1);
  for (std::size_t other = 0; other < nodes.size(); ++other) {
    if (other == n) continue;
    double square = 0;
    for (std::size_t axis = 0; axis < one.values.size(); ++axis) {
      const double* const vector = one.vectors.data() + axis * nodes.size();
      square += (vector[n] - vector[other]) * (vector[n] - vector[other]);
    }
    others.emplace_back(square, nodes[other]);
  }
  const auto end = others.begin() + static_cast<std::ptrdiff_t>(std::min(count, others.size()));
  std::partial_sort(others.begin(), end, others.end());
  Neighbours found{.node = nodes[n]};
  for (auto at = others.begin(); at != end; ++at) {
    found.nodes.push_back(at->second);
    found.distances.push_back(std::sqrt(at->first));
  }
  return found;
}

}  // namespace

std::vector<Neighbours> neighbours(const Components& parts,
                                   std::span<const ComponentEmbedding> embedding, Index count,
                                   int threads, const std::function<void()>& check_stop) {
  std::vector<Neighbours> all;
  for (const ComponentEmbedding& one : embedding) {
    const auto nodes = parts.nodes(one.component);
    const std::size_t first = all.size();
    all.resize(first + nodes.size());
    thread_loop(threads, static_cast<Index>(nodes.size()), [&](Index n, int) {
      if (check_stop) check_stop();
      const auto at = static_cast<std::size_t>(n);
      all[first + at] = nearest_to(at, nodes, one, static_cast<std::size_t>(count));
    });
  }
  return all;
}

}  // namespace encke::network
