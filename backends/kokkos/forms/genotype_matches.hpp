#pragma once

#include "allele_counts.hpp"

// The steps of GenotypeMatches, on the planes of genotypes. x^2 is the plane z itself.

namespace encke::forms {

/// XX and ZZ, nothing missing: 2 popcounts for 64 fields, those of Complete.
struct MatchesComplete {
  static constexpr const char* name = "matches of genotypes";
  static constexpr Streams left{2}, right{2};
  static constexpr int counters = 2, products = 2;

  template <class U>
  ENCKE_FUNCTION static void step(const typename U::Register* a, const typename U::Register* b,
                                  typename U::Counter* c) {
    Complete::step<U>(a, b, c);
  }
  template <class U>
  ENCKE_FUNCTION static void add(const typename U::Counter* c, typename U::Cell* out, Index plane) {
    Complete::add<U>(c, out, plane);
    U::add(out + plane, U::total(c[0]));
  }
};

/// And ZM, MZ and MM: 5 popcounts.
struct MatchesMissing {
  static constexpr const char* name = "matches of genotypes, missing";
  static constexpr Streams left{2, 1}, right{2, 1};
  static constexpr int counters = 5, products = 5;

  template <class U>
  ENCKE_FUNCTION static void step(const typename U::Register* a, const typename U::Register* b,
                                  typename U::Counter* c) {
    Complete::step<U>(a, b, c);
    U::count(c[2], U::both(a[0], b[2]));
    U::count(c[3], U::both(a[2], b[0]));
    U::count(c[4], U::both(a[2], b[2]));
  }
  template <class U>
  ENCKE_FUNCTION static void add(const typename U::Counter* c, typename U::Cell* out, Index plane) {
    MatchesComplete::add<U>(c, out, plane);
    for (int i = 2; i < products; ++i) U::add(out + i * plane, U::total(c[i]));
  }
};

}  // namespace encke::forms
