#define EIGEN_DONT_PARALLELIZE
#include <Eigen/Eigenvalues>
#include <encke/base/error.hpp>
#include <encke/ordination/axes.hpp>

namespace encke::ordination::detail {

Axes exact_axes(const Distances& distances, const CentredMatrix& matrix, Index axes) {
  const Index n = distances.samples();
  Eigen::MatrixXd b(n, n);
  const auto& means = matrix.means();
  for (Index i = 0; i < n; ++i) {
    const auto row = distances.row(i);
    const double mean = means[static_cast<std::size_t>(i)];
    b(i, i) = mean - matrix.mean() / 2;
    for (Index j = i + 1; j < n; ++j) {
      const double distance = row[static_cast<std::size_t>(j - i - 1)];
      const double other = means[static_cast<std::size_t>(j)];
      b(j, i) = -0.5 * (distance * distance - mean - other + matrix.mean());
    }
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(
      b, axes > 0 ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
  if (solver.info() != Eigen::Success) {
    throw Error(Failure::inconsistent,
                "the eigenvalues of the centred matrix do not converge; are the distances right?");
  }
  Axes found;
  found.values.assign(solver.eigenvalues().reverse().begin(), solver.eigenvalues().reverse().end());
  for (Index axis = 0; axis < axes; ++axis) {
    const auto vector = solver.eigenvectors().col(n - 1 - axis);
    found.vectors.insert(found.vectors.end(), vector.begin(), vector.end());
  }
  return found;
}

}  // namespace encke::ordination::detail
