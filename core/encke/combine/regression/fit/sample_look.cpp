#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <encke/base/index.hpp>
#include <encke/combine/regression/fit/sample_look.hpp>
#include <encke/host/threads/at_best_level.hpp>
#include <limits>

namespace encke::regression {
namespace {

// One value of each of four rows. Passed by reference: how they are passed by value depends on the
// level for which a function is compiled.
using Four [[gnu::vector_size(row_lanes * sizeof(double))]] = double;
using FourWords [[gnu::vector_size(row_lanes * sizeof(double))]] = std::int64_t;

constexpr Index block_rows = 64;
constexpr int block_fours = block_rows / row_lanes;

[[gnu::always_inline]] inline void load(const double* from, Four& to) {
  std::memcpy(&to, from, sizeof to);
}
[[gnu::always_inline]] inline void add_to(double* to, const Four& value) {
  Four sum;
  load(to, sum);
  sum += value;
  std::memcpy(to, &sum, sizeof sum);
}

/// x becomes e^x, to about one unit of the last place; |x| <= 700.
[[gnu::always_inline]] inline void exponential(Four& x) {
  constexpr double log2_e = 0x1.71547652b82fep+0;
  constexpr double ln2_high = 0x1.62e42feep-1;  // times a whole number of 11 bits it is exact
  constexpr double ln2_low = 0x1.a39ef35793c76p-33;
  constexpr double shift = 0x1.8p52;  // what is added to it is rounded to a whole number
  constexpr double inverse_factorial[] = {
      1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320,
      1.0 / 5040,       1.0 / 720,       1.0 / 120,      1.0 / 24,      1.0 / 6,      1.0 / 2};
  const Four shifted = x * log2_e + shift;
  const Four whole = shifted - shift;
  const Four rest = (x - whole * ln2_high) - whole * ln2_low;
  Four sum = rest * inverse_factorial[0] + inverse_factorial[1];
  for (int i = 2; i < 12; ++i) sum = sum * rest + inverse_factorial[i];
  sum = (sum * rest + 1.0) * rest + 1.0;
  FourWords power, bits;
  std::memcpy(&power, &shifted, sizeof power);
  std::memcpy(&bits, &sum, sizeof bits);
  bits += power << 52;
  std::memcpy(&x, &bits, sizeof x);
}

}  // namespace

/// The rows of one block, of one cell.
struct SampleLook::Kernel {
  SampleLook& look;
  const SortedSamples& samples;
  const Vector& beta;

  [[gnu::always_inline]] void operator()() const {
    for (int c = 0; c < cells; ++c) {
      const double intercept = beta.head<genotype_columns>().dot(columns_of(c));
      for (Index row = samples.begin[c]; row < samples.begin[c + 1]; row += block_rows) {
        const Index rows = std::min(block_rows, samples.begin[c + 1] - row);
        block(c, intercept, row, static_cast<int>(rows / row_lanes));
      }
    }
  }

  [[gnu::always_inline]] void block(int cell, double intercept, Index row, int fours) const {
    Four residual[block_fours], weight[block_fours];
    predict(intercept, row, fours, weight);
    shares(row, fours, residual, weight);
    Four residuals = {}, weights = {};
    for (int i = 0; i < fours; ++i) {
      std::memcpy(&look.residual_[idx(row + row_lanes * i)], &residual[i], sizeof residual[i]);
      std::memcpy(&look.weight_[idx(row + row_lanes * i)], &weight[i], sizeof weight[i]);
      residuals += residual[i];
      weights += weight[i];
    }
    add_to(look.residual_sum_[idx(cell)].lane, residuals);
    add_to(look.weight_sum_[idx(cell)].lane, weights);
    sums_of_covariates(cell, row, fours, residual, weight);
  }

  /// The linear predictors.
  [[gnu::always_inline]] void predict(double intercept, Index row, int fours, Four* eta) const {
    for (int i = 0; i < fours; ++i) eta[i] = Four{} + intercept;
    for (Index k = 0; k < look.covariates_; ++k) {
      const double* const x = samples.covariates.col(k).data() + row;
      const double factor = beta[genotype_columns + k];
      for (int i = 0; i < fours; ++i) {
        Four value;
        load(x + row_lanes * i, value);
        eta[i] += value * factor;
      }
    }
  }

