#pragma once

#include <cstddef>
#include <cstring>
#include <encke/backend/backend.hpp>
#include <encke/host/aligned_buffer.hpp>

namespace encke {

/// Keeps the tallies of all pairs of two blocks in host memory: what triples need of their pairs.
/// Entries whose column does not come after their row are left as they are. Visits of different
/// workers may run at the same time, because each has entries of its own.
class PairTallies final : public TallyVisitor {
 public:
  /// `planes`, at least one, of doubles for reals, else of int32. `form`: that of every tile which
  /// will be visited. Throws OutOfMemory.
  PairTallies(const Array<Operand, 2>& blocks, int planes, TallyForm form)
      : blocks_(blocks),
        rows_(blocks[0].indices()),
        cols_(blocks[1].indices()),
        item_(item_bytes(blocks[0].vectors->element())),
        planes_(planes),
        form_(form),
        row_stride_(row_stride_of(cols_.size())),
        plane_stride_(row_stride_ * rows_.size()),
        data_(bytes_for(blocks[0].vectors->element(), rows_.size(), cols_.size(), planes)) {}

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

  const Array<Operand, 2>& blocks() const { return blocks_; }
  TallyForm form() const { return form_; }
  int planes() const { return planes_; }
  /// Bytes of one tally.
  Index item() const { return item_; }
  /// Tallies from one row, or one plane, to the next.
  Index row_stride() const { return row_stride_; }
  Index plane_stride() const { return plane_stride_; }
  /// [plane][row][column], `plane_bytes()` for each plane.
  const std::byte* data() const { return data_.data(); }
  Index plane_bytes() const { return plane_stride_ * item_; }

  /// The tallies from one row and column on; indices as in the whole problem.
  TallyMatrix from(Index row, Index col) const {
    return {data_.data() + at(0, row, col), plane_stride_, row_stride_};
  }

  /// Memory of the tallies of so many rows, columns and planes.
  static Index bytes_for(Element element, Index rows, Index cols, int planes) {
    return planes * rows * row_stride_of(cols) * item_bytes(element);
  }

 private:
  static Index item_bytes(Element element) { return element.row().real_sums ? 8 : 4; }
  static Index row_stride_of(Index cols) { return round_up(cols, 16); }
  Index at(int plane, Index row, Index col) const {
    return (plane * plane_stride_ + (row - rows_.begin) * row_stride_ + col - cols_.begin) * item_;
  }

  Array<Operand, 2> blocks_;
  Range rows_, cols_;
  Index item_;
  int planes_;
  TallyForm form_;
  Index row_stride_, plane_stride_;
  AlignedBuffer<std::byte> data_;
};

}  // namespace encke
