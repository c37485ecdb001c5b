#include <algorithm>
#include <cmath>
#include <encke/network/spectral/laplacian.hpp>
#include <span>
#include <utility>

namespace encke::network {
namespace {

/// Sums of fixed blocks, so that the result does not depend on how many there are at a time.
double dot(const double* x, const double* y, std::size_t count) {
  double sum = 0;
  constexpr std::size_t block = 4096;
  for (std::size_t begin = 0; begin < count; begin += block) {
    double part = 0;
    for (std::size_t at = begin; at < std::min(begin + block, count); ++at) part += x[at] * y[at];
    sum += part;
  }
  return sum;
}

}  // namespace

LaplacianOf::LaplacianOf(const Graph& graph, std::span<const Node> nodes,
                         std::span<const Node> place, bool plain) {
  const auto places_of = [&](Node node) {
    const auto n = static_cast<std::size_t>(node);
    return std::pair(static_cast<std::size_t>(graph.begin[n]),
                     static_cast<std::size_t>(graph.begin[n + 1]));
  };
  const auto weight_at = [&](std::size_t at) {
    return graph.exact.empty() ? static_cast<double>(graph.weight[at]) : graph.exact[at];
  };
  for (const Node node : nodes) {
    double degree = 0;
    const auto [begin, end] = places_of(node);
    for (std::size_t at = begin; at < end; ++at) degree += weight_at(at);
    degrees_.push_back(degree);
  }
  for (std::size_t row = 0; row < nodes.size(); ++row) {
    const auto [begin, end] = places_of(nodes[row]);
    for (std::size_t at = begin; at < end; ++at) {
      const Node column = place[static_cast<std::size_t>(graph.neighbour[at])];
      const double other = degrees_[static_cast<std::size_t>(column)];
      const double scale = plain ? 1 : std::sqrt(degrees_[row]) * std::sqrt(other);
      neighbour_.push_back(column);
      entry_.push_back(-weight_at(at) / scale);
    }
    begin_.push_back(static_cast<Index>(neighbour_.size()));
    diagonal_.push_back(plain ? degrees_[row] : 1);
    trivial_.push_back(plain ? 1 : std::sqrt(degrees_[row]));
  }
  const double length = std::sqrt(dot(trivial_.data(), trivial_.data(), trivial_.size()));
  for (double& entry : trivial_) entry /= length;
  // All eigenvalues lie within twice the largest degree, those of the symmetric one within 2.
  largest_ = plain ? 2 * *std::max_element(degrees_.begin(), degrees_.end()) : 2;
}

void LaplacianOf::multiply(const double* x, double* y) const {
  for (std::size_t r = 0; r < diagonal_.size(); ++r) {
    double sum = diagonal_[r] * x[r];
    for (auto at = static_cast<std::size_t>(begin_[r]);
         at < static_cast<std::size_t>(begin_[r + 1]); ++at) {
      sum += entry_[at] * x[neighbour_[at]];
    }
    y[r] = sum;
  }
}

LaplacianOf::Rows LaplacianOf::rows() const {
  Rows rows;
  for (std::size_t r = 0; r < diagonal_.size(); ++r) {
    rows.column.push_back(static_cast<Node>(r));
    rows.value.push_back(diagonal_[r]);
    const auto begin = static_cast<std::ptrdiff_t>(begin_[r]);
    const auto end = static_cast<std::ptrdiff_t>(begin_[r + 1]);
    rows.column.insert(rows.column.end(), neighbour_.begin() + begin, neighbour_.begin() + end);
    rows.value.insert(rows.value.end(), entry_.begin() + begin, entry_.begin() + end);
    rows.begin.push_back(rows.column.size());
  }
  return rows;
}

void LaplacianOf::shift(const double* x, double* y) const {
  // The trivial eigenvalue of the result is 0, which is its smallest.
  const double of_trivial = largest_ * dot(trivial_.data(), x, trivial_.size());
  for (std::size_t r = 0; r < diagonal_.size(); ++r) {
    y[r] = largest_ * x[r] - y[r] - of_trivial * trivial_[r];
  }
}

std::vector<double> LaplacianOf::dense() const {
  const std::size_t n = diagonal_.size();
  std::vector<double> matrix(n * n);
  for (std::size_t r = 0; r < n; ++r) {
    matrix[r * n + r] = diagonal_[r];
    for (auto at = static_cast<std::size_t>(begin_[r]);
         at < static_cast<std::size_t>(begin_[r + 1]); ++at) {
      matrix[static_cast<std::size_t>(neighbour_[at]) * n + r] = entry_[at];
    }
  }
  return matrix;
}

}  // namespace encke::network
