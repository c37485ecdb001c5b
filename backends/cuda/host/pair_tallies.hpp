#pragma once

#include <cstring>
#include <encke/backend/backend.hpp>
#include <encke/host/aligned_buffer.hpp>

namespace encke::cuda {

/// Keeps the tallies of all pairs of two blocks on the host: what triples need of their pairs.
/// Entries whose column does not come after their row are left as they are.
class PairTallies final : public TallyVisitor {
 public:
  PairTallies(const Array<Operand, 2>& blocks, int planes, TallyForm form)
      : rows_(blocks[0].indices()),
        cols_(blocks[1].indices()),
        item_(is_real(blocks[0].vectors->element()) ? 8 : 4),
        planes_(planes),
        form_(form),
        row_stride_(round_up(cols_.size(), 16)),
        plane_stride_(row_stride_ * rows_.size()),
        data_(planes * plane_stride_ * item_) {}

  void visit(const TallyTile& tile, int) override {
    for (int p = 0; p < planes_; ++p) {
      for (Index r = 0; r < tile.rows.size(); ++r) {
        const auto* from = static_cast<const std::byte*>(tile.joint.data) +
                           (p * tile.joint.plane_stride + r * tile.joint.row_stride) * item_;
        std::memcpy(data_.data() + at(p, tile.rows.begin + r, tile.cols.begin), from,
                    static_cast<std::size_t>(tile.cols.size() * item_));
      }
    }
  }

  TallyForm form() const { return form_; }
  int item() const { return item_; }
  Index row_stride() const { return row_stride_; }
  int planes() const { return planes_; }
  Index plane_stride() const { return plane_stride_; }
  /// [plane][row][column]; of a plane `bytes()`.
  const std::byte* data() const { return data_.data(); }
  Index bytes() const { return plane_stride_ * item_; }

  /// The tallies from one row and column of the whole problem on.
  TallyMatrix from(Index row, Index col) const {
    return {data_.data() + at(0, row, col), plane_stride_, row_stride_};
  }
  static std::int64_t bytes_for(Index rows, Index cols, int planes, int item) {
    return planes * rows * round_up(cols, 16) * item;
  }

 private:
  Index at(int plane, Index row, Index col) const {
    return (plane * plane_stride_ + (row - rows_.begin) * row_stride_ + col - cols_.begin) * item_;
  }

  Range rows_, cols_;
  int item_;
  int planes_;
  TallyForm form_;
  Index row_stride_, plane_stride_;
  AlignedBuffer<std::byte> data_;
};

}  // namespace encke::cuda
