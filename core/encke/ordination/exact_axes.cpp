#include <encke/base/error.hpp>
#include <encke/eigen/symmetric_eigenpairs.hpp>
#include <encke/ordination/axes.hpp>

namespace encke::ordination::detail {

Axes exact_axes(const Distances& distances, const CentredMatrix& matrix, Index axes) {
  const Index n = distances.samples();
  std::vector<double> matrix_b(static_cast<std::size_t>(n * n));
  const auto b = [&](Index row, Index col) -> double& {
    return matrix_b[static_cast<std::size_t>(col * n + row)];
  };
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
  const auto found = eigen::symmetric_eigenpairs(matrix_b, n, {n - axes, n});
  if (!found) {
    throw Error(Failure::inconsistent,
                "the eigenvalues of the centred matrix do not converge; are the distances right?");
  }
  Axes all;
  all.values.assign(found->values.rbegin(), found->values.rend());
  for (Index axis = 0; axis < axes; ++axis) {
    const double* const vector = found->vectors.data() + (axes - 1 - axis) * n;
    all.vectors.insert(all.vectors.end(), vector, vector + n);
  }
  return all;
}

}  // namespace encke::ordination::detail
