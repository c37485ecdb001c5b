#pragma once

#include <cstdint>
#include <encke/base/function.hpp>
#include <encke/base/index.hpp>

#include "unrolled.hpp"

// Tests that drop entries none of whose values can pass a threshold: the same bounds, in the same
// arithmetic, as <encke/backend/backend.hpp> promises for Screen. What passes is evaluated on the
// host, so that results do not depend on these tests.

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
  const double* size = nullptr;           ///< see Screen::size
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

/// Products to cells, as expand() of tally/evidence.hpp: what x becomes where the allele is 1.
template <bool bits>
ENCKE_FUNCTION std::int32_t of_one(std::int32_t x, std::int32_t m) {
  return bits ? x : m + x;
}

/// Whether a cell of the table may pass: t holds the products, and then the cells.
/// bound[a]: floor over the weights of the other vectors' alleles.
template <bool bits, int way>
ENCKE_FUNCTION bool cells_may_pass(std::int32_t (&t)[1 << way],
                                   const float (&bound)[1 << (way - 1)], float weight0,
                                   float weight1) {
  constexpr int cells = 1 << way;
  const float all = static_cast<float>((bits ? 1 : cells) * t[cells - 1]);
  unrolled<way>([&](auto b) {  // for certain: t is to stay in registers
    constexpr int bit = 1 << decltype(b)::value;
    unrolled<cells / 2>([&](auto i) {
      constexpr int low = decltype(i)::value / bit * 2 * bit + decltype(i)::value % bit;
      const std::int32_t x = t[low], m = t[low | bit];
      t[low] = m - x;
      t[low | bit] = of_one<bits>(x, m);
    });
  });
  bool pass = false;
  unrolled<cells>([&](auto cell) {
    constexpr int c = decltype(cell)::value;
    const float value = static_cast<float>(t[c]) * (c % 2 == 0 ? weight0 : weight1);
    pass = pass || value >= bound[c / 2] * all;
  });
  return pass;
}

/// The screen by weights of pairs: one product (nothing is missing) or four.
template <bool bits, int products>
struct PairWeights {
  static constexpr bool complete = products == 1;
  ScreenData data;

  ENCKE_FUNCTION bool operator()(const std::int32_t (&p)[products], Index row, Index col) const {
    std::int32_t t[4] = {p[0]};
    if constexpr (complete) {
      t[1] = data.rows.x_sum[row];
      t[2] = data.cols.x_sum[col];
      t[3] = data.fields;
    } else {
      for (int i = 1; i < 4; ++i) t[i] = p[i];
    }
    const float bound[2] = {data.floor / data.rows.weight[0][row],
                            data.floor / data.rows.weight[1][row]};
    return cells_may_pass<bits, 2>(t, bound, data.cols.weight[0][col], data.cols.weight[1][col]);
  }
};

/// … of triples: one product or eight.
template <bool bits, int products>
struct TripleWeights {
  static constexpr bool complete = products == 1;
  ScreenData data;

  ENCKE_FUNCTION bool operator()(const std::int32_t (&p)[products], Index row, Index col) const {
    std::int32_t t[8] = {p[0]};
    if constexpr (complete) {
      t[1] = data.pivot_row<std::int32_t>(row);
      t[2] = data.pivot_col<std::int32_t>(col);
      t[3] = data.pivot_x;
      t[4] = data.row_col<std::int32_t>(row, col);
      t[5] = data.rows.x_sum[row];
      t[6] = data.cols.x_sum[col];
      t[7] = data.fields;
    } else {
      for (int i = 1; i < 8; ++i) t[i] = p[i];
    }
    float bound[4];
    for (int a = 0; a < 4; ++a) {
      bound[a] = data.floor / (data.pivot_weight[a / 2] * data.rows.weight[a % 2][row]);
    }
    return cells_may_pass<bits, 3>(t, bound, data.cols.weight[0][col], data.cols.weight[1][col]);
  }
};

/// The screen by overlap; the first product is what both share.
template <class T, int products, int way>
struct Overlap {
  ScreenData data;

  ENCKE_FUNCTION bool operator()(const T (&p)[products], Index row, Index col) const {
    T overlap = p[0];
    double sizes = data.rows.size[row];
    if constexpr (way == 3) {
      // in this order, as the other backends: sums of reals depend on it
      overlap = data.pivot_row<T>(row) + data.pivot_col<T>(col) + data.row_col<T>(row, col) - p[0];
      sizes = data.pivot_size + sizes;
    }
    return static_cast<double>(overlap) >=
           static_cast<double>(data.floor) * (sizes + data.cols.size[col]);
  }
};

/// The screen by squared correlation, without a division:
///   cov^2 > floor var_i var_j,  cov = n XX - XM MX,  var_i = n ZM - XM^2,  var_j = n MZ - MX^2.
/// One product (nothing is missing: the others are sums of one vector) or six, see GenotypeMoments.
template <int products>
struct Correlation {
  ScreenData data;

  ENCKE_FUNCTION bool operator()(const std::int32_t (&p)[products], Index row, Index col) const {
    double m[6];
    if constexpr (products == 1) {
      m[0] = p[0];
      m[1] = data.rows.x_sum[row];
      m[2] = data.cols.x_sum[col];
      m[3] = data.fields;
      m[4] = data.rows.squares[row];
      m[5] = data.cols.squares[col];
    } else {
      for (int i = 0; i < 6; ++i) m[i] = p[i];
    }
    const double covariance = m[3] * m[0] - m[1] * m[2];
    const double least =
        static_cast<double>(data.floor) * (m[3] * m[4] - m[1] * m[1]) * (m[3] * m[5] - m[2] * m[2]);
    return covariance * covariance > least;
  }
};

}  // namespace encke::cuda
