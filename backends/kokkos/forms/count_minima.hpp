#pragma once

#include "allele_counts.hpp"

// The steps of counts of two or three bits, in planes: bit 0 first. The minimum is made plane by
// plane, and its sum is the popcount of each plane times the plane's weight.

namespace encke::forms {

/// One word of each plane of the minimum of u and v; words of planes lie 8 apart.
template <int Planes>
ENCKE_FUNCTION constexpr void fold_count(const std::uint64_t* u, const std::uint64_t* v,
                                         std::uint64_t* out) {
  std::uint64_t less = 0;  // u < v
  for (int p = 0; p < Planes; ++p) {
    const std::uint64_t a = u[p * 8], b = v[p * 8];
    less = (~a & b) | (~(a ^ b) & less);
  }
  for (int p = 0; p < Planes; ++p) {
    const std::uint64_t a = u[p * 8], b = v[p * 8];
    out[p * 8] = (less & a) | (~less & b);
  }
}

/// Sum of minima of counts of `Planes` bits: as many popcounts for 64 fields.
template <int Planes>
struct CountPlanes;

/// Two bits: 3 logic operations. Bit 1 of the minimum is that of both. Where the bits 0 are equal,
/// bit 0 of the minimum is as they are; else it is that of a = 1 if a's bit 1 is the smaller, or
/// that of b = 1 if b's is: a majority of the bits 0 and of that.
template <>
struct CountPlanes<2> {
  static constexpr const char* name = "counts of 2 bits";
  static constexpr Streams left{2}, right{2};
  static constexpr int counters = 2, products = 1;

  template <class U>
  ENCKE_FUNCTION static void step(const typename U::Register* a, const typename U::Register* b,
                                  typename U::Counter* c) {
    U::count(c[1], U::both(a[1], b[1]));
    U::count(c[0], U::majority(a[0], b[0], U::one_is_less(a[1], b[1], a[0])));
  }
  template <class U>
  ENCKE_FUNCTION static void add(const typename U::Counter* c, typename U::Cell* out, Index) {
    U::add(out, U::plus_twice(U::total(c[0]), U::total(c[1])));
  }
};

/// Three bits: whether a < b, from bit 0 up, and the smaller of each; 6 logic operations.
template <>
struct CountPlanes<3> {
  static constexpr const char* name = "counts of 3 bits";
  static constexpr Streams left{3}, right{3};
  static constexpr int counters = 3, products = 1;

  template <class U>
  ENCKE_FUNCTION static void step(const typename U::Register* a, const typename U::Register* b,
                                  typename U::Counter* c) {
    U::count(c[2], U::both(a[2], b[2]));
    const auto less = U::less(a[2], b[2], U::less(a[1], b[1], U::without(a[0], b[0])));
    U::count(c[0], U::choose(less, a[0], b[0]));
    U::count(c[1], U::choose(less, a[1], b[1]));
  }
  template <class U>
  ENCKE_FUNCTION static void add(const typename U::Counter* c, typename U::Cell* out, Index) {
    const auto upper = U::plus_twice(U::total(c[1]), U::total(c[2]));
    U::add(out, U::plus_twice(U::total(c[0]), upper));
  }
};

}  // namespace encke::forms
