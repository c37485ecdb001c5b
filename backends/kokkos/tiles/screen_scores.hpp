#pragma once

#include <algorithm>
#include <encke/backend/backend.hpp>

#include "kokkos/cpu/kernels.hpp"
#include "workspace.hpp"

namespace encke::kokkos {

/// Screens the rows of a tile of genotype tables: is told where the products of a row are, in the
/// order of TallyForm::missing, and marks the row's candidates.
class TableScreen {
 public:
  TableScreen(const Screen& screen, const cpu::ElementKernels& kernels, int way, Index fields,
              Workspace& work)
      : kernel_(kernels.screen_tables[static_cast<int>(screen.score)][way - 2]),
        work_(work),
        small_is_good_(screen.score == CellScore::k2),
        limits_(screen.limits),
        limit_(small_is_good_ ? largest : 0) {
    const double limit = screen.limit;
    if (limit == limit) limit_ = static_cast<float>(std::max(0.0, limit));  // no score is below 0
    row_.fields = static_cast<float>(fields);
    row_.limits = work.col_limits.data();
    std::fill_n(work.col_limits.data(), Workspace::most_cols, limit_);
  }

  /// The limits of these columns; indices as in the whole problem.
  void limit_columns(const Range& cols) {
    for (Index c = 0; c < cols.size(); ++c) work_.col_limits[c] = limit_of(cols.begin + c);
  }

  /// Those of the vectors that all tuples of a row share.
  template <class... Indices>
  void limit_row(Indices... vectors) {
    row_.limit =
        small_is_good_ ? std::max({limit_of(vectors)...}) : std::min({limit_of(vectors)...});
  }

  /// Fetches the columns' own counts, for column_counts().
  void count_columns(const PackedVectors& vectors, const Range& cols) {
    for (Index c = 0; c < cols.size(); ++c) {
      const auto& counts = vectors.class_counts(cols.begin + c);
      for (int p = 0; p < Workspace::class_planes; ++p) {
        columns(p)[c] = static_cast<std::int32_t>(counts[p / 2 * 3 + p % 2]);
      }
    }
  }

  /// Product i of class k, one for each column.
  void row(int k, int i, const std::int32_t* data) { row_.product[k][i] = {data, -1}; }
  /// … the columns' own counts of genotype g.
  void column_counts(int k, int i, int g) { row(k, i, columns(2 * k + g)); }
  /// … the same for all columns.
  void constant(int k, int i, Index value) {
    auto* const line = work_.constants.data() + (27 * k + i) * 16;
    std::fill_n(line, 16, static_cast<std::int32_t>(value));
    row_.product[k][i] = {line, 0};
  }

  /// Marks the candidates of the row that begins at `at` of the tile; tells whether there are any.
  bool run(Index at, Index begin, Index cols) {
    row_.out = work_.candidates.data() + at;
    row_.begin = begin;
    row_.cols = cols;
    return kernel_(row_);
  }

 private:
  static constexpr float largest = 1e30F;

  /// The better of the vector's own and of that of all.
  float limit_of(Index vector) const {
    if (limits_ == nullptr) return limit_;
    const float own = limits_[vector].load(std::memory_order_relaxed);
    return small_is_good_ ? std::min(own, limit_) : std::max(own, limit_);
  }

  std::int32_t* columns(int p) { return work_.col_counts.data() + p * Workspace::most_cols; }

  cpu::ScreenTables kernel_;
  Workspace& work_;
  bool small_is_good_;
  const std::atomic<float>* limits_;
  float limit_;
  cpu::TableRow row_;
};

}  // namespace encke::kokkos
