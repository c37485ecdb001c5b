#include "warpgroup_route.hpp"

#include <algorithm>
#include <encke/base/error.hpp>

#include "cuda/kernels/warpgroups/tile.hpp"

namespace encke::cuda {
namespace {

PlaneSet advanced(PlaneSet from, Index vectors) {
  for (int p = 0; p < arranged_planes; ++p) {
    from.plane[p] += vectors / core_vectors * from.group_stride[p];
  }
  return from;
}

}  // namespace

WarpgroupRoute::WarpgroupRoute(Device& device, Index most, Index pairs)
    : device_(device),
      most_(most > 0 ? most : device.free_memory() / share),
      least_pairs_(pairs),
      room_{Room(device), Room(device)} {}

/// A quarter of the memory for the rows of a queue, or the columns; less where there is none. None
/// for fewer pairs than it pays for.
WarpgroupRoute::Extent WarpgroupRoute::reserve(int queue, const BitJob& job, Index pairs) {
  const Index bytes = arranged_bytes(job.words);
  if (!device_.has_warpgroups() || bytes == 0) return {};
  if (pairs < least_pairs_ * (job.rows + job.cols)) return {};
  const Index longer = round_up(std::max(job.rows, job.cols), padding);
  for (Index most = std::min(most_ / 4 / bytes, longer); most >= padding; most /= 2) {
    const Index whole = most / padding * padding;
    const Extent extent{std::min(round_up(job.rows, padding), whole),
                        std::min(round_up(job.cols, padding), whole)};
    Room& room = room_[queue];
    try {
      room.left.reserve(extent.rows * bytes);
      room.right.reserve(extent.cols * bytes);
      return extent;
    } catch (const OutOfMemory&) {
      // smaller parts need less, and what has been taken is missing for them
      room.left.give_up();
      room.right.give_up();
    }
  }
  return {};
}

const std::byte* WarpgroupRoute::arrange(int queue, const PlaneSet& from, const BitJob& job,
                                         Range vectors, Memory& to) {
  const Index groups = round_up(vectors.size(), padding) / core_vectors;
  device_.arrange(queue,
                  {advanced(from, vectors.begin), job.first_word, job.words, groups, to.data()});
  return to.data();
}

/// body(arranged job, rows, columns) for each part with a wanted entry.
template <class F>
void WarpgroupRoute::each_part(int queue, const BitJob& job, Extent extent, const F& body) {
  WarpgroupJob part;
  part.pairs = divide_up(job.words, Index{words_of_core});
  part.rows = job.rows;
  part.cols = job.cols;
  part.diagonal = job.diagonal;
  for (Index row = 0; row < job.rows; row += extent.rows) {
    const Range rows{row, std::min(row + extent.rows, job.rows)};
    part.first_row = row;
    part.left = nullptr;
    for (Index col = 0; col < job.cols; col += extent.cols) {
      const Range cols{col, std::min(col + extent.cols, job.cols)};
      if (cols.end - 1 <= row + job.diagonal) continue;
      if (part.left == nullptr) {
        part.left = arrange(queue, job.left, job, rows, room_[queue].left);
      }
      part.first_col = col;
      part.right = arrange(queue, job.right, job, cols, room_[queue].right);
      body(part, rows.size(), cols.size());
    }
  }
  // where memory is short tallies and vectors come first; whoever gives it up waits for the queues
  room_[queue].left.leave();
  room_[queue].right.leave();
}

bool WarpgroupRoute::store(int queue, BitList list, const BitJob& job, const TallyPlanes& out) {
  if (list != BitList::complete && list != BitList::matches) return false;
  const Extent extent = reserve(queue, job, job.rows * job.cols);
  if (extent.rows == 0) return false;
  each_part(queue, job, extent, [&](const WarpgroupJob& part, Index rows, Index cols) {
    device_.store_arranged(queue, list, part, rows, cols, out);
  });
  return true;
}

bool WarpgroupRoute::select(int queue, BitList list, const BitJob& job, const ScreenJob& screen) {
  if (list != BitList::complete) return false;
  const bool listed = screen.tiles.places != nullptr;
  constexpr Index tile = Index{WarpgroupShape::rows} * WarpgroupShape::cols;
  const Index pairs = listed ? screen.tiles.count * tile : job.rows * job.cols;
  const Extent extent = reserve(queue, job, pairs);
  const bool whole = extent.rows >= job.rows && extent.cols >= job.cols;
  if (extent.rows == 0 || (listed && !whole)) return false;
  each_part(queue, job, extent, [&](const WarpgroupJob& part, Index rows, Index cols) {
    device_.select_arranged(queue, part, rows, cols, screen);
  });
  return true;
}

}  // namespace encke::cuda
