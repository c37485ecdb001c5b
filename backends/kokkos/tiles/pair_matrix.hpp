#pragma once

#include <cstring>
#include <encke/backend/backend.hpp>
#include <encke/host/aligned_buffer.hpp>

namespace encke::kokkos {

/// Keeps the tallies of all pairs of two blocks: what triples need of their pairs. Entries whose
/// column does not come after their row are left as they are.
class PairMatrix final : public TallyVisitor {
 public:
  /// `planes` of int32 for genotypes and bits; one of double for reals.
  PairMatrix(const Array<Operand, 2>& blocks, int planes)
      : blocks_(blocks),
        first_row_(blocks[0].indices().begin),
        first_col_(blocks[1].indices().begin),
        item_(is_real(blocks[0].vectors->element()) ? 8 : 4),
        planes_(planes),
        row_stride_(round_up(blocks[1].range.size(), 16)),
        plane_stride_(row_stride_ * blocks[0].range.size()),
        data_(planes * plane_stride_ * item_) {}

  void visit(const TallyTile& tile, int) override {
    for (int p = 0; p < planes_; ++p) {
      for (Index r = 0; r < tile.rows.size(); ++r) {
        const auto* from = static_cast<const std::byte*>(tile.joint.data) +
                           (p * tile.joint.plane_stride + r * tile.joint.row_stride) * item_;
        const Index to = p * plane_stride_ + (tile.rows.begin - first_row_ + r) * row_stride_ +
                         tile.cols.begin - first_col_;
        std::memcpy(data_.data() + to * item_, from,
                    static_cast<std::size_t>(tile.cols.size() * item_));
      }
    }
  }

  const Array<Operand, 2>& blocks() const { return blocks_; }
  int planes() const { return planes_; }

  /// The tallies from one row and column on.
  TallyMatrix from(Index row, Index col) const {
    const Index at = (row - first_row_) * row_stride_ + col - first_col_;
    return {data_.data() + at * item_, plane_stride_, row_stride_};
  }

  static std::int64_t bytes(Index rows, Index cols, int planes) {
    return planes * rows * round_up(cols, 16) * 4;
  }

 private:
  Array<Operand, 2> blocks_;
  Index first_row_, first_col_;
  Index item_;
  int planes_;
  Index row_stride_, plane_stride_;
  AlignedBuffer<std::byte> data_;
};

}  // namespace encke::kokkos
