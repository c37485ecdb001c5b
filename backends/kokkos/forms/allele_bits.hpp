#pragma once

#include "allele_counts.hpp"

// The steps of bits: b = the bit, m = [present]; b is 0 where m is. Every product is a popcount of
// its own, so nothing is in the tallies beforehand.

namespace encke::forms {

/// sum b_i b_j, nothing missing: 1 popcount for 64 samples. For triples, i is a folded vector.
struct BitComplete {
  static constexpr const char* name = "bits";
  static constexpr Streams left{1}, right{1};
  static constexpr int counters = 1, products = 1;
  static constexpr bool adds_once = true;

  template <class U>
  ENCKE_FUNCTION static void step(const typename U::Register* a, const typename U::Register* b,
                                  typename U::Counter* c) {
    U::count(c[0], U::both(a[0], b[0]));
  }
  template <class U>
  ENCKE_FUNCTION static void add(const typename U::Counter* c, typename U::Cell* out, Index) {
    U::add(out, U::total(c[0]));
  }
};

/// The products of each of some planes of the left with b and m of the right: 2 popcounts for each.
template <int LeftPlanes>
struct BitMissing {
  static constexpr int counters = 2 * LeftPlanes, products = counters;

  template <class U>
  ENCKE_FUNCTION static void step(const typename U::Register* a, const typename U::Register* b,
                                  typename U::Counter* c) {
    for (int p = 0; p < LeftPlanes; ++p) {
      U::count(c[2 * p], U::both(a[p], b[0]));
      U::count(c[2 * p + 1], U::both(a[p], b[1]));
    }
  }
  template <class U>
  ENCKE_FUNCTION static void add(const typename U::Counter* c, typename U::Cell* out, Index plane) {
    for (int p = 0; p < counters; ++p) U::add(out + p * plane, U::total(c[p]));
  }
};

/// The four products of {b, m}_i and {b, m}_j.
struct BitPairMissing : BitMissing<2> {
  static constexpr const char* name = "pairs of bits, missing";
  static constexpr Streams left{1, 1}, right{1, 1};
};

/// Left planes of BitTripleMissing, folded: b_i b_j, b_i m_j, m_i b_j, m_i m_j. So the eight
/// products come in the order XXX XXM XMX XMM MXX MXM MMX MMM.
inline constexpr int bit_triple_planes = 4;

struct BitTripleMissing : BitMissing<bit_triple_planes> {
  static constexpr const char* name = "triples of bits, missing";
  static constexpr Streams left{bit_triple_planes}, right{1, 1};
};

}  // namespace encke::forms
