#pragma once

#include "cuda/kernels/unrolled.hpp"
#include "data.hpp"
#include "parts.hpp"

namespace encke::cuda {

/// Products to cells, as expand() of tally/evidence.hpp: what x becomes where the allele is 1.
template <bool bits>
ENCKE_FUNCTION std::int32_t of_one(std::int32_t x, std::int32_t m) {
  return bits ? x : m + x;
}

/// True if a cell of the table may pass: t holds the products, and then the cells.
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

/// The test of WeightBound for pairs: one product (nothing is missing) or four.
template <bool bits, int products>
struct PairWeights {
  static constexpr bool complete = products == 1;
  ScreenData data;

  ENCKE_FUNCTION bool may_pass_yet(float sum, Index row, Index col) const requires(complete) {
    return weights_may_pass<bits>(data, sum, row, col);
  }

  struct Row {
    float bound[2];
    std::int32_t x_sum;
  };
  struct Col {
    float weight[2];
    std::int32_t x_sum;
  };
  ENCKE_FUNCTION Row of_row(Index row) const {
    Row r{{data.floor / data.rows.weight[0][row], data.floor / data.rows.weight[1][row]}, 0};
    if constexpr (complete) r.x_sum = data.rows.x_sum[row];
    return r;
  }
  ENCKE_FUNCTION Col of_col(Index col) const {
    Col c{{data.cols.weight[0][col], data.cols.weight[1][col]}, 0};
    if constexpr (complete) c.x_sum = data.cols.x_sum[col];
    return c;
  }
  ENCKE_FUNCTION bool operator()(const std::int32_t (&p)[products], const Row& r,
                                 const Col& c) const {
    std::int32_t t[4] = {p[0]};
    if constexpr (complete) {
      t[1] = r.x_sum;
      t[2] = c.x_sum;
      t[3] = data.fields;
    } else {
      for (int i = 1; i < 4; ++i) t[i] = p[i];
    }
    return cells_may_pass<bits, 2>(t, r.bound, c.weight[0], c.weight[1]);
  }
};

/// … for triples: one product or eight.
template <bool bits, int products>
struct TripleWeights {
  static constexpr bool complete = products == 1;
  ScreenData data;

  struct Row {
    float bound[4];
    std::int32_t joint;  ///< with the pivot
    std::int32_t x_sum;
    Index row;
  };
  struct Col {
    float weight[2];
    std::int32_t joint;
    std::int32_t x_sum;
    Index col;
  };
  ENCKE_FUNCTION Row of_row(Index row) const {
    Row r{{}, 0, 0, row};
    for (int a = 0; a < 4; ++a) {
      r.bound[a] = data.floor / (data.pivot_weight[a / 2] * data.rows.weight[a % 2][row]);
    }
    if constexpr (complete) {
      r.joint = data.pivot_row<std::int32_t>(row);
      r.x_sum = data.rows.x_sum[row];
    }
    return r;
  }
  ENCKE_FUNCTION Col of_col(Index col) const {
    Col c{{data.cols.weight[0][col], data.cols.weight[1][col]}, 0, 0, col};
    if constexpr (complete) {
      c.joint = data.pivot_col<std::int32_t>(col);
      c.x_sum = data.cols.x_sum[col];
    }
    return c;
  }
  ENCKE_FUNCTION bool operator()(const std::int32_t (&p)[products], const Row& r,
                                 const Col& c) const {
    std::int32_t t[8] = {p[0]};
    if constexpr (complete) {
      t[1] = r.joint;
      t[2] = c.joint;
      t[3] = data.pivot_x;
      t[4] = data.row_col<std::int32_t>(r.row, c.col);
      t[5] = r.x_sum;
      t[6] = c.x_sum;
      t[7] = data.fields;
    } else {
      for (int i = 1; i < 8; ++i) t[i] = p[i];
    }
    return cells_may_pass<bits, 3>(t, r.bound, c.weight[0], c.weight[1]);
  }
};

/// … for complete triples by lists: rows and columns of one pivot, in ascending order.
template <bool bits>
struct ListedWeights {
  ScreenData data;

  struct Row {
    ListedVector vector;
    float bound[4];
  };
  using Col = ListedVector;
  ENCKE_FUNCTION Row of_row(Index row) const {
    Row r{data.listed_rows[row], {}};
    for (int a = 0; a < 4; ++a) {
      r.bound[a] = data.floor / (r.vector.pivot_weight[a / 2] * r.vector.weight[a % 2]);
    }
    return r;
  }
  ENCKE_FUNCTION Col of_col(Index col) const { return data.listed_cols[col]; }

  ENCKE_FUNCTION bool operator()(const std::int32_t (&p)[1], const Row& row, const Col& c) const {
    const ListedVector& r = row.vector;
    if (r.pivot != c.pivot || r.vector >= c.vector) return false;
    std::int32_t t[8] = {
        p[0],    r.joint, c.joint,    r.pivot_x, data.row_col<std::int32_t>(r.place, c.place),
        r.x_sum, c.x_sum, data.fields};
    return cells_may_pass<bits, 3>(t, row.bound, c.weight[0], c.weight[1]);
  }
};

/// Calls body(Type<Test>{}) for the test of a bound of entries of `products` tallies of type T, if
/// there is such a test; tells whether there is. So in the files of the other bounds.
template <class T, int products, class F>
bool with_weight_test(ScreenKind kind, int way, const F& body) {
  const bool bits = kind == ScreenKind::bit_weights;
  if (!bits && kind != ScreenKind::genotype_weights) return false;
  if constexpr (sizeof(T) == 4 && (products == 1 || products == 4)) {
    if (way == 2) {
      bits ? body(Type<PairWeights<true, products>>{}) : body(Type<PairWeights<false, products>>{});
      return true;
    }
  }
  if constexpr (sizeof(T) == 4 && (products == 1 || products == 8)) {
    if (way == 3) {
      bits ? body(Type<TripleWeights<true, products>>{})
           : body(Type<TripleWeights<false, products>>{});
      return true;
    }
  }
  return false;
}

}  // namespace encke::cuda
