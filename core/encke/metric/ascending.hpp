#pragma once

#include <encke/base/function.hpp>

namespace encke {

/// Sorts a few numbers, so that what is computed from them next does not depend on the order of
/// the vectors that they belong to: floating-point sums and products do.
template <int N>
ENCKE_FUNCTION void sort_ascending(double* x) {
  for (int a = 1; a < N; ++a) {
    for (int b = a; b > 0 && x[b] < x[b - 1]; --b) {
      const double swap = x[b];
      x[b] = x[b - 1];
      x[b - 1] = swap;
    }
  }
}

}  // namespace encke
