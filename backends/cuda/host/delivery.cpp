#include "delivery.hpp"

#include <algorithm>
#include <cstring>
#include <encke/host/threads/host_loop.hpp>

namespace encke::cuda {
namespace {

constexpr Index band_rows = 32;  ///< of stored tallies in one visit
constexpr Index most_tile_entries = 128 * 256;
// In candidates that are visited: what a tile takes besides, and what is worth starting a thread.
constexpr Index work_of_tile = 64;
constexpr Index work_of_thread = 8 * work_of_tile;

}  // namespace

Index Delivery::bytes(int workers, int planes, int item) {
  return workers * most_tile_entries * (planes * item + 1);
}

void Delivery::stored(const Rectangle& rectangle, const void* tallies, Index plane_stride,
                      Index row_stride, TallyVisitor& visitor) {
  const Index item = rectangle.operands.tally_bytes();
  thread_loop(workers(), divide_up(rectangle.rows.size(), band_rows), [&](Index band, int worker) {
    const Range rows = rectangle.rows.part(band, band_rows);
    if (!rectangle.part(rows, rectangle.cols).wanted()) return;
    TallyTile tile = rectangle.tile(rows, rectangle.cols);
    tile.joint = {static_cast<const std::byte*>(tallies) +
                      (rows.begin - rectangle.rows.begin) * row_stride * item,
                  plane_stride, row_stride};
    visitor.visit(tile, worker);
  });
}

void Delivery::kept(const Rectangle& rectangle, const Kept& kept, TallyVisitor& visitor) {
  const Index down = divide_up(rectangle.rows.size(), kept.extent.rows);
  const Index across = divide_up(rectangle.cols.size(), kept.extent.cols);
  std::vector<Index> tiles;
  Index work = 0;
  for (Index t = 0; t < down * across; ++t) {
    const Index count = kept.spans[t].count;
    if (count <= 0) continue;
    tiles.push_back(t);
    work += work_of_tile + count;
  }
  const auto useful = std::min<Index>(workers(), divide_up(work, work_of_thread));
  thread_loop(static_cast<int>(useful), static_cast<Index>(tiles.size()), [&](Index i, int worker) {
    kept_tile(rectangle, kept, tiles[static_cast<std::size_t>(i)],
              buffers_[static_cast<std::size_t>(worker)], visitor, worker);
  });
}

/// Entry by entry: they are triples from all over the block.
void Delivery::listed_tile(const Rectangle& rectangle, const Kept& kept, Index t, const Range& rows,
                           const Range& cols, TallyVisitor& visitor, int worker) {
  const TileSpan span = kept.spans[t];
  const Index words = 1 + rectangle.operands.form.planes();
  for (Index e = span.first; e < span.first + span.count; ++e) {
    const std::int32_t* const entry = kept.entries + e * words;
    TallyTile tile =
        rectangle.listed_tile(rows.begin + (*entry >> 16), cols.begin + (*entry & 0xffff));
    tile.joint = {entry + 1, 1, 1};
    visitor.visit(tile, worker);
  }
}

void Delivery::kept_tile(const Rectangle& rectangle, const Kept& kept, Index t, Buffer& buffer,
                         TallyVisitor& visitor, int worker) {
  const Index across = divide_up(rectangle.cols.size(), kept.extent.cols);
  const Range rows = rectangle.rows.part(t / across, kept.extent.rows);
  const Range cols = rectangle.cols.part(t % across, kept.extent.cols);
  if (rectangle.lists != nullptr) {
    return listed_tile(rectangle, kept, t, rows, cols, visitor, worker);
  }
  if (!rectangle.part(rows, cols).wanted()) return;
  const Index stride = kept.extent.cols;
  const Index plane = kept.extent.rows * stride;
  const int planes = rectangle.operands.form.planes();
  const Index item = rectangle.operands.tally_bytes();
  buffer.tallies.resize(
      std::max(buffer.tallies.size(), static_cast<std::size_t>(planes * plane * item)));
  buffer.marks.resize(std::max(buffer.marks.size(), static_cast<std::size_t>(plane)));
  const TileSpan span = kept.spans[t];
  const Index words = 1 + planes * item / 4;
  const auto place = [&](Index e) {
    const std::int32_t at = kept.entries[e * words];
    return (at >> 16) * stride + (at & 0xffff);
  };
  for (Index e = span.first; e < span.first + span.count; ++e) {
    const Index at = place(e);
    buffer.marks[static_cast<std::size_t>(at)] = 1;
    for (int p = 0; p < planes; ++p) {
      std::memcpy(buffer.tallies.data() + (p * plane + at) * item,
                  kept.entries + e * words + 1 + p * item / 4, static_cast<std::size_t>(item));
    }
  }
  TallyTile tile = rectangle.tile(rows, cols);
  tile.joint = {buffer.tallies.data(), plane, stride};
  tile.candidates = buffer.marks.data();
  tile.candidate_stride = stride;
  const auto unmark = [&] {
    for (Index e = span.first; e < span.first + span.count; ++e) {
      buffer.marks[static_cast<std::size_t>(place(e))] = 0;
    }
  };
  try {
    visitor.visit(tile, worker);
  } catch (...) {
    unmark();
    throw;
  }
  unmark();
}

}  // namespace encke::cuda
