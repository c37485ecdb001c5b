#pragma once

#include <cstdint>
#include <cstring>
#include <encke/base/function.hpp>

// Lines of 64 bytes as squares of 8 x 8 bytes or of 8 x 8 bits, and registers of bits.

namespace encke::cpu {

/// A line as eight words of 64 bits, in plain operations; the compiler makes vector code of them.
/// `Bytes`: width of the level's registers.
template <class Level, int Bytes>
struct WordLines {
  struct Line {
    std::uint64_t word[8];
  };
  using Register [[gnu::vector_size(Bytes)]] = std::uint64_t;
  using Sixteen [[gnu::vector_size(64)]] = std::int32_t;
  static constexpr int bytes_of_register = Bytes;

  ENCKE_FUNCTION static void load(Line& line, const void* p) { std::memcpy(&line, p, sizeof line); }
  ENCKE_FUNCTION static void store(void* p, const Line& line) {
    std::memcpy(p, &line, sizeof line);
  }
  ENCKE_FUNCTION static void clear(Line& line) { line = {}; }

  /// Byte b of word v becomes byte v of word b.
  ENCKE_FUNCTION static void transpose_bytes(Line& line) {
    swap_parts<4, 32>(line.word, 0x00000000ffffffff);
    swap_parts<2, 16>(line.word, 0x0000ffff0000ffff);
    swap_parts<1, 8>(line.word, 0x00ff00ff00ff00ff);
  }
  /// Bit b of word v becomes bit v of byte b.
  ENCKE_FUNCTION static void transpose_squares(Line& line) {
    transpose_bytes(line);
    for (auto& x : line.word) {
      std::uint64_t t = (x ^ (x >> 7)) & 0x00aa00aa00aa00aa;
      x ^= t ^ (t << 7);
      t = (x ^ (x >> 14)) & 0x0000cccc0000cccc;
      x ^= t ^ (t << 14);
      t = (x ^ (x >> 28)) & 0x00000000f0f0f0f0;
      x ^= t ^ (t << 28);
    }
  }
  /// Word b of line v becomes word v of line b.
  ENCKE_FUNCTION static void transpose_words(Line (&lines)[8]) {
    for (int i = 0; i < 8; ++i) {
      for (int j = 0; j < i; ++j) {
        const std::uint64_t word = lines[i].word[j];
        lines[i].word[j] = lines[j].word[i];
        lines[j].word[i] = word;
      }
    }
  }

  /// Words of a and b in turns.
  ENCKE_FUNCTION static void interleave(Line& a, Line& b) {
    const Line first = a, second = b;
    for (int i = 0; i < 8; ++i) {
      a.word[i] = (i % 2 == 0 ? first : second).word[i / 2];
      b.word[i] = (i % 2 == 0 ? first : second).word[4 + i / 2];
    }
  }
  /// Set bits of a word, as 64 times their places, `first` for bit 0; up to 64 numbers are
  /// written.
  ENCKE_FUNCTION static void list(std::uint64_t bits, int first, std::uint32_t* out) {
    // three in any case: a branch for each word that has any would be mispredicted
#pragma GCC unroll 3
    for (int k = 0; k < 3; ++k, bits &= bits - 1) {
      out[k] = static_cast<std::uint32_t>(first + __builtin_ctzll(bits | 1ULL << 63)) * 64;
    }
    for (out += 3; bits != 0; bits &= bits - 1) {
      *out++ = static_cast<std::uint32_t>(first + __builtin_ctzll(bits)) * 64;
    }
  }

  /// out[c] = from - value[c] + 2 sign[c] for 16 counts, whose upper bytes, if Wide, are `high` on;
  /// sign may be null.
  template <bool Wide>
  ENCKE_FUNCTION static void subtract(std::int32_t* out, std::int32_t from,
                                      const std::uint8_t* value, const std::uint8_t* sign,
                                      std::int64_t high) {
    const auto count = [high](const std::uint8_t* low, int c) __attribute__((always_inline)) {
      return Wide ? low[c] + 256 * low[high + c] : low[c];
    };
    for (int c = 0; c < 16; ++c) {
      out[c] = from - count(value, c) + (sign == nullptr ? 0 : 2 * count(sign, c));
    }
  }

  /// Sixteen bytes as numbers.
  ENCKE_FUNCTION static void widen(const std::uint8_t* p, Sixteen& to) {
    using Bytes16 = std::uint8_t __attribute__((vector_size(16)));
    using Words16 = std::uint16_t __attribute__((vector_size(32)));
    Bytes16 bytes;
    std::memcpy(&bytes, p, sizeof bytes);
    const Words16 words = __builtin_convertvector(bytes, Words16);  // at once they go one by one
    to = __builtin_convertvector(words, Sixteen);
  }

  ENCKE_FUNCTION static void load(Register& r, const std::uint64_t* p) {
    std::memcpy(&r, p, sizeof r);
  }
  ENCKE_FUNCTION static void store(std::uint64_t* p, const Register& r) {
    std::memcpy(p, &r, sizeof r);
  }
  /// Adds three bits: a becomes the sum, carry the carry.
  ENCKE_FUNCTION static void add(Register& a, const Register& b, const Register& c,
                                 Register& carry) {
    const Register half = a ^ b;
    carry = (a & b) | (half & c);
    a = half ^ c;
  }
  /// Adds a carry to a, and becomes what is carried on.
  ENCKE_FUNCTION static void carry_on(Register& a, Register& carry) {
    const Register next = a & carry;
    a ^= carry;
    carry = next;
  }

 private:
  /// Swaps the upper parts of words with the lower parts of those `Distance` words on.
  template <int Distance, int Shift>
  ENCKE_FUNCTION static void swap_parts(std::uint64_t (&word)[8], std::uint64_t lower) {
    for (int i = 0; i < 8; ++i) {
      if ((i & Distance) != 0) continue;
      const std::uint64_t t = ((word[i] >> Shift) ^ word[i + Distance]) & lower;
      word[i] ^= t << Shift;
      word[i + Distance] ^= t;
    }
  }
};

}  // namespace encke::cpu
