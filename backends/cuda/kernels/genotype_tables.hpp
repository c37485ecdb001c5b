#pragma once

#include "screens/data.hpp"
#include "unrolled.hpp"

// Tables of genotypes by class, from the products that kernels store: for each class, the samples
// in which each vector has genotype 0, or 1, or (vectors with missing samples) is present. All
// loops are unrolled for certain, so that a thread's table stays in registers.

namespace encke::cuda {

constexpr int cells_of_table(int way) { return way == 2 ? 9 : 27; }

/// Products of a class where nothing is missing: genotypes 0 and 1 of each vector.
constexpr int complete_products(int way) { return way == 2 ? 4 : 8; }

/// Products of both classes from which tables can be made.
constexpr bool has_score_test(int way, int products) {
  return products == 2 * complete_products(way) || products == 2 * cells_of_table(way);
}

/// Digit `of` of a cell, the last vector's being 0: its genotype, or 2 for "present".
constexpr int cell_digit(int cell, int of) { return cell / (of == 0 ? 1 : of == 1 ? 3 : 9) % 3; }

/// What stands for the product of a cell of class `of_class` where nothing is missing: a product of
/// the tuple, of a pair, or a vector's own count.
template <int way, int of_class, int cell>
ENCKE_FUNCTION std::int32_t complete_product(const ScreenData& data, const std::int32_t* p,
                                             Index row, Index col) {
  constexpr int c = cell_digit(cell, 0), r = cell_digit(cell, 1), i = cell_digit(cell, 2);
  constexpr int own = 2 * of_class, pair = 4 * of_class;
  if constexpr (way == 2) {
    if constexpr (r < 2 && c < 2)
      return p[pair + 2 * r + c];
    else if constexpr (r < 2)
      return data.rows.counts[row].of[own + r];
    else if constexpr (c < 2)
      return data.cols.counts[col].of[own + c];
    else
      return data.class_fields[of_class];
  } else {
    constexpr int present = (i == 2) + (r == 2) + (c == 2);
    if constexpr (present == 0)
      return p[8 * of_class + 4 * i + 2 * r + c];
    else if constexpr (present == 3)
      return data.class_fields[of_class];
    else if constexpr (present == 2 && i < 2)
      return data.pivot_counts.of[own + i];
    else if constexpr (present == 2 && r < 2)
      return data.rows.counts[row].of[own + r];
    else if constexpr (present == 2)
      return data.cols.counts[col].of[own + c];
    else if constexpr (c == 2)
      return data.pivot_row<std::int32_t>(row, pair + 2 * i + r);
    else if constexpr (r == 2)
      return data.pivot_col<std::int32_t>(col, pair + 2 * i + c);
    else
      return data.row_col<std::int32_t>(row, col, pair + 2 * r + c);
  }
}

/// Products to cells, as expand_genotypes() of tally/table_evidence.hpp. Unsigned: entries that are
/// not wanted hold anything.
template <int way>
ENCKE_FUNCTION void expand_table(std::uint32_t (&t)[cells_of_table(way)]) {
  unrolled<way>([&](auto vector) {
    constexpr int v = decltype(vector)::value;
    constexpr int digit = v == 0 ? 1 : v == 1 ? 3 : 9;
    unrolled<cells_of_table(way)>([&](auto cell) {
      constexpr int i = decltype(cell)::value;
      if constexpr (cell_digit(i, v) == 2) t[i] -= t[i - digit] + t[i - 2 * digit];
    });
  });
}

/// The cells of an entry, as floats.
template <int way>
struct ScoreTable {
  static constexpr int cells = cells_of_table(way);
  float count[2][cells];
  float of_class[2];  ///< sums of the cells

  template <int products>
  ENCKE_FUNCTION ScoreTable(const ScreenData& data, const std::int32_t (&p)[products], Index row,
                            Index col) {
    static_assert(has_score_test(way, products));
    unrolled<2>([&](auto of) {
      constexpr int k = decltype(of)::value;
      std::uint32_t t[cells];
      unrolled<cells>([&](auto cell) {
        constexpr int i = decltype(cell)::value;
        if constexpr (products == 2 * cells) {
          t[i] = static_cast<std::uint32_t>(p[k * cells + i]);
        } else {
          t[i] = static_cast<std::uint32_t>(complete_product<way, k, i>(data, p, row, col));
        }
      });
      of_class[k] = as_float(t[cells - 1]);
      expand_table<way>(t);
      unrolled<cells>([&](auto i) { count[k][i.value] = as_float(t[i.value]); });
    });
  }

 private:
  ENCKE_FUNCTION static float as_float(std::uint32_t count) {
    return static_cast<float>(static_cast<std::int32_t>(count));
  }
};

}  // namespace encke::cuda
