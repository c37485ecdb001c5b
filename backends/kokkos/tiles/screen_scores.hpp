#pragma once

#include <algorithm>
#include <encke/screen/score_terms.hpp>

#include "screen_tile.hpp"

namespace encke::kokkos {

/// Screens the rows of a tile of genotype tables: receives where the products of a row are, in the
/// order of TallyForm::missing, and marks the row's candidates.
class ScoreScreen {
 public:
  template <int Way>
  ScoreScreen(const ScoreBound& bound, const ScreenTile<Way>& tile)
      : kernel_(tile.kernels.scores[static_cast<int>(bound.score)][Way - 2]),
        work_(tile.work),
        small_is_good_(bound.score == CellScore::k2),
        limits_(bound.limits),
        limit_(small_is_good_ ? largest : 0) {
    const double limit = bound.limit;
    if (limit == limit) limit_ = static_cast<float>(std::max(0.0, limit));  // no score is below 0
    row_.fields = static_cast<float>(tile.fields());
    row_.limits = work_.col_limits.data();
    row_.cols = tile.cols();
    std::fill_n(work_.col_limits.data(), Workspace::most_cols, limit_);
    if (tile.complete()) {
      count_columns(tile.right(), {tile.right_begin(), tile.right_begin() + tile.cols()});
    }
    limit_columns(tile.made.cols);
  }

  /// The limits of the vectors that all tuples of a row share; indices as in the whole problem.
  template <class... Indices>
  void limit_row(Indices... vectors) {
    row_.limit =
        small_is_good_ ? std::max({limit_of(vectors)...}) : std::min({limit_of(vectors)...});
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

  /// Interaction: the row's own samples, of controls and cases, by genotype.
  void strata(const Array<Index, 6>& counts) {
    for (int g = 0; g < 3; ++g) {
      strata_[g] = {static_cast<double>(counts[g]), static_cast<double>(counts[3 + g])};
    }
    row_.strata = strata_;
  }

  /// Marks the candidates of a row from column `begin` on; tells whether there are any.
  bool run(std::uint8_t* marks, Index begin) {
    row_.out = marks;
    row_.begin = begin;
    return kernel_(row_);
  }

 private:
  static constexpr float largest = 1e30F;

  /// The limits of the columns.
  void limit_columns(const Range& cols) {
    for (Index c = 0; c < cols.size(); ++c) work_.col_limits[c] = limit_of(cols.begin + c);
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

  /// The better of the vector's own and of that of all.
  float limit_of(Index vector) const {
    if (limits_ == nullptr) return limit_;
    const float own = limits_[vector].load(std::memory_order_relaxed);
    return small_is_good_ ? std::min(own, limit_) : std::max(own, limit_);
  }

  std::int32_t* columns(int p) { return work_.col_counts.data() + p * Workspace::most_cols; }

  bool (*kernel_)(const cpu::ScoreRow&);
  Workspace& work_;
  bool small_is_good_;
  const std::atomic<float>* limits_;
  float limit_;
  cpu::ScoreRow row_;
  score_terms::RatioBound strata_[3];
};

/// Tells where the products of a row of complete vectors are, for one class.
inline void complete_sources(ScoreScreen& screen, const ScreenTile<2>& tile, int k, Index r) {
  const auto& counts = tile.left().class_counts(tile.left_begin() + r);
  for (int i = 0; i < 4; ++i) screen.row(k, i / 2 * 3 + i % 2, tile.product(4 * k + i, r));
  for (int g = 0; g < 2; ++g) {
    screen.constant(k, 3 * g + 2, counts[3 * k + g]);
    screen.column_counts(k, 6 + g, g);
  }
  screen.constant(k, 8, tile.left().class_fields(k).size());
}

/// … of triples: what stands for the products of a class are those of triples, of pairs and of
/// single vectors. Digit 2 of an index: the vector is merely present.
inline void complete_sources(ScoreScreen& screen, const ScreenTile<3>& tile, int k, Index r) {
  const TallyTile& made = tile.made;
  const Operand& pivots = tile.blocks[0];
  const auto& pivot = pivots.vectors->class_counts(made.pivot - pivots.offset);
  const auto& row = tile.left().class_counts(tile.left_begin() + r);
  for (int i = 0; i < 8; ++i) {
    screen.row(k, i / 4 * 9 + i / 2 % 2 * 3 + i % 2, tile.product(8 * k + i, r));
  }
  for (int i = 0; i < 4; ++i) {
    const int a = i / 2;
    const int b = i % 2;
    screen.constant(k, 9 * a + 3 * b + 2, made.pivot_rows.row<std::int32_t>(4 * k + i, 0)[r]);
    screen.row(k, 9 * a + 6 + b, made.pivot_cols.row<std::int32_t>(4 * k + i, 0));
    screen.row(k, 18 + 3 * a + b, made.row_cols.row<std::int32_t>(4 * k + i, r));
  }
  for (int g = 0; g < 2; ++g) {
    screen.constant(k, 9 * g + 8, pivot[3 * k + g]);
    screen.constant(k, 18 + 3 * g + 2, row[3 * k + g]);
    screen.column_counts(k, 24 + g, g);
  }
  screen.constant(k, 26, pivots.vectors->class_fields(k).size());
}

/// `make_row(r)` is called before the tallies of a row are read.
template <int Way, class MakeRow>
bool mark_scores(const ScoreBound& bound, const ScreenTile<Way>& tile, const MakeRow& make_row) {
  constexpr int cells = ipow(3, Way);
  ScoreScreen screen(bound, tile);
  bool found = false;
  for (Index r = tile.first_row(); r < tile.made.rows.size(); ++r) {
    if (tile.first_col(r) < tile.cols()) make_row(r);
    for (int k = 0; k < 2; ++k) {
      if (tile.complete()) {
        complete_sources(screen, tile, k, r);
      } else {
        for (int i = 0; i < cells; ++i) screen.row(k, i, tile.product(cells * k + i, r));
      }
    }
    const Index row = tile.made.rows.begin + r;
    if constexpr (Way == 2) {
      screen.limit_row(row);
      if (bound.score == CellScore::interaction) {
        screen.strata(tile.left().class_counts(tile.left_begin() + r));
      }
    } else {
      screen.limit_row(tile.made.pivot, row);
    }
    found |= screen.run(tile.marks(r), tile.first_col(r));
  }
  return found;
}

template <int Way>
bool mark_candidates(const ScoreBound& bound, const ScreenTile<Way>& tile) {
  return mark_scores(bound, tile, [](Index) {});
}

}  // namespace encke::kokkos
