#pragma once

#include <encke/base/stop_flag.hpp>
#include <encke/ordination/distances.hpp>
#include <string>
#include <vector>

namespace encke::ordination {

enum class PcoaMethod {
  automatic,  ///< exact up to most_exact_samples, else lanczos
  exact,      ///< all eigenvalues of the whole matrix
  lanczos     ///< the largest eigenvalues alone; the matrix is never formed
};

/// Samples up to which the whole matrix is decomposed.
inline constexpr Index most_exact_samples = 5000;

struct PcoaOptions {
  Index axes = 10;  ///< at least 1; no more than samples are computed
  PcoaMethod method = PcoaMethod::automatic;
  int threads = 1;  ///< the result does not depend on them
  /// Looked at between products of the matrix, and not while the whole matrix is decomposed.
  StopFlag stop = {};
};

/// Principal coordinates of samples.
struct Pcoa {
  std::vector<std::string> ids;  ///< of the samples
  Index axes = 0;
  /// Those of the centred matrix, the largest first: all of them (exact), or those of the axes.
  std::vector<double> eigenvalues;
  /// Each eigenvalue's share of `total`; 0 for negative ones.
  std::vector<double> proportions;
  /// samples x axes, row by row: eigenvectors times the roots of their eigenvalues, 0 where these
  /// are negative. Of an axis the entry of largest magnitude is positive, of equal ones the first.
  std::vector<double> coordinates;
  double total = 0;     ///< sum of the positive eigenvalues (exact), or of all (lanczos: the trace)
  double negative = 0;  ///< sum of the negative eigenvalues, of those computed
  Index negatives = 0;  ///< how many of those computed are negative
  double residual =
      0;  ///< largest norm of Bx - lambda x of the first 20 axes, as a share of the largest
  bool is_exact = true;  ///< which method was used
  Index products = 0;    ///< of the matrix and a vector (lanczos)

  Index samples() const { return static_cast<Index>(ids.size()); }
  double coordinate(Index sample, Index axis) const {
    return coordinates[static_cast<std::size_t>(sample * axes + axis)];
  }
};

/// Principal coordinate analysis (classical scaling): the eigenvectors of B = -1/2 J D² J, where D²
/// has the squared distances and J = I - 1/n centres. J. C. Gower, Biometrika 53 (1966).
/// Eigenvalues below n times the rounding of float64 of the largest are 0.
///
/// Throws Error(inconsistent) for fewer than 2 samples, or where all distances are 0; where lanczos
/// is asked for and this build has no Spectra; and where it does not converge, with what was
/// reached. Error(command_line) for less than one axis. Error(stopped).
Pcoa pcoa(const Distances& distances, const PcoaOptions& options = {});

/// Bytes that pcoa() takes beside the distances.
std::int64_t bytes_of_pcoa(Index samples, const PcoaOptions& options);

}  // namespace encke::ordination
