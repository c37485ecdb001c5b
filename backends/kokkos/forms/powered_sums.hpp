#pragma once

#include <encke/contraction/powered_sums.hpp>

#include "allele_counts.hpp"

namespace encke::forms {

/// The two sums of PoweredSums. A form with a state: the coefficients of the series, of which each
/// member of a team has its own.
template <class T>
struct PoweredFields {
  static constexpr const char* name = "powered sums";
  static constexpr Streams left{3}, right{3};
  static constexpr int counters = 2, products = 2;
  static constexpr int terms = sizeof(T) == 4 ? PowerSeries::terms32 : PowerSeries::terms64;
  T series[terms];

  /// `shared`: see PackedVectors::shared().
  ENCKE_FUNCTION static PoweredFields of(const void* shared) {
    const auto& both = *static_cast<const PowerSeries*>(shared);
    PoweredFields form;
    for (int k = 0; k < terms; ++k) {
      if constexpr (sizeof(T) == 4) {
        form.series[k] = both.narrow[k];
      } else {
        form.series[k] = both.wide[k];
      }
    }
    return form;
  }

  template <class U>
  ENCKE_FUNCTION void step(const T* a, const T* b, T* c) const {
    const Powered<T> u{a[0], a[1], a[2]};
    const Powered<T> v[1] = {{b[0], b[1], b[2]}};
    T first[1] = {c[0]}, second[1] = {c[1]};
    add_powered<terms>(series, u, u.factor * u.value, v, first, second);
    c[0] = first[0];
    c[1] = second[0];
  }
  template <class U>
  ENCKE_FUNCTION static void add(const T* c, double* out, Index plane) {
    U::put(out, c[0]);
    U::put(out + plane, c[1]);
  }
};

}  // namespace encke::forms
