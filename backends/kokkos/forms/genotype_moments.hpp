#pragma once

#include "allele_counts.hpp"

// The steps of GenotypeMoments, on the planes of genotypes. x^2 is the plane z itself. Pairs of
// complete vectors are forms::Complete: all but XX are then sums of one vector.

namespace encke::forms {

/// The six sums of a pair: 7 popcounts for 64 samples. PairMissing, ZM and MZ.
struct MomentsMissing {
  static constexpr const char* name = "moments of genotypes, missing";
  static constexpr Streams left{2, 1}, right{2, 1};
  static constexpr int counters = PairMissing::counters + 2, products = PairMissing::products + 2;

  template <class U>
  ENCKE_FUNCTION static void step(const typename U::Register* a, const typename U::Register* b,
                                  typename U::Counter* c) {
    PairMissing::step<U>(a, b, c);
    U::count(c[PairMissing::counters], U::both(a[0], b[2]));
    U::count(c[PairMissing::counters + 1], U::both(a[2], b[0]));
  }
  template <class U>
  ENCKE_FUNCTION static void add(const typename U::Counter* c, typename U::Cell* out, Index plane) {
    PairMissing::add<U>(c, out, plane);
    for (int i = 0; i < 2; ++i) {
      U::add(out + (PairMissing::products + i) * plane, U::total(c[PairMissing::counters + i]));
    }
  }
};

}  // namespace encke::forms
