#pragma once

#include <cstdint>

namespace encke::io {

/// 64 x 64 bits: row 8 g + i is lane g of line i. The same of columns after a transposition.
struct alignas(64) BitSquare {
  std::uint64_t line[8][8];  ///< [i][g]

  std::uint64_t& row(int r) { return line[r % 8][r / 8]; }
};

/// Bit b of row r becomes bit r of row b. As fast as the machine's widest registers allow.
void transpose_bits(BitSquare& square);

/// The plain form of it, for tests.
void transpose_bits_plain(BitSquare& square);

}  // namespace encke::io
