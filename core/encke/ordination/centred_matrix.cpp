#include <algorithm>
#include <encke/base/index.hpp>
#include <encke/host/threads/host_loop.hpp>
#include <encke/ordination/axes.hpp>

namespace encke::ordination::detail {
namespace {

/// Sums are made by blocks of rows, in this number whatever the threads: the bits depend on it.
constexpr Index most_blocks = 64;

}  // namespace

CentredMatrix::CentredMatrix(const Distances& distances, int threads, StopFlag stop)
    : distances_(distances), threads_(threads), stop_(stop), samples_(distances.samples()) {
  const Index n = samples_;
  const Index pairs = static_cast<Index>(distances.values.size());
  const Index count = std::clamp<Index>(n / 64, 1, most_blocks);
  blocks_ = {0};
  Index before = 0;
  for (Index i = 0; i < n; ++i) {
    const auto done = static_cast<Index>(blocks_.size());
    if (done < count && before * count >= pairs * done && i > blocks_.back()) blocks_.push_back(i);
    before += n - 1 - i;
  }
  blocks_.push_back(n);
  sums_.resize((blocks_.size() - 1) * idx(n));
  means_.resize(idx(n));
  const std::vector<double> ones(idx(n), 1.0);
  multiply(ones.data(), means_.data());  // nothing is centred yet: sums of squares, times -1/2
  for (double& mean : means_) mean *= -2.0 / static_cast<double>(n);
  for (const double mean : means_) mean_ += mean;
  mean_ /= static_cast<double>(n);
  trace_ = mean_ * static_cast<double>(n) / 2;  // of row i: mean i - mean / 2
}

/// Sums of d² x over the pairs whose first sample is in the block, for both samples of each.
void CentredMatrix::sum_block(Index block, const double* x, double* y) const {
  std::fill(y, y + samples_, 0.0);
  for (Index i = blocks_[idx(block)]; i < blocks_[idx(block) + 1]; ++i) {
    const auto row = distances_.row(i);
    const double* const after = x + i + 1;
    double* const out = y + i + 1;
    const double xi = x[i];
    // Four sums side by side: one after the other, additions would wait for each other.
    double sums[4] = {};
    const std::size_t fours = row.size() / 4 * 4;
    for (std::size_t j = 0; j < fours; j += 4) {
      for (std::size_t k = 0; k < 4; ++k) {
        const double square = row[j + k] * row[j + k];
        sums[k] += square * after[j + k];
        out[j + k] += square * xi;
      }
    }
    for (std::size_t j = fours; j < row.size(); ++j) {
      const double square = row[j] * row[j];
      sums[0] += square * after[j];
      out[j] += square * xi;
    }
    y[i] += (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }
}

void CentredMatrix::multiply(const double* x, double* y) const {
  stop_.check();
  const auto blocks = static_cast<Index>(blocks_.size()) - 1;
  const Index n = samples_;
  host_loop(threads_, blocks,
            [&](Index block, int) { sum_block(block, x, sums_.data() + block * n); });
  // B x = -1/2 (D² x - m (1'x) - 1 (m'x) + mean (1'x) 1) with the row means m
  double sum = 0;
  double weighted = 0;
  for (Index i = 0; i < n; ++i) {
    sum += x[i];
    weighted += means_[idx(i)] * x[i];
  }
  for (Index i = 0; i < n; ++i) {
    double product = 0;
    for (Index block = 0; block < blocks; ++block) product += sums_[idx(block * n + i)];
    y[i] = -0.5 * (product - means_[idx(i)] * sum - weighted + mean_ * sum);
  }
}

}  // namespace encke::ordination::detail
