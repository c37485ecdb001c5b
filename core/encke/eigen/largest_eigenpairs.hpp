#pragma once

#include <encke/base/index.hpp>
#include <functional>
#include <span>
#include <vector>

namespace encke::eigen {

/// How far Lanczos' method goes.
struct LanczosOptions {
  Index vectors = 0;   ///< that are kept, more than `count` and at most the size
  Index restarts = 0;  ///< at most
  double tolerance = 0;
};

struct LanczosPairs {
  std::vector<double> values;   ///< those that converge, the largest first
  std::vector<double> vectors;  ///< of length 1, one after the other
  Index products = 0;           ///< of the matrix and a vector
};

/// True if this build has largest_eigenpairs(): it is made with Spectra.
bool has_lanczos();

/// The `count` largest eigenvalues of a symmetric matrix of `first.size()` rows, of which
/// multiply(x, y) sets y to its product with x, by Lanczos' method with implicit restarts, from
/// the vector `first`. 0 < count < size. Of several equal eigenvalues it may find one, and where
/// nearly all are equal it may break down and find none. The same bits for the same `multiply`,
/// whose exceptions of type Error pass. Throws Error(internal) where the build does not have it.
LanczosPairs largest_eigenpairs(std::span<const double> first,
                                const std::function<void(const double* x, double* y)>& multiply,
                                Index count, const LanczosOptions& options);

}  // namespace encke::eigen
