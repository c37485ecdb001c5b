#pragma once

#include "allele_counts.hpp"

// The steps of genotypes by class. Planes: [genotype 0], [genotype 1] and, once something is
// missing, [present]; all are 0 where a sample is missing. Every product is a popcount of its own,
// and a class is a range of words: the same steps run over each.

namespace encke::forms {

/// All products of some planes of the left and of the right, in this order.
template <int LeftPlanes, int RightPlanes>
struct PlaneProducts {
  static constexpr int counters = LeftPlanes * RightPlanes, products = counters;

  template <class U>
  ENCKE_FUNCTION static void step(const typename U::Register* a, const typename U::Register* b,
                                  typename U::Counter* c) {
    for (int p = 0; p < LeftPlanes; ++p) {
      for (int q = 0; q < RightPlanes; ++q) U::count(c[p * RightPlanes + q], U::both(a[p], b[q]));
    }
  }
  template <class U>
  ENCKE_FUNCTION static void add(const typename U::Counter* c, typename U::Cell* out, Index plane) {
    for (int p = 0; p < products; ++p) U::add(out + p * plane, U::total(c[p]));
  }
};

/// Genotypes 0 and 1 of both vectors, nothing missing: 4 popcounts for 64 samples.
struct TablePair : PlaneProducts<2, 2> {
  static constexpr const char* name = "pairs of genotypes by class";
  static constexpr Streams left{2}, right{2};
};

/// The same and the samples present: 9 popcounts.
struct TablePairMissing : PlaneProducts<3, 3> {
  static constexpr const char* name = "pairs of genotypes by class, missing";
  static constexpr Streams left{2, 1}, right{2, 1};
};

/// The left of a triple is folded: all products of the planes of vectors i (the pivot) and j.
struct TableTriple : PlaneProducts<4, 2> {
  static constexpr const char* name = "triples of genotypes by class";
  static constexpr Streams left{4}, right{2};
};

struct TableTripleMissing : PlaneProducts<9, 3> {
  static constexpr const char* name = "triples of genotypes by class, missing";
  static constexpr Streams left{9}, right{2, 1};
};

}  // namespace encke::forms
