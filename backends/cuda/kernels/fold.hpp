#pragma once

#include <string.h>

#include "bit_job.hpp"

// Folds one vector, the pivot, into all vectors of a panel, word by word: what a triple's product
// has on its left. One call of fold_word for each word of each vector; host and device.

namespace encke::cuda {

enum class Folding {
  ternary,          ///< z, n of genotypes, nothing missing: y = x_i x_j
  ternary_missing,  ///< y, x_i m_j, m_i x_j (z and n of each), and m_i m_j
  each_plane,  ///< every plane of the pivot AND every one of the vector: bits, genotypes by class
  count,       ///< the smaller of two counts, plane by plane
  smaller8,    ///< of eight 8-bit counts
  smaller16,   ///< of four 16-bit counts
  smaller_double,
  smaller_float,  ///< of two floats: panels of float32 hold 16 vectors
  copied,         ///< the vector alone: nothing is folded into it
};

/// Planes of a folded vector made of `planes` planes of each.
constexpr int folded_planes(Folding how, int planes) {
  return how == Folding::ternary_missing ? 7
         : how == Folding::each_plane    ? planes * planes
                                         : planes;
}

struct FoldJob {
  Folding how = Folding::ternary;
  int planes = 0;      ///< of each vector
  PlaneSet pivot;      ///< of its group
  int pivot_lane = 0;  ///< in the group
  PlaneSet vectors;
  std::byte* out = nullptr;  ///< [plane][group][word][64 bytes]
  Index plane_stride = 0;    ///< bytes
  Index groups = 0;
  Index words = 0;
  // Planes of bits, not null: for each vector of `out` its pivot and itself, counted from vector 0
  // of `pivot` and of `vectors`; -1: zeros. A copied vector has no pivot.
  const std::int32_t* pivot_of = nullptr;
  const std::int32_t* vector_of = nullptr;

  ENCKE_FUNCTION Index items() const { return groups * words * 8; }
};

template <class T>
ENCKE_FUNCTION std::uint64_t smaller_of(std::uint64_t a, std::uint64_t b) {
  constexpr int bits = 8 * static_cast<int>(sizeof(T));
  std::uint64_t out = 0;
  for (int shift = 0; shift < 64; shift += bits) {
    const T u = static_cast<T>(a >> shift), v = static_cast<T>(b >> shift);
    out |= static_cast<std::uint64_t>(u < v ? u : v) << shift;
  }
  return out;
}

template <class Real, class Bits>
ENCKE_FUNCTION Bits smaller_real(Bits a, Bits b) {
  static_assert(sizeof(Real) == sizeof(Bits));
  Real u, v;
  memcpy(&u, &a, sizeof u);
  memcpy(&v, &b, sizeof v);
  return u < v ? a : b;
}

ENCKE_FUNCTION std::uint64_t smaller_reals(Folding how, std::uint64_t a, std::uint64_t b) {
  if (how == Folding::smaller_double) return smaller_real<double>(a, b);
  const auto low =
      smaller_real<float>(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b));
  const auto high =
      smaller_real<float>(static_cast<std::uint32_t>(a >> 32), static_cast<std::uint32_t>(b >> 32));
  return static_cast<std::uint64_t>(high) << 32 | low;
}

/// Genotypes: u and v hold planes z, n and (how == ternary_missing) m.
ENCKE_FUNCTION void fold_ternary(Folding how, const std::uint64_t* u, const std::uint64_t* v,
                                 std::uint64_t* out) {
  const std::uint64_t z = u[0] & v[0];
  out[0] = z;
  out[1] = z & (u[1] ^ v[1]);  // negative is a subset of nonzero
  if (how == Folding::ternary) return;
  out[2] = u[0] & v[2];
  out[3] = u[1] & v[2];
  out[4] = u[2] & v[0];
  out[5] = u[2] & v[1];
  out[6] = u[2] & v[2];
}

ENCKE_FUNCTION void fold_count(int planes, const std::uint64_t* u, const std::uint64_t* v,
                               std::uint64_t* out) {
  std::uint64_t less = 0;  // u < v
  for (int p = 0; p < planes; ++p) less = (~u[p] & v[p]) | (~(u[p] ^ v[p]) & less);
  for (int p = 0; p < planes; ++p) out[p] = (less & u[p]) | (~less & v[p]);
}

ENCKE_FUNCTION std::uint64_t word_at(const PlaneSet& from, int p, Index group, Index word,
                                     Index lane) {
  return *reinterpret_cast<const std::uint64_t*>(from.plane[p] + group * from.group_stride[p] +
                                                 word * from.word_stride[p] + lane * 8);
}

/// The pivot's word; with float32 it is one float twice, not a word of two floats.
ENCKE_FUNCTION std::uint64_t pivot_word(const FoldJob& job, int p, Index word) {
  if (job.how != Folding::smaller_float) return word_at(job.pivot, p, 0, word, job.pivot_lane);
  const std::uint64_t two = word_at(job.pivot, p, 0, word, job.pivot_lane / 2);
  const std::uint64_t one = two >> 32 * (job.pivot_lane % 2) & 0xffffffffU;
  return one | one << 32;
}

/// A vector's word by its place; 0 where there is none.
ENCKE_FUNCTION std::uint64_t listed_word(const PlaneSet& from, int p, std::int32_t vector,
                                         Index word) {
  return vector < 0 ? 0 : word_at(from, p, vector / 8, word, vector % 8);
}

ENCKE_FUNCTION void fold_word(const FoldJob& job, Index item) {
  const Index lane = item % 8;
  const Index word = item / 8 % job.words;
  const Index group = item / (8 * job.words);
  std::uint64_t u[3] = {}, v[3] = {}, out[9] = {};
  for (int p = 0; p < job.planes; ++p) {
    if (job.vector_of == nullptr) {
      u[p] = pivot_word(job, p, word);
      v[p] = word_at(job.vectors, p, group, word, lane);
    } else {
      const Index vector = 8 * group + lane;
      if (job.how != Folding::copied) u[p] = listed_word(job.pivot, p, job.pivot_of[vector], word);
      v[p] = listed_word(job.vectors, p, job.vector_of[vector], word);
    }
  }
  int planes = job.planes;
  switch (job.how) {
    case Folding::ternary:
    case Folding::ternary_missing:
      fold_ternary(job.how, u, v, out);
      planes = job.how == Folding::ternary ? 2 : 7;
      break;
    case Folding::each_plane:
      planes = job.planes * job.planes;
      for (int p = 0; p < planes; ++p) out[p] = u[p / job.planes] & v[p % job.planes];
      break;
    case Folding::count:
      fold_count(job.planes, u, v, out);
      break;
    case Folding::copied:
      for (int p = 0; p < planes; ++p) out[p] = v[p];
      break;
    case Folding::smaller8:
      out[0] = smaller_of<std::uint8_t>(u[0], v[0]);
      break;
    case Folding::smaller16:
      out[0] = smaller_of<std::uint16_t>(u[0], v[0]);
      break;
    case Folding::smaller_double:
    case Folding::smaller_float:
      out[0] = smaller_reals(job.how, u[0], v[0]);
      break;
  }
  std::byte* to = job.out + ((group * job.words + word) * 8 + lane) * 8;
  for (int p = 0; p < planes; ++p) {
    *reinterpret_cast<std::uint64_t*>(to + p * job.plane_stride) = out[p];
  }
}

}  // namespace encke::cuda
