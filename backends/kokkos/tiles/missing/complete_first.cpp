#include "complete_first.hpp"

#include <algorithm>

namespace encke::kokkos {
namespace {

Stream from_group(const Stream& stream, Index group) {
  if (stream.data == nullptr) return stream;
  return {stream.group(group), stream.group_stride};
}

}  // namespace

Index most_missing(const Operand& block, const Range& vectors) {
  Index most = 0;
  for (Index v = vectors.begin; v < vectors.end; ++v) {
    most = std::max(most, block.vectors->fields() - block.vectors->present_count(v));
  }
  return most;
}

Block block_of(const Block& b, const Square& square) {
  Block part = b;
  for (int s = 0; s < 2; ++s) {
    part.left[s] = from_group(b.left[s], square.row / Square::side);
    part.right[s] = from_group(b.right[s], square.col / Square::side);
  }
  part.rows = std::min(Square::side, b.rows - square.row);
  part.cols = std::min(Square::side, b.cols - square.col);
  part.diagonal = b.diagonal + square.row - square.col;
  part.tallies = static_cast<std::int32_t*>(b.tallies) + square.row * b.row_stride + square.col;
  return part;
}

}  // namespace encke::kokkos
