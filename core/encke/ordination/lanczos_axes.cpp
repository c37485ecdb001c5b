#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/mix.hpp>
#include <encke/eigen/largest_eigenpairs.hpp>
#include <encke/eigen/symmetric_eigenpairs.hpp>
#include <encke/ordination/axes.hpp>
#include <utility>

namespace encke::ordination::detail {
namespace {

constexpr Index most_restarts = 1000;
constexpr double tolerance = 1e-12;

/// The same entries on every machine, in [-1, 1), without their mean: B maps constants to 0.
std::vector<double> first_vector(Index n) {
  std::vector<double> vector(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) {
    vector[static_cast<std::size_t>(i)] =
        static_cast<double>(mix(static_cast<std::uint64_t>(i) + 1) >> 11) * 0x1p-52 - 1;
  }
  return eigen::centred(vector);
}

}  // namespace

bool has_lanczos() { return eigen::has_lanczos(); }

Axes lanczos_axes(const CentredMatrix& matrix, Index axes) {
  if (!has_lanczos()) {
    throw Error(Failure::inconsistent,
                "this build has no Lanczos method: build with Spectra (-DENCKE_SPECTRA=ON), or ask "
                "for the exact method");
  }
  const Index n = matrix.rows();
  const Index space = std::min(n, std::max<Index>(2 * axes + 20, 40));
  eigen::LanczosPairs found = eigen::largest_eigenpairs(
      first_vector(n), [&](const double* x, double* y) { matrix.multiply(x, y); }, axes,
      {.vectors = space, .restarts = most_restarts, .tolerance = tolerance});
  return {std::move(found.values), std::move(found.vectors), found.products};
}

}  // namespace encke::ordination::detail
