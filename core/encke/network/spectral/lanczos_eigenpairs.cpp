#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/mix.hpp>
#include <encke/eigen/largest_eigenpairs.hpp>
#include <encke/network/spectral/eigenpairs.hpp>
#include <string>
#include <utility>

namespace encke::network {

bool embeds_large() { return eigen::has_lanczos(); }

Eigenpairs lanczos_eigenpairs(const LaplacianOf& laplacian, Index count) {
  constexpr Index most_restarts = 3000;
  constexpr double tolerance = 1e-11;
  const Index nodes = laplacian.nodes();
  if (!embeds_large()) {
    throw Error(Failure::inconsistent,
                "--embed: a component has " + std::to_string(nodes) +
                    " nodes; this Encke was built without Spectra, which components of more than " +
                    std::to_string(most_dense_nodes) + " nodes need");
  }
  const Index kept = std::min(nodes, std::max<Index>(4 * count, 2 * count + 20));
  std::vector<double> start(static_cast<std::size_t>(nodes));
  for (std::size_t n = 0; n < start.size(); ++n) {
    start[n] = static_cast<double>(mix(n + 1) >> 11) * 0x1p-53 - 0.5;
  }
  eigen::LanczosPairs found = eigen::largest_eigenpairs(
      start, [&](const double* x, double* y) { laplacian.multiply_shifted(x, y); }, count,
      {.vectors = kept, .restarts = most_restarts, .tolerance = tolerance});
  Eigenpairs pairs{std::move(found.values), std::move(found.vectors)};
  for (double& value : pairs.values) value = laplacian.shift() - value;
  return pairs;
}

}  // namespace encke::network
