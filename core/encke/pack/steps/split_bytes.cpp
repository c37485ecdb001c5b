#include <algorithm>
#include <cstring>
#include <encke/base/bits/count_bits.hpp>
#include <encke/base/bits/transposed_bits.hpp>
#include <encke/base/function.hpp>
#include <encke/pack/steps/split_bytes.hpp>

// Eight vectors and 64 samples at a time, as loops over the vectors that the compiler turns into
// vector code, as in split_codes.cpp.

namespace encke {
namespace {

constexpr std::uint64_t ones = 0x0101010101010101ULL;

/// Word k has the bytes of samples 8 k to 8 k + 7 of each of eight vectors.
using ByteSquare = std::uint64_t[8][8];

/// Planes of one value of the bytes, and in the highest bits of its bytes what is not allowed.
struct Found {
  std::uint64_t low[8] = {}, high[8] = {}, below[8] = {}, wrong[8] = {};
};

/// In each plane bit k of byte i is that of sample 8 k + i.
ENCKE_FUNCTION void find(const ByteSquare& square, Found& to) {
  for (int k = 7; k >= 0; --k) {
    for (int v = 0; v < 8; ++v) {
      const std::uint64_t x = square[k][v];
      to.low[v] = to.low[v] << 1 | (x & ones);
      to.high[v] = to.high[v] << 1 | (x >> 1 & ones);
      to.below[v] = to.below[v] << 1 | (x >> 7 & ones);
      // the sum's highest bit is set where one of the bits 2 to 6 is
      to.wrong[v] |= ((x & 0x7c * ones) + 0x7c * ones) & ~x;
    }
  }
}

/// True if all bytes are allowed.
ENCKE_FUNCTION bool split_square(const ByteSquare& square, std::uint64_t keep, Index word,
                                 CodePlanes& to) {
  Found found;
  find(square, found);
  std::uint64_t* const signs = to.signs + word * 16;
  std::uint64_t present[8], missing[8], wrong[8];
  for (int v = 0; v < 8; ++v) {
    const std::uint64_t low = transposed_bits(found.low[v]), high = transposed_bits(found.high[v]);
    const std::uint64_t below = transposed_bits(found.below[v]);
    wrong[v] = (found.wrong[v] & 0x80 * ones) | (low & high & ~below);
    signs[v] = keep & ~(low | below);             // 0 and 2
    signs[8 + v] = keep & ~(low | high | below);  // 0
    missing[v] = keep & below;
    present[v] = keep & ~below;
  }
  std::uint64_t all = 0;
  for (int v = 0; v < 8; ++v) all |= wrong[v];
  for (int v = 0; v < 8; ++v) {
    to.nonzero[v] += static_cast<Index>(count_bits(signs[v]));
    to.negative[v] += static_cast<Index>(count_bits(signs[8 + v]));
    to.missing[v] += static_cast<Index>(count_bits(missing[v]));
  }
  if (to.mask != nullptr) std::memcpy(to.mask + word * 8, present, sizeof(present));
  return all == 0;
}

ENCKE_FUNCTION std::uint64_t kept(Index left) { return left < 64 ? (1ULL << left) - 1 : ~0ULL; }

/// One group, whose vectors' bytes lie side by side.
ENCKE_FUNCTION bool split_rows(const ByteGenotypes& from, Index group, CodePlanes& to) {
  const std::uint8_t* row[8];
  for (Index v = 0; v < 8; ++v) {  // the last one again for vectors that do not exist
    row[v] = from.data + std::min(group * 8 + v, from.vectors - 1) * from.vector_stride;
  }
  bool allowed = true;
  ByteSquare square;
  for (Index first = 0; first < from.fields; first += 64) {
    const Index left = std::min<Index>(from.fields - first, 64);
    std::uint8_t tail[8][64] = {};
    const std::uint8_t* at[8];
    for (int v = 0; v < 8; ++v) at[v] = row[v] + first;
    if (left < 64) {
      for (int v = 0; v < 8; ++v) {
        std::memcpy(tail[v], at[v], static_cast<std::size_t>(left));
        at[v] = tail[v];
      }
    }
    for (int k = 0; k < 8; ++k) {
      for (int v = 0; v < 8; ++v) std::memcpy(&square[k][v], at[v] + 8 * k, 8);
    }
    allowed &= split_square(square, kept(left), first / 64, to);
  }
  return allowed;
}

/// Byte b of word g of line i becomes byte i of word g of line b.
ENCKE_FUNCTION void transpose_bytes(ByteSquare& x) {
  const auto swap = [&x](int distance, int shift, std::uint64_t lower)
      __attribute__((always_inline)) {
    for (int i = 0; i < 8; ++i) {
      if ((i & distance) != 0) continue;
      for (int g = 0; g < 8; ++g) {
        const std::uint64_t t = ((x[i][g] >> shift) ^ x[i + distance][g]) & lower;
        x[i][g] ^= t << shift;
        x[i + distance][g] ^= t;
      }
    }
  };
  swap(4, 32, 0x00000000ffffffffULL);
  swap(2, 16, 0x0000ffff0000ffffULL);
  swap(1, 8, 0x00ff00ff00ff00ffULL);
}

/// Zeroes of lines and of bytes that do not exist.
ENCKE_FUNCTION void clear_beyond(ByteSquare& lines, Index present, Index bytes) {
  for (Index i = 0; i < 8; ++i) {
    const Index kept = i < present ? bytes : 0;
    std::memset(reinterpret_cast<std::uint8_t*>(lines[i]) + kept, 0,
                static_cast<std::size_t>(64 - kept));
  }
}

/// The squares of eight groups, of lines with the bytes of one field of `vectors` <= 64 vectors.
ENCKE_FUNCTION void gather(const std::uint8_t* line, Index stride, Index fields, Index vectors,
                           ByteSquare* squares) {
  for (Index k = 0; k < 8; ++k) {
    ByteSquare lines;
    const Index here = std::clamp<Index>(fields - k * 8, 0, 8);
    for (Index i = 0; i < here; ++i, line += stride) {
      __builtin_prefetch(line + 128);  // 64 lines are more than a CPU foresees
      if (vectors == 64) {
        std::memcpy(lines[i], line, 64);
      } else {
        std::memcpy(lines[i], line, static_cast<std::size_t>(vectors));
      }
    }
    if (here < 8 || vectors < 64) clear_beyond(lines, here, vectors);
    transpose_bytes(lines);
    for (int g = 0; g < 8; ++g) {
      for (int v = 0; v < 8; ++v) squares[g][k][v] = lines[v][g];
    }
  }
}

/// All groups, of vectors whose bytes of one field lie side by side.
ENCKE_FUNCTION bool split_columns(const ByteGenotypes& from, CodePlanes* to) {
  bool allowed = true;
  for (Index first = 0; first < from.fields; first += 64) {
    const Index left = std::min<Index>(from.fields - first, 64);
    for (Index v = 0; v < from.vectors; v += 64) {
      const Index here = std::min<Index>(from.vectors - v, 64);
      ByteSquare squares[8];
      gather(from.data + first * from.field_stride + v, from.field_stride, left, here, squares);
      for (Index g = 0; g < divide_up(here, 8); ++g) {
        allowed &= split_square(squares[g], kept(left), first / 64, to[v / 8 + g]);
      }
    }
  }
  return allowed;
}

ENCKE_FUNCTION bool split_any(const ByteGenotypes& from, CodePlanes* to) {
  if (from.field_stride != 1) return split_columns(from, to);
  bool allowed = true;
  for (Index g = 0; g < divide_up(from.vectors, 8); ++g) allowed &= split_rows(from, g, to[g]);
  return allowed;
}

bool split_plain(const ByteGenotypes& from, CodePlanes* to) { return split_any(from, to); }

#if defined(__x86_64__)
[[gnu::target("avx2")]] bool split_avx2(const ByteGenotypes& from, CodePlanes* to) {
  return split_any(from, to);
}
// g++ vectorises for 256 bits unless told; clang does not know the option in a function.
#if defined(__clang__)
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]]
#else
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,prefer-vector-width=512")]]
#endif
bool split_avx512(const ByteGenotypes& from, CodePlanes* to) {
  return split_any(from, to);
}
#endif

}  // namespace

std::vector<SplitBytes> split_bytes_forms() {
  std::vector<SplitBytes> forms{&split_plain};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) forms.push_back(&split_avx2);
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq")) {
    forms.push_back(&split_avx512);
  }
#endif
  return forms;
}

bool split_bytes(const ByteGenotypes& from, CodePlanes* to) {
  static const SplitBytes fastest = split_bytes_forms().back();
  return fastest(from, to);
}

}  // namespace encke
