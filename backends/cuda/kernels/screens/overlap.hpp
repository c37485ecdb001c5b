#pragma once

#include "cuda/kernels/unrolled.hpp"
#include "data.hpp"
#include "parts.hpp"

namespace encke::cuda {

/// The test of OverlapBound; the first product is what both share.
template <class T, int products, int way>
struct Overlap {
  ScreenData data;

  ENCKE_FUNCTION bool may_pass_yet(float sum, Index row, Index col) const
      requires(products == 1 && way == 2 && sizeof(T) == 4) {
    return overlap_may_pass(data, sum, row, col);
  }

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

template <class T, int products, class F>
bool with_overlap_test(ScreenKind kind, int way, const F& body) {
  if constexpr (products == 1 || products == 4 || products == 8) {
    if (kind != ScreenKind::overlap) return false;
    way == 2 ? body(Type<Overlap<T, products, 2>>{}) : body(Type<Overlap<T, products, 3>>{});
    return true;
  }
  return false;
}

}  // namespace encke::cuda
