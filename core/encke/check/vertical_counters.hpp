#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <encke/base/index.hpp>
#include <encke/pack/panel.hpp>

// Vertical counters: how many of up to 64 vectors have a bit set, for each of the 64 fields of a
// word. Numbers lie in bit planes, so that one addition with carry adds 512 of them. All of it is
// for at_best_level().

namespace encke::vertical {

using Word = std::uint64_t;
using Words2 [[gnu::vector_size(16)]] = Word;
using Words4 [[gnu::vector_size(32)]] = Word;
using Words8 [[gnu::vector_size(64)]] = Word;
using Bytes [[gnu::vector_size(64)]] = std::int8_t;

/// a + b + c in each bit: a becomes the sum, b the carry.
template <class W>
[[gnu::always_inline]] inline void add_bits(W& a, W& b, const W& c) {
  const W half = a ^ b;
  b = (a & b) | (half & c);
  a = half ^ c;
}
template <class W>
[[gnu::always_inline]] inline void add_bits(W& a, W& b) {
  const W sum = a ^ b;
  b &= a;
  a = sum;
}

/// Sums of eight bits, 0 to 8: plane b in in[b].
[[gnu::always_inline]] inline void count_eight(Words8 (&in)[8], Words8 (&bit)[4]) {
  add_bits(in[0], in[1], in[2]);
  add_bits(in[3], in[4], in[5]);
  add_bits(in[0], in[3], in[6]);
  add_bits(in[0], in[7]);
  bit[0] = in[0];
  add_bits(in[1], in[4], in[3]);  // carries, of weight 2
  add_bits(in[1], in[7]);
  bit[1] = in[1];
  add_bits(in[4], in[7]);  // of weight 4
  bit[2] = in[4];
  bit[3] = in[7];
}

/// Adds the halves of `bits` planes of numbers: one plane more of half as many.
template <int bits, class Wide, class Half>
[[gnu::always_inline]] inline void add_halves(const Wide (&in)[bits], Half (&out)[bits + 1]) {
  Half carry = {};
  for (int b = 0; b < bits; ++b) {
    Half half[2];
    static_assert(sizeof half == sizeof(Wide));
    std::memcpy(half, &in[b], sizeof half);
    add_bits(half[0], half[1], carry);
    out[b] = half[0];
    carry = half[1];
  }
  out[bits] = carry;
}

/// Byte j of word i is the number of field 8 j + i, from its bit planes.
template <int bits>
[[gnu::always_inline]] inline void spread(const Word (&bit)[bits], Words8& out) {
  constexpr Words8 shift{0, 1, 2, 3, 4, 5, 6, 7};
  out = Words8{};
  for (int b = 0; b < bits; ++b) {
    out += (((Words8{} + bit[b]) >> shift) & 0x0101010101010101U) << b;
  }
}

/// The vectors of a strip: each of 8 groups, and which of its vectors belong.
struct Strip {
  Index group[8];
  Words8 lanes[8];
};

/// The strip of the vectors `range`: at most 64, of at most 8 groups.
inline Strip strip_of(Range range) {
  Strip strip;
  const Index first = range.begin / 8;
  for (int g = 0; g < 8; ++g) {
    const bool there = (first + g) * 8 < range.end;
    strip.group[g] = there ? first + g : first;  // a group to read; none of it belongs
    for (int lane = 0; lane < 8; ++lane) {
      strip.lanes[g][lane] = there && range.contains((first + g) * 8 + lane) ? ~Word{0} : 0;
    }
  }
  return strip;
}

/// Calls visit(range) for each strip of the vectors `range`, which may begin anywhere.
template <class Visit>
void for_each_strip(Range range, Visit&& visit) {
  while (range.begin < range.end) {
    const Index end = std::min(range.end, range.begin / 8 * 8 + 64);
    visit(Range{range.begin, end});
    range.begin = end;
  }
}

/// The counts of the words that load(word of each vector, group) gives.
template <class Load>
[[gnu::always_inline]] inline void count(const Strip& strip, const Load& load, Words8& out) {
  Words8 in[8], eights[4];
  for (int g = 0; g < 8; ++g) {
    load(in[g], strip.group[g]);
    in[g] &= strip.lanes[g];
  }
  count_eight(in, eights);
  Words4 fours[5];
  Words2 twos[6];
  Word ones[7];
  add_halves<4>(eights, fours);
  add_halves<5>(fours, twos);
  add_halves<6>(twos, ones);
  spread<7>(ones, out);
}

/// The counts of the words at byte `at` of each group.
[[gnu::always_inline]] inline void count(const Stream& stream, const Strip& strip, Index at,
                                         Words8& out) {
  const auto load = [&](Words8 & words, Index group) __attribute__((always_inline)) {
    std::memcpy(&words, stream.group(group) + at, sizeof words);
  };
  count(strip, load, out);
}

/// Adds the eight bytes of each word, as 16-bit numbers, to `to`: at most 256 times.
[[gnu::always_inline]] inline void add_bytes(const Words8& bytes, Words8& to) {
  constexpr Word low = 0x00ff00ff00ff00ffU;
  to += (bytes & low) + ((bytes >> 8) & low);
}

/// The sum of all 16-bit numbers.
inline std::int64_t sum_numbers(const Words8& numbers) {
  std::uint16_t each[32];
  std::memcpy(each, &numbers, sizeof each);
  std::int64_t sum = 0;
  for (const std::uint16_t one : each) sum += one;
  return sum;
}

}  // namespace encke::vertical
