#include <encke/base/error.hpp>
#include <encke/eigen/symmetric_eigenpairs.hpp>
#include <encke/network/spectral/eigenpairs.hpp>
#include <utility>

namespace encke::network {

Eigenpairs dense_eigenpairs(const LaplacianOf& laplacian, Index count) {
  const Index nodes = laplacian.nodes();
  std::vector<double> entries = laplacian.dense();
  // The trivial eigenvector is moved behind all others: an eigenvalue near 0 may be another's.
  const auto n = static_cast<std::size_t>(nodes);
  for (std::size_t c = 0; c < n; ++c) {
    for (std::size_t r = 0; r < n; ++r) {
      entries[c * n + r] +=
          2 * laplacian.largest() * laplacian.trivial()[r] * laplacian.trivial()[c];
    }
  }
  auto found = eigen::symmetric_eigenpairs(entries, nodes, {0, count});
  if (!found) {
    throw Error(Failure::inconsistent, "the eigenvalues of a component were not found");
  }
  found->values.resize(static_cast<std::size_t>(count));
  return {std::move(found->values), std::move(found->vectors)};
}

}  // namespace encke::network
