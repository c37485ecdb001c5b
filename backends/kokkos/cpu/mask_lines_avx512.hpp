#pragma once

#include <immintrin.h>

#include <cstdint>
#include <encke/base/function.hpp>

// A line is a register of AVX-512 (BW for bytes and 16 bits).

namespace encke::cpu {

template <class Level>
struct Avx512Lines {
  using Line = __m512i;
  using Register = __m512i;
  static constexpr int bytes_of_register = 64;

  ENCKE_FUNCTION static void load(Line& line, const void* p) { line = _mm512_load_si512(p); }
  ENCKE_FUNCTION static void store(void* p, const Line& line) { _mm512_store_si512(p, line); }
  ENCKE_FUNCTION static void clear(Line& line) { line = _mm512_setzero_si512(); }
  ENCKE_FUNCTION static void gather(Line& line, const std::uint64_t* p) {
    const auto* q = reinterpret_cast<const long long*>(p);
    line = _mm512_setr_epi64(q[0], q[8], q[16], q[24], q[32], q[40], q[48], q[56]);
  }

  ENCKE_FUNCTION static void transpose_bytes(Line& line) {
    // within 128 bits byte b of two words side by side, then these pairs across the register
    const __m512i pairs =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15));
    const __m512i order =
        _mm512_set_epi16(31, 23, 15, 7, 30, 22, 14, 6, 29, 21, 13, 5, 28, 20, 12, 4, 27, 19, 11, 3,
                         26, 18, 10, 2, 25, 17, 9, 1, 24, 16, 8, 0);
    line = _mm512_permutexvar_epi16(order, _mm512_shuffle_epi8(line, pairs));
  }
  ENCKE_FUNCTION static void transpose_bits(Line& line) {
    swap_bits<7>(line, 0x00aa00aa00aa00aa);
    swap_bits<14>(line, 0x0000cccc0000cccc);
    swap_bits<28>(line, 0x00000000f0f0f0f0);
  }
  ENCKE_FUNCTION static void transpose_words(Line (&r)[8]) {
    __m512i even[4], odd[4];
    for (int i = 0; i < 4; ++i) {
      even[i] = _mm512_unpacklo_epi64(r[2 * i], r[2 * i + 1]);
      odd[i] = _mm512_unpackhi_epi64(r[2 * i], r[2 * i + 1]);
    }
    gather_lanes(even, r[0], r[2], r[4], r[6]);
    gather_lanes(odd, r[1], r[3], r[5], r[7]);
  }

  ENCKE_FUNCTION static void add(Register& a, const Register& b, const Register& c,
                                 Register& carry) {
    carry = _mm512_ternarylogic_epi64(a, b, c, 0xe8);
    a = _mm512_ternarylogic_epi64(a, b, c, 0x96);
  }
  ENCKE_FUNCTION static void carry_on(Register& a, Register& carry) {
    const __m512i next = _mm512_and_si512(a, carry);
    a = _mm512_xor_si512(a, carry);
    carry = next;
  }

 private:
  template <int Shift>
  ENCKE_FUNCTION static void swap_bits(Line& x, long long bits) {
    // (x ^ x >> shift) & bits
    const __m512i t =
        _mm512_ternarylogic_epi64(x, _mm512_srli_epi64(x, Shift), _mm512_set1_epi64(bits), 0x28);
    x = _mm512_ternarylogic_epi64(x, t, _mm512_slli_epi64(t, Shift), 0x96);
  }
  /// 128-bit lane i of all four registers to one; lanes hold words 2 i of eight lines.
  ENCKE_FUNCTION static void gather_lanes(const __m512i (&t)[4], __m512i& lane0, __m512i& lane1,
                                          __m512i& lane2, __m512i& lane3) {
    const __m512i a = _mm512_shuffle_i64x2(t[0], t[1], 0x88);  // lanes 0 and 2
    const __m512i b = _mm512_shuffle_i64x2(t[2], t[3], 0x88);
    const __m512i c = _mm512_shuffle_i64x2(t[0], t[1], 0xdd);  // lanes 1 and 3
    const __m512i d = _mm512_shuffle_i64x2(t[2], t[3], 0xdd);
    lane0 = _mm512_shuffle_i64x2(a, b, 0x88);
    lane1 = _mm512_shuffle_i64x2(c, d, 0x88);
    lane2 = _mm512_shuffle_i64x2(a, b, 0xdd);
    lane3 = _mm512_shuffle_i64x2(c, d, 0xdd);
  }
};

}  // namespace encke::cpu
