#pragma once

#include <encke/backend/backend.hpp>
#include <encke/metric/genotype_moments.hpp>

#include "cpu/kernels.hpp"
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
    row_.col_x = work.col_x.data();
    row_.col_z = work.col_counts.data();
    for (Index c = 0; c < cols.size() && complete_; ++c) {
      work.col_x[c] = static_cast<std::int32_t>(right.x_sum(cols.begin + c));
      work.col_counts[c] = static_cast<std::int32_t>(right.square_sum(cols.begin + c));
    }
  }

  /// Marks the candidates of a row, whose tallies and marks begin at `at`, from column `begin` on
  /// (a multiple of 8); tells whether there are any.
  bool run(const PackedVectors& left, Index vector, Index at, Index plane_stride, Index begin) {
    const int products = complete_ ? 1 : GenotypeMoments::moments;
    for (int p = 0; p < products; ++p) {
      row_.product[p] = work_.tallies.data() + p * plane_stride + at;
    }
    row_.x = static_cast<double>(left.x_sum(vector));
    row_.z = static_cast<double>(left.square_sum(vector));
    row_.out = work_.candidates.data() + at;
    row_.begin = begin;
    return kernel_(row_);
  }

 private:
  bool complete_;
  cpu::ScreenCorrelation kernel_;
  Workspace& work_;
  cpu::CorrelationRow row_;
};

}  // namespace encke::kokkos
