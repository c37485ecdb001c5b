#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <encke/screen/cell_score.hpp>

#include "part_band.hpp"

// What the screens of one instruction-set level offer, a row of a tile at a time. This header is
// read by files that are compiled for different levels, so it holds no function bodies.

namespace encke::score_terms {
struct RatioBound;
}

namespace encke::cpu {

/// One row of a screen by WeightBound: out[c] = 1 where some cell of the table may pass, else 0.
struct WeightRow {
  const std::int32_t* product[8] = {};      ///< the row's products, as in TallyForm
  const std::int32_t* col_x = nullptr;      ///< complete form: x_sum of the columns
  const std::int32_t* pivot_col = nullptr;  ///< complete triples: XX of pivot and column
  const std::int32_t* row_col = nullptr;    ///< complete triples: XX of row and column
  std::int32_t fixed[4] = {};               ///< pairs: n, x_sum of row. Triples: n, x_i, x_j, XX_ij
  float bound[4] = {};  ///< for each choice of alleles but the column's: floor / their weights
  const float* weight[2] = {};  ///< the columns' weights
  std::uint8_t* out = nullptr;
  Index begin = 0;  ///< columns before this one are left as they are
  Index cols = 0;
};

/// One row of a screen by OverlapBound: out[c] = 1 where joint[c] (pairs), or the three pairs'
/// tallies less joint[c] (triples), is not below floor (sizes + size[c]). Tallies are double, or
/// int32: then it is not below need + col_need[c], the same less what rounding to float32 may do.
struct OverlapRow {
  const void* joint = nullptr;
  const void* pivot_row = nullptr;  ///< triples: one tally, of pivot and row
  const void* pivot_col = nullptr;  ///< triples: of pivot and column
  const void* row_col = nullptr;    ///< triples: of row and column
  double floor = 0;
  double sizes = 0;                 ///< of the vectors but the column's
  const double* size = nullptr;     ///< of the columns' vectors
  float need = 0;                   ///< floor times sizes
  const float* col_need = nullptr;  ///< floor times size
  std::uint8_t* out = nullptr;
  Index begin = 0;
  Index cols = 0;
};

/// A tile of whole tallies of pairs for a screen by OverlapBound, as the rows above.
struct OverlapTile {
  const std::int32_t* joint = nullptr;
  Index row_stride = 0;
  Index rows = 0, cols = 0;  ///< at most `most` columns
  const float* row_need = nullptr;
  const float* col_need = nullptr;
  static constexpr Index most = 384;
};

/// Where a screen of genotype tables finds one product of a row: at row[c & mask], so that with
/// mask 0 one line of a register's values serves all columns.
struct ScoreSource {
  const std::int32_t* row = nullptr;
  Index mask = -1;
};

/// One row of a screen by ScoreBound: out[c] = 1 where the score may reach `limit`.
struct ScoreRow {
  static constexpr int most_products = 27;
  ScoreSource product[2][most_products];  ///< of controls and cases, as TallyForm::missing has them
  float limit = 0;                        ///< of the row, see ScoreBound
  const float* limits = nullptr;          ///< of the columns, up to the next multiple of 16
  float fields = 0;                       ///< samples, for what rounding may do
  /// Interaction: of the row's genotypes, with the row's own shares of cases.
  const score_terms::RatioBound* strata = nullptr;
  std::uint8_t* out = nullptr;  ///< written up to the next multiple of 16
  Index begin = 0;              ///< a multiple of 16
  Index cols = 0;
};

/// One row of a screen by CorrelationBound: out[c] = 1 where it is above `floor`.
struct CorrelationRow {
  const std::int32_t* product[6] = {};  ///< as EvidenceOf<GenotypeMoments> has them
  double floor = 0;                     ///< missing form
  double n = 0, x = 0, variance = 0;    ///< complete form: samples; the row's sum of x, n ZM - XM^2
  const double* col_x = nullptr;        ///< complete form: of the columns
  const double* col_least = nullptr;    ///< complete form: floor times their n MZ - MX^2
  std::uint8_t* out = nullptr;          ///< written up to the next multiple of 8
  Index begin = 0;                      ///< a multiple of 8
  Index cols = 0;
};

/// The screens of one kind of element; null where there is none. Each tells whether there is a
/// column that may pass.
struct ScreenKernels {
  bool (*weights[2][2])(const WeightRow&) = {};          ///< [pair, triple][complete, missing]
  bool (*overlap[2])(const OverlapRow&) = {};            ///< [pair, triple]
  bool (*any_overlap)(const OverlapTile&) = nullptr;     ///< writes nothing
  bool (*correlation[2])(const CorrelationRow&) = {};    ///< pairs: [complete, missing]
  bool (*scores[cell_scores][2])(const ScoreRow&) = {};  ///< [CellScore][pair, triple]
  /// Pairs of which nothing is missing, after a part of the samples.
  struct Parts {
    PartKernel correlation = nullptr;
    PartKernel weights = nullptr;
    PartKernel overlap = nullptr;
  } parts = {};
};

}  // namespace encke::cpu
