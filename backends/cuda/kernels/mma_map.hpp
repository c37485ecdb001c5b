#pragma once

#include <encke/base/function.hpp>

// Where mma.m16n8k256 on single bits keeps its matrices (PTX ISA, "Matrix Fragments for
// mma.m16n8k256"), and which vectors its rows and columns stand for here. Host and device.

namespace encke::cuda {

inline constexpr int mma_rows = 16;   ///< of A and of the accumulators
inline constexpr int mma_cols = 8;    ///< of B and of the accumulators
inline constexpr int mma_bits = 256;  ///< summed over by one instruction
inline constexpr int mma_words = mma_bits / 64;
inline constexpr int lanes_of_warp = 32;

struct MmaPlace {
  int row;
  int col;
};

/// "groupID" and "threadID_in_group" of the PTX ISA.
ENCKE_FUNCTION constexpr int quad_of(int lane) { return lane / 4; }
ENCKE_FUNCTION constexpr int in_quad(int lane) { return lane % 4; }

/// Row and column (of 256) of bit `bit` of register `r` (of 4) of a lane, matrix A.
ENCKE_FUNCTION constexpr MmaPlace place_in_a(int lane, int r, int bit) {
  return {quad_of(lane) + r % 2 * 8, in_quad(lane) * 32 + bit + r / 2 * 128};
}
/// Row (of 256) and column of bit `bit` of register `r` (of 2), matrix B.
ENCKE_FUNCTION constexpr MmaPlace place_in_b(int lane, int r, int bit) {
  return {in_quad(lane) * 32 + bit + r * 128, quad_of(lane)};
}
/// Place of register `r` (of 4) of the accumulators.
ENCKE_FUNCTION constexpr MmaPlace place_in_c(int lane, int r) {
  return {quad_of(lane) + r / 2 * 8, in_quad(lane) * 2 + r % 2};
}

// A sum over bits does not depend on their order, so the 256 columns of A may be any 256 fields, as
// long as B has the same: a lane takes one whole word (64 fields) of a vector, word `in_quad` of
// four, as two registers. Rows and columns may stand for any vectors: a lane reads 16 bytes, the
// word of two vectors that lie side by side, so that rows 2g and 2g + 1 of sixteen vectors are the
// instruction's rows g and g + 8, and columns 2g and 2g + 1 are column g of two instructions.

/// The vector (of 16) that is the instruction's row.
ENCKE_FUNCTION constexpr int vector_of_row(int row) { return row % 8 * 2 + row / 8; }
/// The vector (of 16) that is column `col` of the first or second (`half`) of two instructions.
ENCKE_FUNCTION constexpr int vector_of_col(int half, int col) { return col * 2 + half; }

/// A lane's registers of A in the order of the 32-bit quarters of its 16 bytes: quarters 0 and 1
/// are the word of vector 2g, 2 and 3 that of vector 2g + 1.
ENCKE_FUNCTION constexpr int quarter_of_a(int r) { return r % 2 * 2 + r / 2; }
/// … of B: registers 0 and 1 of the first instruction, then of the second.
ENCKE_FUNCTION constexpr int quarter_of_b(int half, int r) { return half * 2 + r; }

}  // namespace encke::cuda
