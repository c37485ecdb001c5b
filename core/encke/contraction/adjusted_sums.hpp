#pragma once

#include <math.h>  // for devices, too

#include <encke/contraction/contraction.hpp>
#include <encke/contraction/minima.hpp>

namespace encke {

/// Sums of two profiles x, y >= 0 in which each field has a weight that depends on the pair. With
/// c, d the counts of the two samples in a field, and r, s what each sample has elsewhere (its
/// total less its count there):
///   joint[0] = sum |x - y| / sqrt((c + d) (r + s))
///   joint[1] = sum (x + y) / sqrt((c + d) (r + s))
/// over the fields in which the root is above 0. It is, but for a factor of the pair, the standard
/// deviation of the number of the first sample's counts that are in the field.
/// Chang, Luan & Sun, BMC Bioinformatics 12 (2011), 118, equation 2. Order of summation as in
/// Minima.
struct AdjustedSums {
  static constexpr ContractionId id = ContractionId::adjusted_sums;
  using element = double;
  using scalar = double;
  using accumulator = double;
  static constexpr int channels = 1;

  ENCKE_FUNCTION static constexpr double read(double x, int) { return x; }
  /// What is divided.
  ENCKE_FUNCTION static constexpr double fold(double a, double b) { return a + b; }
};

static_assert(Contraction<AdjustedSums>);

/// Here a pair has two sums for each choice of channels.
template <>
struct Evidence<AdjustedSums, 2> {
  using accumulator = double;
  Array<double, 2> joint;
  Array<Array<double, 1>, 2> margin;  ///< of each vector the sum of its profile, without weights
};

/// One element as it is stored: a number T, or a register V of several.
template <class V>
struct Adjusted {
  V value;  ///< x
  V count;  ///< c
  V rest;   ///< r
};

/// Square roots of a number, or of those of a register.
template <class V>
ENCKE_FUNCTION V square_roots(const V& x) {
  if constexpr (requires { x[0]; }) {
    V root;
    for (unsigned k = 0; k < sizeof(V) / sizeof(x[0]); ++k) {
      root[k] = sizeof(x[0]) == 4 ? __builtin_sqrtf(x[k]) : __builtin_sqrt(x[k]);
    }
    return root;
  } else if constexpr (sizeof(V) == 4) {
    return ::sqrtf(x);
  } else {
    return ::sqrt(x);
  }
}

/// What one field adds to the two sums of a vector x and N others; the definition, to the bit. T is
/// the element's type. Step by step for all N, whose roots and divisions would else wait for each
/// other.
template <class T, int N, class V>
ENCKE_FUNCTION void add_adjusted(const Adjusted<V>& x, const Adjusted<V> (&y)[N], V (&first)[N],
                                 V (&second)[N]) {
  V square[N], weight[N];
#pragma GCC unroll 4
  for (int n = 0; n < N; ++n) square[n] = (x.count + y[n].count) * (x.rest + y[n].rest);
#pragma GCC unroll 4
  for (int n = 0; n < N; ++n) {
    const V none{};
    weight[n] = square[n] > none ? T{1} / square_roots(square[n]) : none;
  }
#pragma GCC unroll 4
  for (int n = 0; n < N; ++n) {
    const V least = x.value < y[n].value ? x.value : y[n].value;
    const V most = x.value < y[n].value ? y[n].value : x.value;
    first[n] += (most - least) * weight[n];
    second[n] += (x.value + y[n].value) * weight[n];
  }
}

}  // namespace encke
