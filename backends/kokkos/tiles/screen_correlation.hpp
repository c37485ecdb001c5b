#pragma once

#include <algorithm>
#include <encke/backend/backend.hpp>
#include <encke/contraction/genotype_moments.hpp>

#include "kokkos/cpu/kernels.hpp"
#include "workspace.hpp"

namespace encke::kokkos {

/// Screens the rows of a tile of genotype moments by their squared correlation.
class CorrelationScreen {
 public:
  /// `cols`: local vectors of `right`. The tile's tallies are in `work`, in this form.
  CorrelationScreen(const Screen& screen, const cpu::ElementKernels& kernels, TallyForm form,
                    const PackedVectors& right, const Range& cols, Workspace& work)
      : complete_(form == TallyForm::complete),
        kernel_(kernels.screen_correlation[complete_ ? 0 : 1]),
        work_(work) {
    row_.floor = static_cast<double>(screen.floor.load());
    row_.n = static_cast<double>(right.fields());
    row_.cols = cols.size();
    if (complete_) fill_columns(right, cols);
  }

  /// Marks the candidates of a row, whose tallies and marks begin at `at`, from column `begin` on
  /// (a multiple of 8); tells whether there are any.
  bool run(const PackedVectors& left, Index vector, Index at, Index plane_stride, Index begin) {
    const int products = complete_ ? 1 : GenotypeMoments::moments;
    for (int p = 0; p < products; ++p) {
      row_.product[p] = work_.tallies.data() + p * plane_stride + at;
    }
    row_.x = static_cast<double>(left.x_sum(vector));
    row_.variance = variance(left, vector);
    row_.out = work_.candidates.data() + at;
    row_.begin = begin;
    return kernel_(row_);
  }

 private:
  static constexpr Index most_cols = pair_tile.cols;

  /// n times the sum of x^2, less the square of the sum of x.
  static double variance(const PackedVectors& vectors, Index vector) {
    const Index x = vectors.x_sum(vector);
    return static_cast<double>(vectors.fields() * vectors.square_sum(vector) - x * x);
  }

  void fill_columns(const PackedVectors& right, const Range& cols) {
    static_assert(2 * most_cols * sizeof(double) <= 2 * 27 * 16 * sizeof(std::int32_t));
    auto* const x = reinterpret_cast<double*>(work_.constants.data());
    double* const least = x + most_cols;
    std::fill_n(x, 2 * most_cols, 0.0);
    for (Index c = 0; c < cols.size(); ++c) {
      x[c] = static_cast<double>(right.x_sum(cols.begin + c));
      least[c] = row_.floor * variance(right, cols.begin + c);
    }
    row_.col_x = x;
    row_.col_least = least;
  }

  bool complete_;
  cpu::ScreenCorrelation kernel_;
  Workspace& work_;
  cpu::CorrelationRow row_;
};

}  // namespace encke::kokkos
