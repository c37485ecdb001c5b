#pragma once

#include <cstdint>
#include <encke/base/function.hpp>
#include <encke/base/index.hpp>

// Tests that drop entries none of whose values can pass a threshold: the bounds of
// <encke/screen/screen.hpp>, in the same arithmetic, a file for each. What passes is evaluated on
// the host, so that results do not depend on these tests.
//
// A test of sums that are in registers has what it needs of a row, of_row(row), and of a column,
// of_col(col), apart: they are made once for each row and column of a thread, not for each entry.

namespace encke::cuda {

/// The tests that kernels apply to the entries that they make.
enum class ScreenKind {
  none,
  genotype_weights,  ///< by weights, of pairs or triples of genotypes
  bit_weights,
  overlap,
  correlation,
  listed_genotypes,  ///< by weights, of triples by lists
  listed_bits,
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
  /// Numbers for a test after a part of the samples, see pruning::part_arrays: one array after the
  /// other, part_stride floats apart.
  const float* part = nullptr;
  Index part_stride = 0;

  ENCKE_FUNCTION float part_of(int array, Index v) const { return part[array * part_stride + v]; }
};

/// A vector of the lists of triples: a row is folded with its pivot, a column stands beside it.
struct ListedVector {
  std::int32_t pivot;     ///< in the whole problem
  std::int32_t vector;    ///< likewise
  std::int32_t place;     ///< in its block
  std::int32_t pivot_x;   ///< of rows: sum of x of the pivot
  std::int32_t joint;     ///< the product of the pair with the pivot
  std::int32_t x_sum;     ///< its own
  float pivot_weight[2];  ///< of rows
  float weight[2];        ///< its own
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
  const void* pivot_rows = nullptr;           ///< int32 or double: plane 0 of (pivot, row), by row
  const void* pivot_cols = nullptr;           ///< of (pivot, column)
  const void* row_cols = nullptr;             ///< of (row, column)
  Index row_stride = 0;                       ///< of row_cols
  const ListedVector* listed_rows = nullptr;  ///< triples by lists
  const ListedVector* listed_cols = nullptr;
  // Tests after a part of the samples: stages of it; 0: none. Floors see PartBand.
  int part_stages = 0;
  float part_floor = 0;
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

/// A test of one entry.
template <class Test, class T, int products>
ENCKE_FUNCTION bool passes(const Test& test, const T (&p)[products], Index row, Index col) {
  if constexpr (requires { test.of_row(row); }) {
    return test(p, test.of_row(row), test.of_col(col));
  } else {
    return test(p, row, col);
  }
}

}  // namespace encke::cuda
