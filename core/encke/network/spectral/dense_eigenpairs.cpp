#include <Eigen/Eigenvalues>
#include <encke/base/error.hpp>
#include <encke/network/spectral/eigenpairs.hpp>

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
  const Eigen::Map<const Eigen::MatrixXd> matrix(entries.data(), nodes, nodes);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix);
  if (solver.info() != Eigen::Success) {
    throw Error(Failure::inconsistent, "the eigenvalues of a component were not found");
  }
  Eigenpairs pairs;
  for (Index k = 0; k < count; ++k) {
    pairs.values.push_back(solver.eigenvalues()[k]);
    const double* const vector = solver.eigenvectors().data() + k * nodes;
    pairs.vectors.insert(pairs.vectors.end(), vector, vector + nodes);
  }
  return pairs;
}

}  // namespace encke::network
