#pragma once

#include <cstdint>
#include <encke/base/function.hpp>
#include <encke/base/index.hpp>

// The inner step of every contraction, written once over a `Unit`: a register of some width with
// the operations that the step needs. A CPU level brings wide units, a device a 64-bit one.
//
// A form reads planes of one vector, broadcast, and of a register full of others; `left` and
// `right` give the number of planes of each stream (see pack/panel.hpp). It keeps `counters`
// running counts, and adds `products` results to the tallies.
// Genotype planes: z = [x != 0], s = [x < 0], m = [present]; see docs/design/kernels.md.

namespace encke::forms {

/// Words after which the counters of a unit go to the tallies at the latest: `chunk`, where a unit
/// has one, else all that a call may have.
template <class Unit>
constexpr Index words_of_chunk() {
  if constexpr (requires { Unit::chunk; }) {
    return Unit::chunk;
  } else {
    return Unit::max_words;
  }
}

/// Numbers of planes of the streams of an operand; planes are numbered through the streams.
struct Streams {
  int first;
  int second = 0;

  ENCKE_FUNCTION constexpr int count() const { return second > 0 ? 2 : 1; }
  ENCKE_FUNCTION constexpr int planes() const { return first + second; }
  ENCKE_FUNCTION constexpr int width(int stream) const { return stream == 0 ? first : second; }
  ENCKE_FUNCTION constexpr int stream_of(int plane) const { return plane < first ? 0 : 1; }
  ENCKE_FUNCTION constexpr int offset_of(int plane) const {
    return 64 * (plane < first ? plane : plane - first);
  }
};

/// sum x_i x_j, nothing missing: 2 popcounts for 64 samples. For triples, i is a folded vector.
struct Complete {
  static constexpr const char* name = "genotypes";
  static constexpr Streams left{2}, right{2};
  static constexpr int counters = 2, products = 1;
  static constexpr bool adds_once = true;  // to each tally

  template <class U>
  ENCKE_FUNCTION static void step(const typename U::Register* a, const typename U::Register* b,
                                  typename U::Counter* c) {
    const auto z = U::both(a[0], b[0]);
    U::count(c[0], z);
    U::count(c[1], U::both_xor(z, a[1], b[1]));
  }
  template <class U>
  ENCKE_FUNCTION static void add(const typename U::Counter* c, typename U::Cell* out, Index) {
    U::add(out, U::minus_twice(U::total(c[0]), U::total(c[1])));
  }
};

/// The same by one popcount, for units whose operations of three registers are one instruction.
/// A lane keeps a carry l; a field adds 0, 1 or 2 (the product of two genotypes, and 1) to it, and
/// what is above 1 is counted: see "A carry in the lane" in docs/design/kernels.md.
struct CarriedComplete {
  static constexpr const char* name = "genotypes, carried";
  static constexpr Streams left{2}, right{2};
  static constexpr int counters = 2, products = 1;
  static constexpr bool adds_once = true;

  template <class U>
  ENCKE_FUNCTION static void step(const typename U::Register* a, const typename U::Register* b,
                                  typename U::Counter* c) {
    const auto kept = U::kept_carry(c[1], a[0], b[0]);
    const auto carry = U::carry_out(kept, c[1], U::differ(a[1], b[1]));
    c[1] = kept;
    U::count(c[0], carry);
  }
  /// `words`: how many the counters have seen, whose 1s come off.
  template <class U>
  ENCKE_FUNCTION static void add_words(const typename U::Counter* c, typename U::Cell* out,
                                       Index words) {
    auto left_over = U::start(out);
    U::count(left_over, c[1]);
    const auto total = U::plus_twice(U::total(left_over), U::total(c[0]));
    U::add(out, U::minus(total, 64 * words));
  }
};

/// The four products of {x, m}_i and {x, m}_j: 5 popcounts for 64 samples. A sum of x over the
/// samples present in another vector is popc(p) - popc(m ? n : p); the first term, a constant of
/// one vector, is in the tallies before the first step.
struct PairMissing {
  static constexpr const char* name = "pairs of genotypes, missing";
  static constexpr Streams left{2, 1}, right{2, 1};
  static constexpr int counters = 5, products = 4;

  template <class U>
  ENCKE_FUNCTION static void step(const typename U::Register* a, const typename U::Register* b,
                                  typename U::Counter* c) {
    const auto z = U::both(a[0], b[0]);
    U::count(c[0], z);
    U::count(c[1], U::both_xor(z, a[1], b[1]));
    U::count(c[2], U::both_xnor(a[0], a[1], b[2]));
    U::count(c[3], U::both_xnor(b[0], b[1], a[2]));
    U::count(c[4], U::both(a[2], b[2]));
  }
  template <class U>
  ENCKE_FUNCTION static void add(const typename U::Counter* c, typename U::Cell* out, Index plane) {
    U::add(out, U::minus_twice(U::total(c[0]), U::total(c[1])));
    U::subtract(out + plane, U::total(c[2]));
    U::subtract(out + 2 * plane, U::total(c[3]));
    U::add(out + 3 * plane, U::total(c[4]));
  }
};

/// PairMissing, and as a fifth product the samples in which x_i x_j > 0: a constant that the
/// triples of a block of pairs need.
struct PairMissingPositive : PairMissing {
  static constexpr const char* name = "pairs of genotypes, missing, positive";
  static constexpr int products = 5;

