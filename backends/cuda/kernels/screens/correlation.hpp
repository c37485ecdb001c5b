#pragma once

#include "cuda/kernels/unrolled.hpp"
#include "data.hpp"
#include "parts.hpp"

namespace encke::cuda {

/// The test of CorrelationBound, without a division:
///   cov^2 > floor var_i var_j,  cov = n XX - XM MX,  var_i = n ZM - XM^2,  var_j = n MZ - MX^2.
/// One product (nothing is missing: the others are sums of one vector) or six, see GenotypeMoments.
template <int products>
struct Correlation {
  ScreenData data;

  ENCKE_FUNCTION bool may_pass_yet(float sum, Index row, Index col) const requires(products == 1) {
    return correlation_may_pass(data, sum, row, col);
  }

  /// Of one product: a vector's sum of x and n times its variance, the row's times the floor.
  struct Vector {
    double x_sum;
    double spread;
  };
  using Row = Vector;
  using Col = Vector;
  ENCKE_FUNCTION Vector of(const VectorData& vectors, Index v) const {
    if constexpr (products > 1) return {};
    const double n = data.fields, x = vectors.x_sum[v], squares = vectors.squares[v];
    return {x, n * squares - x * x};
  }
  ENCKE_FUNCTION Row of_row(Index row) const {
    const Vector v = of(data.rows, row);
    return {v.x_sum, static_cast<double>(data.floor) * v.spread};
  }
  ENCKE_FUNCTION Col of_col(Index col) const { return of(data.cols, col); }

  ENCKE_FUNCTION bool operator()(const std::int32_t (&p)[products], const Row& r,
                                 const Col& c) const {
    if constexpr (products == 1) {
      const double covariance = static_cast<double>(data.fields) * p[0] - r.x_sum * c.x_sum;
      return covariance * covariance > r.spread * c.spread;
    } else {
      double m[6];
      for (int i = 0; i < 6; ++i) m[i] = p[i];
      const double covariance = m[3] * m[0] - m[1] * m[2];
      const double least = static_cast<double>(data.floor) * (m[3] * m[4] - m[1] * m[1]) *
                           (m[3] * m[5] - m[2] * m[2]);
      return covariance * covariance > least;
    }
  }
};

template <class T, int products, class F>
bool with_correlation_test(ScreenKind kind, const F& body) {
  if constexpr (sizeof(T) == 4 && (products == 1 || products == 6)) {
    if (kind != ScreenKind::correlation) return false;
    body(Type<Correlation<products>>{});
    return true;
  }
  return false;
}

}  // namespace encke::cuda
