#pragma once

#include <arm_neon.h>

#include <cstddef>
#include <cstdint>
#include <encke/base/function.hpp>
#include <encke/base/index.hpp>

// 128-bit registers of Arm's Advanced SIMD (Neon), which every 64-bit Arm CPU has: 2 vectors x 64
// samples. One instruction counts the bits of each byte, and bytes are summed once a call.

namespace encke::cpu {

/// Two sums of 64 bits to two tallies.
template <class Level>
struct NeonTallies {
  using Cell = std::int32_t;

  ENCKE_FUNCTION static void add(Cell* out, uint64x2_t sums) {
    vst1_s32(out, vadd_s32(vld1_s32(out), vreinterpret_s32_u32(vmovn_u64(sums))));
  }
  ENCKE_FUNCTION static void subtract(Cell* out, uint64x2_t sums) {
    vst1_s32(out, vsub_s32(vld1_s32(out), vreinterpret_s32_u32(vmovn_u64(sums))));
  }
};

template <class Level>
struct NeonBits : NeonTallies<Level> {
  using Register = uint64x2_t;
  using Counter = uint8x16_t;
  using Total = uint64x2_t;
  using Cell = std::int32_t;
  static constexpr int element = 8, bytes = 16, lanes = 2;
  static constexpr Index max_words = 31;  // a byte holds 31 counts of up to 8

  ENCKE_FUNCTION static Register load(const std::byte* p) {
    return vld1q_u64(reinterpret_cast<const std::uint64_t*>(p));
  }
  ENCKE_FUNCTION static Register broadcast(const std::byte* p) {
    return vld1q_dup_u64(reinterpret_cast<const std::uint64_t*>(p));
  }
  ENCKE_FUNCTION static Register both(Register a, Register b) { return vandq_u64(a, b); }
  ENCKE_FUNCTION static Register both_xor(Register z, Register a, Register b) {
    return vandq_u64(z, veorq_u64(a, b));
  }
  ENCKE_FUNCTION static Register both_xnor(Register z, Register a, Register b) {
    return vbicq_u64(z, veorq_u64(a, b));
  }
  ENCKE_FUNCTION static Register without(Register a, Register b) { return vbicq_u64(b, a); }
  ENCKE_FUNCTION static Register majority(Register a, Register b, Register c) {
    return vbslq_u64(veorq_u64(a, b), c, a);
  }
  ENCKE_FUNCTION static Register choose(Register which, Register one, Register zero) {
    return vbslq_u64(which, one, zero);
  }
  ENCKE_FUNCTION static Register less(Register a, Register b, Register lower) {
    return vbslq_u64(veorq_u64(a, b), b, lower);
  }
  ENCKE_FUNCTION static Register one_is_less(Register a, Register b, Register a_low) {
    return vandq_u64(veorq_u64(a, b), veorq_u64(a, a_low));
  }
  ENCKE_FUNCTION static Counter start(const Cell*) { return vdupq_n_u8(0); }
  ENCKE_FUNCTION static void count(Counter& c, Register r) {
    c = vaddq_u8(c, vcntq_u8(vreinterpretq_u8_u64(r)));
  }
  ENCKE_FUNCTION static Total total(Counter c) { return vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(c))); }
  ENCKE_FUNCTION static Total minus_twice(Total a, Total b) {
    return vsubq_u64(a, vshlq_n_u64(b, 1));
  }
  ENCKE_FUNCTION static Total plus_twice(Total a, Total b) {
    return vaddq_u64(a, vshlq_n_u64(b, 1));
  }
};

template <class Level>
struct NeonFloats {
  using Register = float32x4_t;
  using Counter = float32x4_t;
  using Cell = double;
  static constexpr int element = 4, bytes = 16, lanes = 4;
  static constexpr Index max_words = 4096, chunk = 256;  // Minima::segment, Minima::chunk

