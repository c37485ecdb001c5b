#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <encke/run/row_check_sums.hpp>
#include <functional>
#include <limits>
#include <numeric>

namespace encke {
namespace {

using Word = std::uint64_t;

/// Bytes of 0 or 1 from the bits of a byte, lowest first.
constexpr auto spread = [] {
  std::array<std::array<std::uint8_t, 8>, 256> table{};
  for (std::size_t b = 0; b < 256; ++b) {
    for (std::size_t i = 0; i < 8; ++i) table[b][i] = static_cast<std::uint8_t>(b >> i & 1);
  }
  return table;
}();

/// For each of 64 bit positions, how many of up to 64 words have it set; bit b of the count in
/// bit[b].
struct Counter {
  Word bit[7] = {};

  static Word carry(Word& sum, Word a, Word b) {
    const Word half = a ^ b;
    const Word out = (a & b) | (half & sum);
    sum ^= half;
    return out;
  }
  void add(const Word (&w)[8]) {
    const Word a = carry(bit[0], w[0], w[1]), b = carry(bit[0], w[2], w[3]);
    const Word c = carry(bit[0], w[4], w[5]), d = carry(bit[0], w[6], w[7]);
    const Word e = carry(bit[1], a, b), f = carry(bit[1], c, d);
    Word up = carry(bit[2], e, f);
    for (int b3 = 3; b3 < 7; ++b3) {
      const Word next = bit[b3] & up;
      bit[b3] ^= up;
      up = next;
    }
  }
  /// Adds factor times the counts, `bits` bits each, to 64 numbers.
  void add_to(std::int32_t* to, int bits, std::int32_t factor) const {
    for (int byte = 0; byte < 8; ++byte, to += 8) {
      Word eight = 0;
      for (int b = 0; b < bits; ++b) {
        Word ones;
        std::memcpy(&ones, spread[bit[b] >> (8 * byte) & 255].data(), 8);
        eight += ones << b;  // at most 64 in each byte
      }
      std::uint8_t count[8];
      std::memcpy(count, &eight, 8);
      for (int i = 0; i < 8; ++i) to[i] += factor * count[i];
    }
  }
};

/// Word w of plane p of the vectors of a group, 0 for those that are not in `range`.
void load(Word (&out)[8], const Stream& s, Index group, Index at, Range range) {
  std::memcpy(out, s.group(group) + at * 64, 64);
  for (int lane = 0; lane < 8; ++lane) {
    if (!range.contains(group * 8 + lane)) out[lane] = 0;
  }
}

struct Planes {
  Stream values, mask;
  bool signs;  ///< nonzero and negative, not bits
};

/// Up to 64 vectors, of 8 groups at most.
void add_some(const Planes& planes, Range range, Index words, FieldSums& to) {
  const int bits = std::bit_width(static_cast<std::uint64_t>(range.size()));
  const Index step = planes.signs ? 2 : 1;
  for (Index w = 0; w < words; ++w) {
    Counter nonzero, negative, present;
    for (Index g = range.begin / 8; g < divide_up(range.end, 8); ++g) {
      Word z[8], s[8];
      load(z, planes.values, g, w * step, range);
      nonzero.add(z);
      if (planes.signs) {
        load(s, planes.values, g, w * 2 + 1, range);
        negative.add(s);
      }
      if (planes.mask.data != nullptr) {
        load(z, planes.mask, g, w, range);
        present.add(z);
      }
    }
    nonzero.add_to(to.x.data() + w * 64, bits, 1);
    nonzero.add_to(to.squares.data() + w * 64, bits, 1);
    if (planes.signs) negative.add_to(to.x.data() + w * 64, bits, -2);
    if (planes.mask.data != nullptr) present.add_to(to.m.data() + w * 64, bits, 1);
  }
}

using Lanes [[gnu::vector_size(64)]] = std::uint32_t;

/// Sum modulo 2^32, in four registers or more, so that additions do not wait for each other.
[[gnu::always_inline]] inline std::uint32_t sum_words(const std::int32_t* from, Index n) {
  Lanes sums[4] = {};
  Index i = 0;
  for (; i + 64 <= n; i += 64) {
    Lanes in[4];
    std::memcpy(in, from + i, sizeof in);
    for (int k = 0; k < 4; ++k) sums[k] += in[k];
  }
  const Lanes all = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  std::uint32_t sum = 0;
  for (int k = 0; k < 16; ++k) sum += all[k];
  for (; i < n; ++i) sum += static_cast<std::uint32_t>(from[i]);
  return sum;
}

using SumWords = std::uint32_t (*)(const std::int32_t*, Index);

std::uint32_t sum_words_portable(const std::int32_t* from, Index n) { return sum_words(from, n); }

#if defined(__x86_64__)
[[gnu::target("avx2")]] std::uint32_t sum_words_avx2(const std::int32_t* from, Index n) {
  return sum_words(from, n);
}
[[gnu::target("avx512f")]] std::uint32_t sum_words_avx512(const std::int32_t* from, Index n) {
  return sum_words(from, n);
}
#endif

/// For this CPU: the sums are a matter of reading, and must keep up with the kernels.
SumWords choose_sum_words() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return &sum_words_avx512;
  if (__builtin_cpu_supports("avx2")) return &sum_words_avx2;
#endif
  return &sum_words_portable;
}

}  // namespace

void FieldSums::clear(Index fields) {
  for (auto* sums : {&x, &squares, &m}) {
    sums->assign(static_cast<std::size_t>(round_up(fields, 64)), 0);
  }
}

void FieldSums::add(const PackedVectors& vectors, Range range) {
  const Panel panel = vectors.panel({0, 0});
  const Planes planes{panel.values, vectors.mask_panel(0), vectors.element() == Element::genotype};
  for (Index begin = range.begin; begin < range.end;) {
    const Index end = std::min(range.end, begin / 8 * 8 + 64);
    add_some(planes, {begin, end}, panel.words, *this);
    begin = end;
  }
  if (planes.mask.data == nullptr) {
    for (Index q = 0; q < panel.fields; ++q) {
      m[static_cast<std::size_t>(q)] += static_cast<std::int32_t>(range.size());
    }
  }
}

void FieldSums::add(const FieldSums& other) {
  const auto add = [](auto& to, const auto& from) {
    std::transform(to.begin(), to.end(), from.begin(), to.begin(), std::plus<>());
  };
  add(x, other.x);
  add(squares, other.squares);
  add(m, other.m);
}

std::int64_t sum_of(const std::int32_t* tallies, Index n, std::int64_t most) {
  if (n > std::numeric_limits<std::int32_t>::max() / std::max<std::int64_t>(most, 1)) {
    return std::accumulate(tallies, tallies + n, std::int64_t{0});
  }
  // The right sum fits into 32 bits, and a wrong tally changes it modulo 2^32.
  static const SumWords sum_words_here = choose_sum_words();
  return static_cast<std::int32_t>(sum_words_here(tallies, n));
}

std::int64_t sum_of(const std::int64_t* tallies, Index n, std::int64_t) {
  std::int64_t sum = 0;
  for (Index i = 0; i < n; ++i) sum += value_of(tallies[i]);
  return sum;
}

}  // namespace encke
