#include <cstring>
#include <encke/base/function.hpp>
#include <encke/io/samples/transpose_bits.hpp>

// Registers hold one word of each of eight rows. First bytes change places with rows within eight
// rows, then bits within each byte square, and at last bytes with groups of eight rows.

namespace encke::io {
namespace {

using Words [[gnu::vector_size(64)]] = std::uint64_t;

/// Swaps the upper parts of words with the lower parts of those `distance` lines on.
ENCKE_FUNCTION void swap_parts(Words (&x)[8], int distance, int shift, std::uint64_t lower) {
  for (int i = 0; i < 8; ++i) {
    if ((i & distance) != 0) continue;
    const Words t = ((x[i] >> shift) ^ x[i + distance]) & lower;
    x[i] ^= t << shift;
    x[i + distance] ^= t;
  }
}

/// Byte b of line i becomes byte i of line b.
ENCKE_FUNCTION void transpose_bytes(Words (&x)[8]) {
  swap_parts(x, 4, 32, 0x00000000ffffffff);
  swap_parts(x, 2, 16, 0x0000ffff0000ffff);
  swap_parts(x, 1, 8, 0x00ff00ff00ff00ff);
}

/// Bit b of byte i becomes bit i of byte b, in each word.
ENCKE_FUNCTION void transpose_squares(Words (&x)[8]) {
  for (Words& word : x) {
    Words t = (word ^ (word >> 7)) & 0x00aa00aa00aa00aa;
    word ^= t ^ (t << 7);
    t = (word ^ (word >> 14)) & 0x0000cccc0000cccc;
    word ^= t ^ (t << 14);
    t = (word ^ (word >> 28)) & 0x00000000f0f0f0f0;
    word ^= t ^ (t << 28);
  }
}

ENCKE_FUNCTION void transpose(BitSquare& square) {
  Words x[8];
  std::memcpy(x, square.line, sizeof x);
  transpose_bytes(x);    // byte i of lane g of line b: bits 8 b … of row 8 g + i
  transpose_squares(x);  // byte k of lane g of line b: bit 8 b + k of rows 8 g …
  alignas(64) std::uint64_t lane[8][8];
  for (int b = 0; b < 8; ++b) {
    for (int g = 0; g < 8; ++g) lane[g][b] = x[b][g];
  }
  std::memcpy(x, lane, sizeof x);
  transpose_bytes(x);  // byte g of lane b of line k: the same
  std::memcpy(square.line, x, sizeof x);
}

using Transpose = void (*)(BitSquare&);

#if defined(__x86_64__)
[[gnu::target("avx2")]] void transpose_avx2(BitSquare& square) { transpose(square); }
[[gnu::target("avx512f")]] void transpose_avx512(BitSquare& square) { transpose(square); }
#endif

Transpose fastest() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return &transpose_avx512;
  if (__builtin_cpu_supports("avx2")) return &transpose_avx2;
#endif
  return &transpose_bits_plain;
}

}  // namespace

void transpose_bits_plain(BitSquare& square) { transpose(square); }

void transpose_bits(BitSquare& square) {
  static const Transpose chosen = fastest();
  chosen(square);
}

}  // namespace encke::io
