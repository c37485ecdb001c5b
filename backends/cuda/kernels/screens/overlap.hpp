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

  struct Vector {
    double size;
    Index place;
  };
  using Row = Vector;
  using Col = Vector;
  ENCKE_FUNCTION Row of_row(Index row) const { return {data.rows.size[row], row}; }
  ENCKE_FUNCTION Col of_col(Index col) const { return {data.cols.size[col], col}; }

  ENCKE_FUNCTION bool operator()(const T (&p)[products], const Row& r, const Col& c) const {
    T overlap = p[0];
    double sizes = r.size;
    if constexpr (way == 3) {
      // in this order, as the other backends: sums of reals depend on it
      overlap = data.pivot_row<T>(r.place) + data.pivot_col<T>(c.place) +
                data.row_col<T>(r.place, c.place) - p[0];
      sizes = data.pivot_size + sizes;
    }
    return static_cast<double>(overlap) >= static_cast<double>(data.floor) * (sizes + c.size);
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
