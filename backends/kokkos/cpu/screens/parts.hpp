#pragma once

#include <cstring>

#include "part_band.hpp"

// Tests after a part of the samples. Of a pair P, the sum of x_i x_j over that part, is known; over
// the rest it lies between bounds that follow from the vectors alone:
//   correlation  |cov| <= |sum over the part of (x_i - mean_i)(x_j - mean_j)| + D_i D_j with
//                D^2 = sum over the rest of (x - mean)^2 (Cauchy-Schwarz)
//   weights      min(p_i, p_j) + min(n_i, n_j) at most, -min(p_i, n_j) - min(n_i, p_j) at least,
//                where p and n count samples with x > 0 and x < 0
//   overlap      min(r_i, r_j) at most
// and a pair may pass only if an end of that interval does. The ends are whole numbers, so that a
// float32 has them exactly.

namespace encke::cpu {

// Vectors are as wide as the registers of a level: wider ones GCC compares, and chooses from,
// number by number.
template <int bytes>
struct PartVectors;
template <>
struct PartVectors<16> {
  using Floats = float __attribute__((vector_size(16)));
  using Ints = std::int32_t __attribute__((vector_size(16)));
};
template <>
struct PartVectors<32> {
  using Floats = float __attribute__((vector_size(32)));
  using Ints = std::int32_t __attribute__((vector_size(32)));
};
template <>
struct PartVectors<64> {
  using Floats = float __attribute__((vector_size(64)));
  using Ints = std::int32_t __attribute__((vector_size(64)));
};
template <class Level>
using PartFloats = typename PartVectors<Level::register_bytes>::Floats;
template <class Level>
using PartInts = typename PartVectors<Level::register_bytes>::Ints;

template <class Floats>
[[gnu::always_inline]] inline void load_floats(const float* from, Floats& to) {
  std::memcpy(&to, from, sizeof to);
}

template <class Floats>
[[gnu::always_inline]] inline void add_least(const Floats& a, const Floats& b, Floats& sum) {
  sum += a < b ? a : b;
}

/// A register of columns of a test by CorrelationBound.
template <class Level>
struct PartCorrelation {
  using Floats = PartFloats<Level>;
  Floats mean, centred, deviation, rest;

  [[gnu::always_inline]] PartCorrelation(const PartBand& b, Index c) {
    load_floats(b.col[0] + c, mean);
    load_floats(b.col[1] + c, centred);
    load_floats(b.col[3] + c, deviation);
    load_floats(b.col[4] + c, rest);
  }
  [[gnu::always_inline]] void mark(const PartBand& b, Index r, const Floats& sum,
                                   PartInts<Level>& any) const {
    constexpr float rounding = 4e-6F;  // of six operations on numbers up to the samples
    Floats cov = sum - b.row[0][r] * centred - b.row[2][r] * mean;
    cov = cov < 0 ? -cov : cov;
    const float least = b.floor * b.row[3][r];
    any |= cov + b.row[4][r] * rest + rounding * b.fields >= least * deviation;
  }
};

/// A register of columns of a test by WeightBound.
template <class Level, bool bits>
struct PartWeights {
  using Floats = PartFloats<Level>;
  Floats positive, negative, x, need0, need1;

  [[gnu::always_inline]] PartWeights(const PartBand& b, Index c) {
    load_floats(b.col[0] + c, positive);
    load_floats(b.col[1] + c, negative);
    load_floats(b.col[2] + c, x);
    load_floats(b.col[3] + c, need0);
    load_floats(b.col[4] + c, need1);
  }
  [[gnu::always_inline]] void mark(const PartBand& b, Index r, const Floats& sum,
                                   PartInts<Level>& any) const {
    const Floats zero = {};
    const Floats p = zero + b.row[0][r];
    const Floats n = zero + b.row[1][r];
    const float all = b.fields;
    const float xi = b.row[2][r];
    const float row0 = b.floor * b.row[3][r];
    const float row1 = b.floor * b.row[4][r];
    Floats most = sum;
    add_least(positive, p, most);
    add_least(negative, n, most);
    Floats less = -sum;
    add_least(negative, p, less);
    add_least(positive, n, less);
    if constexpr (bits) {
      any |= most >= row1 * need1;
      any |= most - x + (all - xi) >= row0 * need0;
      any |= less + xi >= row1 * need0;
      any |= less + x >= row0 * need1;
    } else {
      any |= most + x + (all + xi) >= row1 * need1;
      any |= most - x + (all - xi) >= row0 * need0;
      any |= less - x + (all + xi) >= row1 * need0;
      any |= less + x + (all - xi) >= row0 * need1;
    }
  }
};

/// A register of columns of a test by OverlapBound.
template <class Level>
struct PartOverlap {
  using Floats = PartFloats<Level>;
  Floats rest, size;

  [[gnu::always_inline]] PartOverlap(const PartBand& b, Index c) {
    load_floats(b.col[0] + c, rest);
    load_floats(b.col[1] + c, size);
  }
  [[gnu::always_inline]] void mark(const PartBand& b, Index r, const Floats& sum,
                                   PartInts<Level>& any) const {
    const Floats zero = {};
    Floats most = sum;
    add_least(rest, zero + b.row[0][r], most);
    any |= most >= b.floor * (size + b.row[1][r]);
  }
};

/// `Test`: one of these, of the same level.
template <class Level, class Test>
std::uint32_t mark_part(const PartBand& b) {
  constexpr Index lanes = Level::register_bytes / 4;
  constexpr int words = Level::register_bytes / 8;
  std::uint32_t pass = 0;
  for (Index c = b.cols.begin; c < b.cols.end; c += lanes) {
    const Test test(b, c);
    PartInts<Level> any = {};
    for (Index r = 0; r < PartBand::rows; ++r) {
      PartInts<Level> counts;
      std::memcpy(&counts, b.joint + r * b.row_stride + c, sizeof counts);
      const PartFloats<Level> sum = __builtin_convertvector(counts, PartFloats<Level>);
      test.mark(b, r, sum, any);
    }
    std::uint64_t two[words];
    std::memcpy(two, &any, sizeof any);
    for (int w = 0; w < words; ++w) {
      if (two[w] != 0) pass |= 1U << (c + 2 * w) / 8;
    }
  }
  return pass;
}

}  // namespace encke::cpu