  /// Residuals and weights from predictors, which lie in `weight`.
  [[gnu::always_inline]] void shares(Index row, int fours, Four* residual, Four* weight) const {
    constexpr double most = 700;     // its exponential is finite
    constexpr double least = 1e-19;  // of 16 factors the product is a number
    Four product = Four{} + 1.0, largest = {};
    for (int i = 0; i < fours; ++i) {
      Four trait, present;
      load(samples.trait.data() + row + row_lanes * i, trait);
      load(samples.present.data() + row + row_lanes * i, present);
      const Four size = (weight[i] < 0.0 ? -weight[i] : weight[i]) * present;
      largest = size > largest ? size : largest;
      const Four sign = 1.0 - 2.0 * trait;  // of class 1: -1
      Four power = sign * weight[i];
      power = power < most ? power : Four{} + most;
      power = power > -most ? power : Four{} - most;
      exponential(power);
      // Of the class that the sample has; 1 where there is no sample.
      const Four share = present / (1.0 + power) + (1.0 - present);
      residual[i] = -sign * (1.0 - share);
      weight[i] = share * (1.0 - share);
      product *= share > least ? share : Four{} + least;
    }
    double factors[row_lanes], sizes[row_lanes];
    std::memcpy(factors, &product, sizeof product);
    std::memcpy(sizes, &largest, sizeof largest);
    for (int lane = 0; lane < row_lanes; ++lane) {
      look.deviance_ -= 2 * std::log(factors[lane]);
      look.largest_ = std::max(look.largest_, sizes[lane]);
    }
  }

  [[gnu::always_inline]] void sums_of_covariates(int cell, Index row, int fours,
                                                 const Four* residual, const Four* weight) const {
    Lanes* to = look.products_.data();
    for (Index k = 0; k < look.covariates_; ++k) {
      const double* const x = samples.covariates.col(k).data() + row;
      Four weighted[block_fours];
      Four sum = {}, projected = {};
      for (int i = 0; i < fours; ++i) {
        Four value;
        load(x + row_lanes * i, value);
        weighted[i] = weight[i] * value;
        sum += weighted[i];
        projected += residual[i] * value;
      }
      add_to(look.weighted_sum_[idx(k * cells + cell)].lane, sum);
      add_to(look.projected_[idx(k)].lane, projected);
      for (Index l = 0; l <= k; ++l, ++to) {
        const double* const y = samples.covariates.col(l).data() + row;
        Four product = {};
        for (int i = 0; i < fours; ++i) {
          Four value;
          load(y + row_lanes * i, value);
          product += weighted[i] * value;
        }
        add_to(to->lane, product);
      }
    }
  }
};

SampleLook::SampleLook(Index rows, Index covariates)
    : covariates_(covariates),
      residual_(idx(rows)),
      weight_(idx(rows)),
      residual_sum_(cells),
      weight_sum_(cells),
      weighted_sum_(idx(covariates * cells)),
      projected_(idx(covariates)),
      products_(idx(covariates * (covariates + 1) / 2)) {}

void SampleLook::clear() {
  deviance_ = 0;
  largest_ = 0;
  for (auto* const sums : {&residual_sum_, &weight_sum_, &weighted_sum_, &projected_, &products_}) {
    std::fill(sums->begin(), sums->end(), Lanes{});
  }
}

void SampleLook::take(const SortedSamples& samples, const Vector& beta) {
  clear();
  at_best_level(Kernel{*this, samples, beta});
  if (!beta.allFinite()) largest_ = std::numeric_limits<double>::quiet_NaN();
}

void SampleLook::take_plain(const SortedSamples& samples, const Vector& beta) {
  clear();
  Kernel{*this, samples, beta}();
  if (!beta.allFinite()) largest_ = std::numeric_limits<double>::quiet_NaN();
}

void SampleLook::score(Vector& to) const {
  to.setZero();
  for (int c = 0; c < cells; ++c) {
    to.head<genotype_columns>() += residual_sum_[idx(c)].sum() * columns_of(c);
  }
  for (Index k = 0; k < covariates_; ++k) to[genotype_columns + k] = projected_[idx(k)].sum();
}

void SampleLook::products(Matrix& to) const {
  to.setZero();
  const Lanes* product = products_.data();
  for (int c = 0; c < cells; ++c) {
    const Eigen::Vector4d x = columns_of(c);
    to.topLeftCorner<genotype_columns, genotype_columns>() +=
        weight_sum_[idx(c)].sum() * x * x.transpose();
  }
  for (Index k = 0; k < covariates_; ++k) {
    const Index row = genotype_columns + k;
    for (int c = 0; c < cells; ++c) {
      to.block<1, genotype_columns>(row, 0) +=
          weighted_sum_[idx(k * cells + c)].sum() * columns_of(c).transpose();
    }
    for (Index l = 0; l <= k; ++l) to(row, genotype_columns + l) = (product++)->sum();
  }
}

}  // namespace encke::regression
