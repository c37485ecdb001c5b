#pragma once

#include <encke/network/spectral/laplacian.hpp>
#include <vector>

namespace encke::network {

/// Eigenvalues, ascending, and eigenvectors of length 1, one after the other.
struct Eigenpairs {
  std::vector<double> values;
  std::vector<double> vectors;
};

/// The `count` smallest above the trivial one, of all by a dense solver; count is below the number
/// of nodes.
Eigenpairs dense_eigenpairs(const LaplacianOf& laplacian, Index count);
/// The same by Lanczos' method, restarted; fewer where not all converge. Needs Spectra. The
/// products with vectors are those of an engine.
Eigenpairs lanczos_eigenpairs(const LaplacianOf& laplacian, Index count, Engine engine);

}  // namespace encke::network
