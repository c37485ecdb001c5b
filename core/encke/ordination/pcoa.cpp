#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/ordination/axes.hpp>
#include <encke/ordination/pcoa.hpp>
#include <iterator>
#include <limits>
#include <span>

namespace encke::ordination {
namespace {

constexpr double most_residual = 1e-8;
constexpr Index most_checked = 20;  ///< axes whose residual is computed

/// Spectra takes less than all axes of the matrix, and these few samples take no time.
bool use_exact(Index samples, Index axes, PcoaMethod method) {
  if (method == PcoaMethod::automatic) return samples <= most_exact_samples;
  return method == PcoaMethod::exact || axes + 2 > samples;
}

/// True if the entry of largest magnitude, of equal ones the first, is negative. What differs by
/// rounding is equal.
bool points_down(std::span<const double> vector) {
  constexpr double nearly = 1 - 1e-8;
  double largest = 0;
  for (const double entry : vector) largest = std::max(largest, std::abs(entry));
  const auto first = std::find_if(vector.begin(), vector.end(), [&](double entry) {
    return std::abs(entry) >= nearly * largest;
  });
  return first != vector.end() && *first < 0;
}

/// Eigenvalues that are rounding of 0 are 0.
void clear_rounding(std::vector<double>& values, Index samples) {
  const double scale = std::max(std::abs(values.front()), std::abs(values.back()));
  const double least =
      static_cast<double>(samples) * std::numeric_limits<double>::epsilon() * scale;
  for (double& value : values) {
    if (std::abs(value) <= least) value = 0;
  }
}

/// All eigenvalues by the dense solver. Of many samples the few vectors come from Lanczos, in a
/// fourth of the time, if its values are the same: it may miss some of equal ones.
detail::Axes decompose(const Distances& distances, const detail::CentredMatrix& matrix,
                       Index axes) {
  constexpr Index many = 1000;
  constexpr double same = 1e-10;
  const Index n = distances.samples();
  if (n < many || axes > n / 20 || !detail::has_lanczos()) {
    return detail::exact_axes(distances, matrix, axes);
  }
  detail::Axes all = detail::exact_axes(distances, matrix, 0);
  detail::Axes few = detail::lanczos_axes(matrix, axes);
  if (std::ssize(few.values) < axes) return detail::exact_axes(distances, matrix, axes);
  for (Index axis = 0; axis < axes; ++axis) {
    const double difference = few.values[idx(axis)] - all.values[idx(axis)];
    if (std::abs(difference) <= same * all.values.front()) continue;
    return detail::exact_axes(distances, matrix, axes);
  }
  few.values = std::move(all.values);
  return few;
}

/// The axes by Lanczos alone. Throws Error(inconsistent) where not all are found.
detail::Axes only_lanczos(const detail::CentredMatrix& matrix, Index axes) {
  detail::Axes found = detail::lanczos_axes(matrix, axes);
  if (std::ssize(found.values) == axes) return found;
  throw Error(Failure::inconsistent,
              fmt::format("{} of {} axes were found by the Lanczos method, as where nearly all "
                          "distances are equal; ask for fewer axes, or for the exact method",
                          found.values.size(), axes));
}

/// The largest norm of Bx - lambda x over axes, as a share of the largest eigenvalue.
double residual_of(const detail::CentredMatrix& matrix, const detail::Axes& axes, Index count) {
  const Index n = matrix.rows();
  std::vector<double> product(idx(n));
  double largest = 0;
  for (Index axis = 0; axis < count; ++axis) {
    const double* const x = axes.vectors.data() + axis * n;
    matrix.multiply(x, product.data());
    double sum = 0;
    for (Index i = 0; i < n; ++i) {
      const double difference = product[idx(i)] - axes.values[idx(axis)] * x[i];
      sum += difference * difference;
    }
    largest = std::max(largest, std::sqrt(sum));
  }
  return largest / std::max(std::abs(axes.values.front()), std::abs(axes.values.back()));
}

void add_coordinates(const detail::Axes& axes, Pcoa& result) {
  const Index n = result.samples();
  result.coordinates.resize(idx(n * result.axes));
  for (Index axis = 0; axis < result.axes; ++axis) {
    const double value = result.eigenvalues[idx(axis)];
    const std::span<const double> vector(axes.vectors.data() + axis * n, idx(n));
    if (value <= 0) continue;
    const double scale = points_down(vector) ? -std::sqrt(value) : std::sqrt(value);
    for (Index i = 0; i < n; ++i) {
      result.coordinates[idx(i * result.axes + axis)] = vector[idx(i)] * scale + 0.0;
    }
  }
}

void add_proportions(double trace, Pcoa& result) {
  double positive = 0;
  for (const double value : result.eigenvalues) {
    if (value > 0) positive += value;
    if (value < 0) result.negative += value;
    result.negatives += value < 0 ? 1 : 0;
  }
  result.total = result.is_exact ? positive : trace;
  for (const double value : result.eigenvalues) {
    result.proportions.push_back(value > 0 ? value / result.total : 0);
  }
}

}  // namespace

std::int64_t bytes_of_pcoa(Index samples, const PcoaOptions& options) {
  const Index axes = std::min(options.axes, samples);
  const std::int64_t blocks = 64 * samples * 8;
  if (use_exact(samples, axes, options.method)) return 2 * samples * samples * 8 + blocks;
  return samples * (std::max<Index>(2 * axes + 20, 40) + 2 * axes + 8) * 8 + blocks;
}

Pcoa pcoa(const Distances& distances, const PcoaOptions& options) {
  const Index n = distances.samples();
  if (options.axes < 1) throw Error(Failure::command_line, "at least one axis expected");
  if (n < 2) {
    throw Error(
        Failure::inconsistent,
        fmt::format("{} sample(s) found, at least 2 expected for principal coordinates", n));
  }
  if (std::all_of(distances.values.begin(), distances.values.end(),
                  [](double value) { return value == 0; })) {
    throw Error(Failure::inconsistent, "all distances are 0: the samples have no coordinates");
  }
  Pcoa result{.ids = distances.ids, .axes = std::min(options.axes, n)};
  result.is_exact = use_exact(n, result.axes, options.method);
  const detail::CentredMatrix matrix(distances, options.threads, options.stop);
  detail::Axes axes = result.is_exact ? decompose(distances, matrix, result.axes)
                                      : only_lanczos(matrix, result.axes);
  result.residual = residual_of(matrix, axes, std::min(result.axes, most_checked));
  if (!(result.residual <= most_residual)) {
    throw Error(Failure::inconsistent,
                fmt::format("the eigenvectors are right to {:.1g} of the largest eigenvalue only, "
                            "{:.0e} expected",
                            result.residual, most_residual));
  }
  clear_rounding(axes.values, n);
  result.eigenvalues = axes.values;
  result.products = axes.products;
  add_proportions(matrix.trace(), result);
  add_coordinates(axes, result);
  return result;
}

}  // namespace encke::ordination
