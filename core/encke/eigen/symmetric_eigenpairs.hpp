#pragma once

#include <encke/base/index.hpp>
#include <optional>
#include <span>
#include <vector>

namespace encke::eigen {

struct SymmetricPairs {
  std::vector<double> values;   ///< all, ascending
  std::vector<double> vectors;  ///< those asked for, of length 1, one after the other
};

/// The eigenvalues of a symmetric matrix of `rows` rows, entry (r, c) at c * rows + r, of which
/// those with r >= c are read. `wanted`: which eigenvectors, in the order of the values; of none
/// the values take a fourth of the time. Holds two more such matrices. Nothing where the values do
/// not converge.
std::optional<SymmetricPairs> symmetric_eigenpairs(std::span<const double> matrix, Index rows,
                                                   Range wanted);

/// The numbers without their mean.
std::vector<double> centred(std::span<const double> numbers);

}  // namespace encke::eigen