  template <class U>
  ENCKE_FUNCTION static void add(const typename U::Counter* c, typename U::Cell* out, Index plane) {
    PairMissing::add<U>(c, out, plane);
    U::add(out + 4 * plane, U::total(c[0]));
    U::subtract(out + 4 * plane, U::total(c[1]));
  }
};

/// Left planes of TripleMissing: vectors i (the pivot) and j, folded.
enum TriplePlane : int {
  zz_ij,       ///< z_i & z_j
  s_ij,        ///< s_i ^ s_j
  si_xnor_mj,  ///< ~(s_i ^ m_j)
  sj_xnor_mi,  ///< ~(s_j ^ m_i)
  zi_mj,       ///< z_i & m_j
  zj_mi,       ///< z_j & m_i
  m_ij,        ///< m_i & m_j
  z_i,
  z_j,
  s_i,
  s_j,
  triple_planes
};

/// One word of plane `p` of the folded pair of pivot i and vector j.
template <int p>
ENCKE_FUNCTION constexpr std::uint64_t fold_plane(std::uint64_t zi, std::uint64_t si,
                                                  std::uint64_t mi, std::uint64_t zj,
                                                  std::uint64_t sj, std::uint64_t mj) {
  switch (p) {
    case zz_ij:
      return zi & zj;
    case s_ij:
      return si ^ sj;
    case si_xnor_mj:
      return ~(si ^ mj);
    case sj_xnor_mi:
      return ~(sj ^ mi);
    case zi_mj:
      return zi & mj;
    case zj_mi:
      return zj & mi;
    case m_ij:
      return mi & mj;
    case z_i:
      return zi;
    case z_j:
      return zj;
    case s_i:
      return si;
    default:
      return sj;
  }
}

/// The eight products of {x, m}_i, {x, m}_j and {x, m}_k: 9 popcounts for 64 samples.
struct TripleMissing {
  static constexpr const char* name = "triples of genotypes, missing";
  static constexpr Streams left{triple_planes}, right{2, 1};
  static constexpr int counters = 9, products = 8;

  template <class U>
  ENCKE_FUNCTION static void step(const typename U::Register* a, const typename U::Register* b,
                                  typename U::Counter* c) {
    const auto z = U::both(a[zz_ij], b[0]);
    U::count(c[0], z);
    U::count(c[1], U::both_xor(z, a[s_ij], b[1]));
    U::count(c[2], U::both_xnor(a[zz_ij], a[s_ij], b[2]));
    U::count(c[3], U::both_xor(U::both(a[z_i], b[0]), a[si_xnor_mj], b[1]));
    U::count(c[4], U::both_xor(U::both(a[z_j], b[0]), a[sj_xnor_mi], b[1]));
    U::count(c[5], U::both_xnor(a[zi_mj], a[s_i], b[2]));
    U::count(c[6], U::both_xnor(a[zj_mi], a[s_j], b[2]));
    U::count(c[7], U::both_xnor(b[0], b[1], a[m_ij]));
    U::count(c[8], U::both(a[m_ij], b[2]));
  }
  /// Order of the products: XXX XXM XMX XMM MXX MXM MMX MMM.
  template <class U>
  ENCKE_FUNCTION static void add(const typename U::Counter* c, typename U::Cell* out, Index plane) {
    U::add(out, U::minus_twice(U::total(c[0]), U::total(c[1])));
    U::subtract(out + plane, U::total(c[2]));
    U::subtract(out + 2 * plane, U::total(c[3]));
    U::subtract(out + 3 * plane, U::total(c[5]));
    U::subtract(out + 4 * plane, U::total(c[4]));
    U::subtract(out + 5 * plane, U::total(c[6]));
    U::subtract(out + 6 * plane, U::total(c[7]));
    U::add(out + 7 * plane, U::total(c[8]));
  }
};

/// Sum of minima: one min and one add for a field.
struct Minimum {
  static constexpr const char* name = "minima";
  static constexpr Streams left{1}, right{1};
  static constexpr int counters = 1, products = 1;

  template <class U>
  ENCKE_FUNCTION static void step(const typename U::Register* a, const typename U::Register* b,
                                  typename U::Counter* c) {
    U::add_min(c[0], a[0], b[0]);
  }
  template <class U>
  ENCKE_FUNCTION static void add(const typename U::Counter* c, typename U::Cell* out, Index) {
    U::put(out, c[0]);
  }
};

}  // namespace encke::forms