  ENCKE_FUNCTION static Register load(const std::byte* p) {
    return vld1q_f32(reinterpret_cast<const float*>(p));
  }
  ENCKE_FUNCTION static Register broadcast(const std::byte* p) {
    return vld1q_dup_f32(reinterpret_cast<const float*>(p));
  }
  ENCKE_FUNCTION static Counter start(const Cell*) { return vdupq_n_f32(0); }
  ENCKE_FUNCTION static void add_min(Counter& c, Register a, Register b) {
    c = vaddq_f32(c, vminq_f32(a, b));
  }
  ENCKE_FUNCTION static void put(Cell* out, Counter c) {
    vst1q_f64(out, vaddq_f64(vld1q_f64(out), vcvt_f64_f32(vget_low_f32(c))));
    vst1q_f64(out + 2, vaddq_f64(vld1q_f64(out + 2), vcvt_high_f64_f32(c)));
  }
};

template <class Level>
struct NeonDoubles {
  using Register = float64x2_t;
  using Counter = float64x2_t;
  using Cell = double;
  static constexpr int element = 8, bytes = 16, lanes = 2;
  static constexpr Index max_words = 4096;  // Minima::segment

  ENCKE_FUNCTION static Register load(const std::byte* p) {
    return vld1q_f64(reinterpret_cast<const double*>(p));
  }
  ENCKE_FUNCTION static Register broadcast(const std::byte* p) {
    return vld1q_dup_f64(reinterpret_cast<const double*>(p));
  }
  ENCKE_FUNCTION static Counter start(const Cell* out) { return vld1q_f64(out); }
  ENCKE_FUNCTION static void add_min(Counter& c, Register a, Register b) {
    c = vaddq_f64(c, vminq_f64(a, b));
  }
  ENCKE_FUNCTION static void put(Cell* out, Counter c) { vst1q_f64(out, c); }
};

/// Counts that lie side by side: 2 vectors x 8 fields.
template <class Level>
struct NeonCounts8 : NeonTallies<Level> {
  using Register = uint8x16_t;
  using Counter = uint16x8_t;  // 8 sums of pairs
  using Cell = std::int32_t;
  static constexpr int element = 8, bytes = 16, lanes = 2;
  static constexpr Index max_words = 128;  // 16 bits hold 128 sums of two bytes

  ENCKE_FUNCTION static Register load(const std::byte* p) {
    return vld1q_u8(reinterpret_cast<const std::uint8_t*>(p));
  }
  ENCKE_FUNCTION static Register broadcast(const std::byte* p) {
    return vreinterpretq_u8_u64(vld1q_dup_u64(reinterpret_cast<const std::uint64_t*>(p)));
  }
  ENCKE_FUNCTION static Counter start(const Cell*) { return vdupq_n_u16(0); }
  ENCKE_FUNCTION static void add_min(Counter& c, Register a, Register b) {
    c = vpadalq_u8(c, vminq_u8(a, b));
  }
  ENCKE_FUNCTION static void put(Cell* out, Counter c) {
    NeonTallies<Level>::add(out, vpaddlq_u32(vpaddlq_u16(c)));
  }
};

/// 2 vectors x 4 fields.
template <class Level>
struct NeonCounts16 : NeonTallies<Level> {
  using Register = uint16x8_t;
  using Counter = uint32x4_t;  // 4 sums of pairs
  using Cell = std::int32_t;
  static constexpr int element = 8, bytes = 16, lanes = 2;
  static constexpr Index max_words = 128;

  ENCKE_FUNCTION static Register load(const std::byte* p) {
    return vld1q_u16(reinterpret_cast<const std::uint16_t*>(p));
  }
  ENCKE_FUNCTION static Register broadcast(const std::byte* p) {
    return vreinterpretq_u16_u64(vld1q_dup_u64(reinterpret_cast<const std::uint64_t*>(p)));
  }
  ENCKE_FUNCTION static Counter start(const Cell*) { return vdupq_n_u32(0); }
  ENCKE_FUNCTION static void add_min(Counter& c, Register a, Register b) {
    c = vpadalq_u16(c, vminq_u16(a, b));
  }
  ENCKE_FUNCTION static void put(Cell* out, Counter c) {
    NeonTallies<Level>::add(out, vpaddlq_u32(c));
  }
};

}  // namespace encke::cpu
