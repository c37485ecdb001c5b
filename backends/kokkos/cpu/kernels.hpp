#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <encke/pack/panel.hpp>

#include "block.hpp"
#include "kokkos/cpu/masks/mask_jobs.hpp"

// What the micro-kernels of one instruction-set level offer. This header is read by files that
// are compiled for different levels, so it holds no function bodies.

namespace encke::cpu {

using kokkos::Block;
using kokkos::Products;

/// Folding of a pivot i into the vectors j of a block, over a range of words.
struct Fold {
  const std::byte* pivot = nullptr;       ///< group of the pivot in its values, plus its lane
  const std::byte* pivot_mask = nullptr;  ///< the same in its mask
  Stream left;
  Stream left_mask;
  Index groups = 0;
  Range words;
  std::byte* out = nullptr;       ///< stream [group][word - words.begin][plane][64 bytes]
  std::int32_t* xi_mj = nullptr;  ///< += samples of j with m_j and x_i > 0 (missing genotypes only)
  std::int32_t* mi_xj = nullptr;  ///< += samples with m_i and x_j > 0
};

/// One row of a screen: out[c] = 1 where some cell c of the table may pass, else 0.
struct ScreenRow {
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

/// One row of a screen by overlap: out[c] = 1 where joint[c] (pairs), or the three pairs' tallies
/// less joint[c] (triples), is not below floor (sizes + size[c]). Tallies are int32 or double.
struct OverlapRow {
  const void* joint = nullptr;
  const void* pivot_row = nullptr;  ///< triples: one tally, of pivot and row
  const void* pivot_col = nullptr;  ///< triples: of pivot and column
  const void* row_col = nullptr;    ///< triples: of row and column
  double floor = 0;
  double sizes = 0;              ///< of the vectors but the column's
  const double* size = nullptr;  ///< of the columns' vectors
  std::uint8_t* out = nullptr;
  Index begin = 0;
  Index cols = 0;
};

/// Where a screen of genotype tables finds one product of a row: at row[c & mask], so that with
/// mask 0 one line of a register's values serves all columns.
struct TableSource {
  const std::int32_t* row = nullptr;
  Index mask = -1;
};

/// One row of a screen of genotype tables: out[c] = 1 where the score may reach `limit`.
struct TableRow {
  static constexpr int most_products = 27;
  TableSource product[2][most_products];  ///< of controls and cases, as TallyForm::missing has them
  float limit = 0;                        ///< of the row, see Screen
  const float* limits = nullptr;          ///< of the columns, up to the next multiple of 16
  float fields = 0;                       ///< samples, for what rounding may do
  std::uint8_t* out = nullptr;            ///< written up to the next multiple of 16
  Index begin = 0;                        ///< a multiple of 16
  Index cols = 0;
};
using ScreenTables = bool (*)(const TableRow&);

/// One row of a screen by squared correlation: out[c] = 1 where it is above `floor`.
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
using ScreenCorrelation = bool (*)(const CorrelationRow&);

/// The kernels of one kind of element; null where there are none.
struct ElementKernels {
  Products multiply;
  void (*fold_complete)(const Fold&);
  void (*fold_missing)(const Fold&);
  /// Each tells whether there is a column that may pass.
  bool (*screen_pair_complete)(const ScreenRow&);
  bool (*screen_pair_missing)(const ScreenRow&);
  bool (*screen_triple_complete)(const ScreenRow&);
  bool (*screen_triple_missing)(const ScreenRow&);
  bool (*screen_overlap_pair)(const OverlapRow&);
  bool (*screen_overlap_triple)(const OverlapRow&);
  /// By the score, see CellScore; [pair, triple]. Null where an element has none.
  ScreenTables screen_tables[5][2] = {};
  ScreenCorrelation screen_correlation[2] = {};  ///< complete, missing
  MaskKernels masks = {};  ///< pairs of which some are missing, besides multiply.complete
};

struct Kernels {
  const char* level;
  bool (*supported)();
  bool (*preferred)();  ///< whether "auto" takes it rather than the levels before
  ElementKernels genotype;
  ElementKernels bit;
  ElementKernels float32;
  ElementKernels float64;
  ElementKernels case_control;
  ElementKernels powered32;  ///< only pairs, without screens
  ElementKernels powered64;
  ElementKernels count2;
  ElementKernels count3;
  ElementKernels count8;
  ElementKernels count16;
  ElementKernels moments;          ///< only pairs
  ElementKernels weighted_bits32;  ///< only pairs, without screens
  ElementKernels weighted_bits64;
};

}  // namespace encke::cpu
