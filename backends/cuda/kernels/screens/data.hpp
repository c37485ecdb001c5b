#pragma once

#include <cstdint>
#include <encke/base/function.hpp>
#include <encke/base/index.hpp>

// Tests that drop entries none of whose values can pass a threshold: the bounds of
// <encke/screen/screen.hpp>, in the same arithmetic, a file for each. What passes is evaluated on
// the host, so that results do not depend on these tests.

namespace encke::cuda {

/// The tests that kernels apply to the entries that they make.
enum class ScreenKind {
  none,
  genotype_weights,  ///< by weights, of pairs or triples of genotypes
  bit_weights,
  overlap,
  correlation,
  k2,  ///< scores of tables of genotypes by class, see CellScore
  mutual_information,
  chi_squared,
  interaction
};

constexpr bool is_score(ScreenKind kind) {
  return kind == ScreenKind::k2 || kind == ScreenKind::mutual_information ||
         kind == ScreenKind::chi_squared || kind == ScreenKind::interaction;
}

/// Samples of a vector in each class with genotype 0 and 1: [2 * class + genotype].
struct alignas(16) ClassCounts {
  std::int32_t of[4];
};

/// What tests know of single vectors, from the first row or column of a job on. In device memory.
struct VectorData {
  const float* weight[2] = {};            ///< of each allele
  const double* size = nullptr;           ///< see OverlapBound
  const std::int32_t* x_sum = nullptr;    ///< genotypes, bits: sum of x
  const std::int32_t* squares = nullptr;  ///< genotypes: sum of x^2
  const ClassCounts* counts = nullptr;    ///< scores
};

/// Arguments of all tests.
struct ScreenData {
  VectorData rows;
  VectorData cols;
  std::int32_t fields = 0;
  float floor = 0;
  // Triples: the pivot, and tallies of pairs.
  float pivot_weight[2] = {};
  double pivot_size = 0;
  std::int32_t pivot_x = 0;
  const void* pivot_rows = nullptr;  ///< int32 or double: plane 0 of (pivot, row), by row
  const void* pivot_cols = nullptr;  ///< of (pivot, column)
  const void* row_cols = nullptr;    ///< of (row, column)
  Index row_stride = 0;              ///< of row_cols
  // Scores: fields of the classes, and limits. The pivot's counts and further planes of the
  // tallies of pairs are there for triples of complete vectors.
  std::int32_t class_fields[2] = {};
  float limit = 0;                    ///< of all tuples
  const float* row_limits = nullptr;  ///< not null: of each row, each column and the pivot
  const float* col_limits = nullptr;
  float pivot_limit = 0;
  ClassCounts pivot_counts = {};
  Index pivot_rows_plane = 0;  ///< from one plane of pivot_rows to the next
  Index pivot_cols_plane = 0;
  Index row_cols_plane = 0;

  template <class T>
  ENCKE_FUNCTION T pivot_row(Index r, int plane = 0) const {
    return static_cast<const T*>(pivot_rows)[plane * pivot_rows_plane + r];
  }
  template <class T>
  ENCKE_FUNCTION T pivot_col(Index c, int plane = 0) const {
    return static_cast<const T*>(pivot_cols)[plane * pivot_cols_plane + c];
  }
  template <class T>
  ENCKE_FUNCTION T row_col(Index r, Index c, int plane = 0) const {
    return static_cast<const T*>(row_cols)[plane * row_cols_plane + r * row_stride + c];
  }
};

}  // namespace encke::cuda
