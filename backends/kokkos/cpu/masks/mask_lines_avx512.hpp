#pragma once

#include <immintrin.h>

#include <cstdint>
#include <encke/base/function.hpp>

// A line is a register of AVX-512, with VBMI and VBMI2 (order of bytes) and GFNI (squares of bits).

namespace encke::cpu {

template <class Level>
struct Avx512Lines {
  using Line = __m512i;
  using Register = __m512i;
  using Sixteen [[gnu::vector_size(64)]] = std::int32_t;
  static constexpr int bytes_of_register = 64;

  ENCKE_FUNCTION static void load(Line& line, const void* p) { line = _mm512_load_si512(p); }
  ENCKE_FUNCTION static void store(void* p, const Line& line) { _mm512_store_si512(p, line); }
  ENCKE_FUNCTION static void clear(Line& line) { line = _mm512_setzero_si512(); }

  ENCKE_FUNCTION static void transpose_bytes(Line& line) {
    line = _mm512_permutexvar_epi8(by_word(0x3830282018100800, 0x0101010101010101), line);
  }
  /// The bytes of a square are turned over, because the product counts rows from the last on.
  ENCKE_FUNCTION static void transpose_squares(Line& line) {
    const __m512i bytes =
        _mm512_permutexvar_epi8(by_word(0x0008101820283038, 0x0101010101010101), line);
    line = _mm512_gf2p8affine_epi64_epi8(by_word(unit_square, 0), bytes, 0);
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

  /// Words of a and b in turns.
  ENCKE_FUNCTION static void interleave(Line& a, Line& b) {
    const __m512i low = _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11);
    const __m512i high = _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15);
    const __m512i first = _mm512_permutex2var_epi64(a, low, b);
    b = _mm512_permutex2var_epi64(a, high, b);
    a = first;
  }
  /// out[c] = from - value[c] + 2 sign[c] for 16 counts, whose upper bytes, if Wide, are `high` on;
  /// sign may be null.
  template <bool Wide>
  ENCKE_FUNCTION static void subtract(std::int32_t* out, std::int32_t from,
                                      const std::uint8_t* value, const std::uint8_t* sign,
                                      std::int64_t high) {
    __m512i left = _mm512_sub_epi32(_mm512_set1_epi32(from), sixteen<Wide>(value, high));
    if (sign != nullptr) {
      left = _mm512_add_epi32(left, _mm512_slli_epi32(sixteen<Wide>(sign, high), 1));
    }
    _mm512_storeu_si512(out, left);
  }
  /// Sixteen bytes as numbers.
  ENCKE_FUNCTION static void widen(const std::uint8_t* p, Sixteen& to) {
    to = reinterpret_cast<Sixteen>(
        _mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))));
  }
  /// Set bits of a word, as 64 times their places, `first` for bit 0; up to 64 numbers are
  /// written.
  ENCKE_FUNCTION static void list(std::uint64_t bits, int first, std::uint32_t* out) {
    const __m512i places = by_word(0x0706050403020100, 0x0808080808080808);
    const __m512i found = _mm512_maskz_compress_epi8(bits, places);
    const __m256i eight = _mm256_cvtepu8_epi32(_mm512_castsi512_si128(found));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out),
                        _mm256_slli_epi32(_mm256_add_epi32(eight, _mm256_set1_epi32(first)), 6));
    if (__builtin_popcountll(bits) > 8) [[unlikely]] {
      put<0>(found, first, out);
      put<1>(found, first, out);
      put<2>(found, first, out);
      put<3>(found, first, out);
    }
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
  template <bool Wide>
  ENCKE_FUNCTION static __m512i sixteen(const std::uint8_t* low, std::int64_t high) {
    const auto bytes = [](const std::uint8_t* p) __attribute__((always_inline)) {
      return _mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
    };
    if constexpr (!Wide) return bytes(low);
    return _mm512_add_epi32(bytes(low), _mm512_slli_epi32(bytes(low + high), 8));
  }
  template <int Part>
  ENCKE_FUNCTION static void put(__m512i places, int first, std::uint32_t* out) {
    const __m512i sixteen = _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(places, Part));
    _mm512_storeu_si512(out + 16 * Part,
                        _mm512_slli_epi32(_mm512_add_epi32(sixteen, _mm512_set1_epi32(first)), 6));
  }
  static constexpr long long unit_square = static_cast<long long>(0x8040201008040201);

  /// first, first + step, first + 2 step, ...
  ENCKE_FUNCTION static __m512i by_word(long long first, long long step) {
    return _mm512_setr_epi64(first, first + step, first + 2 * step, first + 3 * step,
                             first + 4 * step, first + 5 * step, first + 6 * step,
                             first + 7 * step);
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
