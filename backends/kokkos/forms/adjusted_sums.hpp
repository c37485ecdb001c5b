#pragma once

#include <encke/contraction/adjusted_sums.hpp>

#include "allele_counts.hpp"

namespace encke::forms {

/// The two sums of AdjustedSums.
template <class T>
struct AdjustedFields {
  static constexpr const char* name = "adjusted sums";
  static constexpr Streams left{3}, right{3};
  static constexpr int counters = 2, products = 2;

  template <class U>
  ENCKE_FUNCTION static void step(const T* a, const T* b, T* c) {
    const Adjusted<T> x{a[0], a[1], a[2]};
    const Adjusted<T> y[1] = {{b[0], b[1], b[2]}};
    T first[1] = {c[0]}, second[1] = {c[1]};
    add_adjusted<T>(x, y, first, second);
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
