#pragma once

#include <utility>

#include "kokkos/cpu/kernels.hpp"
#include "kokkos/forms/allele_counts.hpp"
#include "kokkos/forms/count_minima.hpp"

// Folding a pivot into a block of vectors: what turns the pair kernel into the triple kernel.

namespace encke::cpu {

template <class T>
[[gnu::always_inline]] inline const T* words(const std::byte* p, Index offset) {
  return reinterpret_cast<const T*>(p + offset);
}

/// x_i x_j: z = z_i & z_j, s = s_i ^ s_j. `Level` keeps the copies for different levels apart.
template <class Level>
void fold_complete(const Fold& f) {
  for (Index g = 0; g < f.groups; ++g) {
    auto* __restrict out = reinterpret_cast<std::uint64_t*>(f.out) + g * f.words.size() * 16;
    for (Index w = f.words.begin; w < f.words.end; ++w, out += 16) {
      const auto* i = words<std::uint64_t>(f.pivot, w * 128);
      const auto* j = words<std::uint64_t>(f.left.group(g), w * 128);
      for (int lane = 0; lane < 8; ++lane) out[lane] = i[0] & j[lane];
      for (int lane = 8; lane < 16; ++lane) out[lane] = i[8] ^ j[lane];
    }
  }
}

/// All planes of eight vectors; `out` has a plane of eight words after the other.
template <class Level, int... p>
[[gnu::always_inline]] inline void fold_planes(std::integer_sequence<int, p...>,
                                               std::uint64_t* __restrict out, std::uint64_t zi,
                                               std::uint64_t si, std::uint64_t mi,
                                               const std::uint64_t* j, const std::uint64_t* mj) {
  for (int lane = 0; lane < 8; ++lane) {
    ((out[p * 8 + lane] = forms::fold_plane<p>(zi, si, mi, j[lane], j[8 + lane], mj[lane])), ...);
  }
}

template <class Level>
void fold_missing(const Fold& f) {
  constexpr int planes = forms::triple_planes;
  for (Index g = 0; g < f.groups; ++g) {
    auto* out = reinterpret_cast<std::uint64_t*>(f.out) + g * f.words.size() * planes * 8;
    for (Index w = f.words.begin; w < f.words.end; ++w, out += planes * 8) {
      const auto* i = words<std::uint64_t>(f.pivot, w * 128);
      const auto* j = words<std::uint64_t>(f.left.group(g), w * 128);
      const auto* mj = words<std::uint64_t>(f.left_mask.group(g), w * 64);
      const std::uint64_t zi = i[0], si = i[8];
      const std::uint64_t mi = *words<std::uint64_t>(f.pivot_mask, w * 64);
      fold_planes<Level>(std::make_integer_sequence<int, planes>(), out, zi, si, mi, j, mj);
      for (int lane = 0; lane < 8; ++lane) {
        f.xi_mj[g * 8 + lane] += __builtin_popcountll(zi & ~si & mj[lane]);
        f.mi_xj[g * 8 + lane] += __builtin_popcountll(j[lane] & ~j[8 + lane] & mi);
      }
    }
  }
}

/// b_i b_j of bits.
template <class Level>
void fold_bits(const Fold& f) {
  for (Index g = 0; g < f.groups; ++g) {
    auto* __restrict out = reinterpret_cast<std::uint64_t*>(f.out) + g * f.words.size() * 8;
    for (Index w = f.words.begin; w < f.words.end; ++w, out += 8) {
      const std::uint64_t i = *words<std::uint64_t>(f.pivot, w * 64);
      const auto* j = words<std::uint64_t>(f.left.group(g), w * 64);
      for (int lane = 0; lane < 8; ++lane) out[lane] = i & j[lane];
    }
  }
}

/// The planes of forms::BitTripleMissing.
template <class Level>
void fold_bits_missing(const Fold& f) {
  for (Index g = 0; g < f.groups; ++g) {
    auto* __restrict out = reinterpret_cast<std::uint64_t*>(f.out) + g * f.words.size() * 32;
    for (Index w = f.words.begin; w < f.words.end; ++w, out += 32) {
      const std::uint64_t bi = *words<std::uint64_t>(f.pivot, w * 64);
      const std::uint64_t mi = *words<std::uint64_t>(f.pivot_mask, w * 64);
      const auto* bj = words<std::uint64_t>(f.left.group(g), w * 64);
      const auto* mj = words<std::uint64_t>(f.left_mask.group(g), w * 64);
      for (int lane = 0; lane < 8; ++lane) {
        out[lane] = bi & bj[lane];
        out[8 + lane] = bi & mj[lane];
        out[16 + lane] = mi & bj[lane];
        out[24 + lane] = mi & mj[lane];
      }
    }
  }
}

/// The planes of forms::TableTriple, or with `Planes` 3 those of forms::TableTripleMissing: the
/// products of the planes of the pivot and of a vector.
template <class Level, int Planes>
void fold_tables(const Fold& f) {
  constexpr int folded = Planes * Planes;
  for (Index g = 0; g < f.groups; ++g) {
    auto* __restrict out =
        reinterpret_cast<std::uint64_t*>(f.out) + g * f.words.size() * folded * 8;
    for (Index w = f.words.begin; w < f.words.end; ++w, out += folded * 8) {
      const auto* i = words<std::uint64_t>(f.pivot, w * 128);
      const auto* j = words<std::uint64_t>(f.left.group(g), w * 128);
      std::uint64_t pivot[3] = {i[0], i[8], 0};
      const std::uint64_t* row[3] = {j, j + 8, j};
      if (Planes == 3) {
        pivot[2] = *words<std::uint64_t>(f.pivot_mask, w * 64);
        row[2] = words<std::uint64_t>(f.left_mask.group(g), w * 64);
      }
      for (int p = 0; p < folded; ++p) {
        for (int lane = 0; lane < 8; ++lane) {
          out[p * 8 + lane] = pivot[p / Planes] & row[p % Planes][lane];
        }
      }
    }
  }
}

template <class Level, class T>
void fold_minimum(const Fold& f) {
  constexpr int lanes = 64 / sizeof(T);
  for (Index g = 0; g < f.groups; ++g) {
    auto* __restrict out = reinterpret_cast<T*>(f.out) + g * f.words.size() * lanes;
    for (Index w = f.words.begin; w < f.words.end; ++w, out += lanes) {
      const T u = *words<T>(f.pivot, w * 64);
      const auto* v = words<T>(f.left.group(g), w * 64);
      for (int lane = 0; lane < lanes; ++lane) out[lane] = u < v[lane] ? u : v[lane];
    }
  }
}

/// Minima of counts that lie side by side, T each.
template <class Level, class T>
void fold_counts(const Fold& f) {
  constexpr int in_word = 8 / sizeof(T);
  constexpr int in_group = 64 / sizeof(T);
  for (Index g = 0; g < f.groups; ++g) {
    auto* __restrict out = reinterpret_cast<T*>(f.out) + g * f.words.size() * in_group;
    for (Index w = f.words.begin; w < f.words.end; ++w, out += in_group) {
      const T* u = words<T>(f.pivot, w * 64);
      const T* v = words<T>(f.left.group(g), w * 64);
      for (int i = 0; i < in_group; ++i) {
        const T x = u[i % in_word];
        out[i] = x < v[i] ? x : v[i];
      }
    }
  }
}

/// Minima of counts of `Planes` bits.
template <class Level, int Planes>
void fold_count_planes(const Fold& f) {
  for (Index g = 0; g < f.groups; ++g) {
    auto* __restrict out =
        reinterpret_cast<std::uint64_t*>(f.out) + g * f.words.size() * Planes * 8;
    for (Index w = f.words.begin; w < f.words.end; ++w, out += Planes * 8) {
      const auto* u = words<std::uint64_t>(f.pivot, w * Planes * 64);
      const auto* v = words<std::uint64_t>(f.left.group(g), w * Planes * 64);
      for (int lane = 0; lane < 8; ++lane) {
        forms::fold_count<Planes>(u, v + lane, out + lane);
      }
    }
  }
}

}  // namespace encke::cpu
