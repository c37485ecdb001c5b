#pragma once

#include "kernels.hpp"

// Rejects tuples from their integer tallies: a cell passes only if
//   joint[cell] * weight(column's allele) >= bound(the other alleles) * sum(joint).
// Plain loops over a row, which the compiler turns into vector code at each level.

namespace encke::cpu {

[[gnu::always_inline]] inline int may_pass(std::int32_t joint, float weight, float need) {
  return static_cast<int>(static_cast<float>(joint) * weight >= need);
}

/// Four cells of a pair (a, b) from its products; `bound` holds those of allele a = 0 and 1.
[[gnu::always_inline]] inline int pair_cells(std::int32_t xx, std::int32_t xm, std::int32_t mx,
                                             std::int32_t mm, float w0, float w1, float bound0,
                                             float bound1) {
  const float all = static_cast<float>(4 * mm);
  const float need0 = bound0 * all;
  const float need1 = bound1 * all;
  const std::int32_t same = mm + xx;
  const std::int32_t differ = mm - xx;
  return may_pass(same - (xm + mx), w0, need0) | may_pass(differ - (xm - mx), w1, need0) |
         may_pass(differ + (xm - mx), w0, need1) | may_pass(same + (xm + mx), w1, need1);
}

template <class Level>
bool screen_pair_complete(const ScreenRow& row) {
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
    const int pass = pair_cells(xx[c], xi, x[c], n, w0[c], w1[c], b0, b1);
    out[c] = static_cast<std::uint8_t>(pass);
    any |= pass;
  }
  return any != 0;
}

template <class Level>
bool screen_pair_missing(const ScreenRow& row) {
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
    const int pass = pair_cells(xx[c], xm[c], mx[c], mm[c], w0[c], w1[c], b0, b1);
    out[c] = static_cast<std::uint8_t>(pass);
    any |= pass;
  }
  return any != 0;
}

/// Eight cells of a triple from its products; `bound` is indexed by the alleles 2a + b.
[[gnu::always_inline]] inline int triple_cells(std::int32_t xxx, std::int32_t xxm, std::int32_t xmx,
                                               std::int32_t xmm, std::int32_t mxx, std::int32_t mxm,
                                               std::int32_t mmx, std::int32_t mmm, float w0,
                                               float w1, float bound0, float bound1, float bound2,
                                               float bound3) {
  const float all = static_cast<float>(8 * mmm);
  // For each choice of signs of the first two, T = u + g v, with g the sign of the third.
  const auto two = [=](std::int32_t u, std::int32_t v, float bound) {
    const float need = bound * all;
    return may_pass(u - v, w0, need) | may_pass(u + v, w1, need);
  };
  return two(mmm - xmm - mxm + xxm, mmx - xmx - mxx + xxx, bound0) |
         two(mmm - xmm + mxm - xxm, mmx - xmx + mxx - xxx, bound1) |
         two(mmm + xmm - mxm - xxm, mmx + xmx - mxx - xxx, bound2) |
         two(mmm + xmm + mxm + xxm, mmx + xmx + mxx + xxx, bound3);
}

template <class Level>
bool screen_triple_complete(const ScreenRow& row) {
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
    const int pass =
        triple_cells(xxx[c], xij, xik[c], xi, xjk[c], xj, xk[c], n, w0[c], w1[c], b0, b1, b2, b3);
    out[c] = static_cast<std::uint8_t>(pass);
    any |= pass;
  }
  return any != 0;
}

template <class Level>
bool screen_triple_missing(const ScreenRow& row) {
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
    const int pass = triple_cells(xxx[c], xxm[c], xmx[c], xmm[c], mxx[c], mxm[c], mmx[c], mmm[c],
                                  w0[c], w1[c], b0, b1, b2, b3);
    out[c] = static_cast<std::uint8_t>(pass);
    any |= pass;
  }
  return any != 0;
}

}  // namespace encke::cpu
