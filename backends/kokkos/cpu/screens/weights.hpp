#pragma once

#include "rows.hpp"

// The screen by WeightBound, from integer tallies: a cell passes only if
//   joint[cell] * weight(column's allele) >= bound(the other alleles) * sum(joint).
// Plain loops over a row, which the compiler turns into vector code at each level.

namespace encke::cpu {

[[gnu::always_inline]] inline int may_pass(std::int32_t joint, float weight, float need) {
  return static_cast<int>(static_cast<float>(joint) * weight >= need);
}

/// What becomes of x and m where the allele is 1; where it is 0, it is m - x (see
/// tally/evidence.hpp).
template <bool bits>
[[gnu::always_inline]] inline std::int32_t of_one(std::int32_t x, std::int32_t m) {
  return bits ? x : m + x;
}

/// The four combinations of alleles (00, 01, 10, 11) of two vectors, from their products.
template <bool bits>
struct Quad {
  std::int32_t cell[4];

  [[gnu::always_inline]] Quad(std::int32_t xx, std::int32_t xm, std::int32_t mx, std::int32_t mm)
      : cell{(mm - mx) - (xm - xx), of_one<bits>(mx, mm) - of_one<bits>(xx, xm),
             of_one<bits>(xm - xx, mm - mx),
             of_one<bits>(of_one<bits>(xx, xm), of_one<bits>(mx, mm))} {}
};

/// Four cells of a pair (a, b) from its products; `bound` holds those of allele a = 0 and 1.
template <bool bits>
[[gnu::always_inline]] inline int pair_cells(std::int32_t xx, std::int32_t xm, std::int32_t mx,
                                             std::int32_t mm, float w0, float w1, float bound0,
                                             float bound1) {
  const float all = static_cast<float>(bits ? mm : 4 * mm);
  const float need0 = bound0 * all;
  const float need1 = bound1 * all;
  const Quad<bits> t(xx, xm, mx, mm);
  return may_pass(t.cell[0], w0, need0) | may_pass(t.cell[1], w1, need0) |
         may_pass(t.cell[2], w0, need1) | may_pass(t.cell[3], w1, need1);
}

template <class Level, bool bits>
bool screen_weights_pair_complete(const WeightRow& row) {
  const std::int32_t* __restrict xx = row.product[0];
  const std::int32_t* __restrict x = row.col_x;
  const float* __restrict w0 = row.weight[0];
  const float* __restrict w1 = row.weight[1];
  std::uint8_t* __restrict out = row.out;  // bytes may alias anything: keep cols apart
  const Index cols = row.cols;
  const std::int32_t n = row.fixed[0];
  const std::int32_t xi = row.fixed[1];
  const float b0 = row.bound[0];
  const float b1 = row.bound[1];
  int any = 0;
  for (Index c = row.begin; c < cols; ++c) {
    const int pass = pair_cells<bits>(xx[c], xi, x[c], n, w0[c], w1[c], b0, b1);
    out[c] = static_cast<std::uint8_t>(pass);
    any |= pass;
  }
  return any != 0;
}

template <class Level, bool bits>
bool screen_weights_pair_missing(const WeightRow& row) {
  const std::int32_t* __restrict xx = row.product[0];
  const std::int32_t* __restrict xm = row.product[1];
  const std::int32_t* __restrict mx = row.product[2];
  const std::int32_t* __restrict mm = row.product[3];
  const float* __restrict w0 = row.weight[0];
  const float* __restrict w1 = row.weight[1];
  std::uint8_t* __restrict out = row.out;  // bytes may alias anything: keep cols apart
  const Index cols = row.cols;
  const float b0 = row.bound[0];
  const float b1 = row.bound[1];
  int any = 0;
  for (Index c = row.begin; c < cols; ++c) {
    const int pass = pair_cells<bits>(xx[c], xm[c], mx[c], mm[c], w0[c], w1[c], b0, b1);
    out[c] = static_cast<std::uint8_t>(pass);
    any |= pass;
  }
  return any != 0;
}

/// Eight cells of a triple from its products; `bound` is indexed by the alleles 2a + b.
template <bool bits>
[[gnu::always_inline]] inline int triple_cells(std::int32_t xxx, std::int32_t xxm, std::int32_t xmx,
                                               std::int32_t xmm, std::int32_t mxx, std::int32_t mxm,
                                               std::int32_t mmx, std::int32_t mmm, float w0,
                                               float w1, float bound0, float bound1, float bound2,
                                               float bound3) {
  const float all = static_cast<float>(bits ? mmm : 8 * mmm);
  const Quad<bits> u(xxm, xmm, mxm, mmm);  // with the third vector as m
  const Quad<bits> v(xxx, xmx, mxx, mmx);  // and as x
  const auto two = [&](int ab, float bound) {
    const float need = bound * all;
    return may_pass(u.cell[ab] - v.cell[ab], w0, need) |
           may_pass(of_one<bits>(v.cell[ab], u.cell[ab]), w1, need);
  };
  return two(0, bound0) | two(1, bound1) | two(2, bound2) | two(3, bound3);
}

template <class Level, bool bits>
bool screen_weights_triple_complete(const WeightRow& row) {
  const std::int32_t* __restrict xxx = row.product[0];
  const std::int32_t* __restrict xk = row.col_x;
  const std::int32_t* __restrict xik = row.pivot_col;
  const std::int32_t* __restrict xjk = row.row_col;
  const float* __restrict w0 = row.weight[0];
  const float* __restrict w1 = row.weight[1];
  std::uint8_t* __restrict out = row.out;  // bytes may alias anything: keep cols apart
  const Index cols = row.cols;
  const std::int32_t n = row.fixed[0], xi = row.fixed[1], xj = row.fixed[2], xij = row.fixed[3];
  const float b0 = row.bound[0], b1 = row.bound[1], b2 = row.bound[2], b3 = row.bound[3];
  int any = 0;
  for (Index c = row.begin; c < cols; ++c) {
    const int pass = triple_cells<bits>(xxx[c], xij, xik[c], xi, xjk[c], xj, xk[c], n, w0[c], w1[c],
                                        b0, b1, b2, b3);
    out[c] = static_cast<std::uint8_t>(pass);
    any |= pass;
  }
  return any != 0;
}

template <class Level, bool bits>
bool screen_weights_triple_missing(const WeightRow& row) {
  const std::int32_t* __restrict xxx = row.product[0];
  const std::int32_t* __restrict xxm = row.product[1];
  const std::int32_t* __restrict xmx = row.product[2];
  const std::int32_t* __restrict xmm = row.product[3];
  const std::int32_t* __restrict mxx = row.product[4];
  const std::int32_t* __restrict mxm = row.product[5];
  const std::int32_t* __restrict mmx = row.product[6];
  const std::int32_t* __restrict mmm = row.product[7];
  const float* __restrict w0 = row.weight[0];
  const float* __restrict w1 = row.weight[1];
  std::uint8_t* __restrict out = row.out;  // bytes may alias anything: keep cols apart
  const Index cols = row.cols;
  const float b0 = row.bound[0], b1 = row.bound[1], b2 = row.bound[2], b3 = row.bound[3];
  int any = 0;
  for (Index c = row.begin; c < cols; ++c) {
    const int pass = triple_cells<bits>(xxx[c], xxm[c], xmx[c], xmm[c], mxx[c], mxm[c], mmx[c],
                                        mmm[c], w0[c], w1[c], b0, b1, b2, b3);
    out[c] = static_cast<std::uint8_t>(pass);
    any |= pass;
  }
  return any != 0;
}

}  // namespace encke::cpu
