#include <algorithm>
#include <optional>

#include "pair_tiles.hpp"

// Which tiles a worker takes at once.

namespace encke::kokkos {

namespace {

constexpr Index jobs_of_worker = 4;  // fewer balance badly

}  // namespace

PairTiles::PairTiles(const cpu::Kernels& kernels, const Array<Operand, 2>& blocks,
                     const Screen* screen, PairProducts products, const DeviceProducts* device)
    : form_(form_of(blocks[0].vectors->element())),
      kernels_(kernels.*form_.kernels),
      blocks_(blocks),
      screen_(screen),
      products_(products),
      device_(device),
      row_tiles_(divide_up(blocks[0].range.size(), form_.pair_tile.rows)),
      col_tiles_(divide_up(blocks[1].range.size(), form_.pair_tile.cols)) {}

bool PairTiles::needs_masks() const {
  return device_ == nullptr && products_ == PairProducts::fewest &&
         kernels_.masks.count != nullptr && (any_missing(blocks_[0]) || any_missing(blocks_[1]));
}

void PairTiles::choose_masks(MaskRoute route, int workers) {
  if (route == MaskRoute::popcounts || !needs_masks()) return;
  route_ = route;
  job_ = mask_shape;
  job_.row_tiles = std::min(job_.row_tiles, row_tiles_);
  while (job_.row_tiles > 1 && count() < jobs_of_worker * workers) {
    job_.row_tiles = divide_up(job_.row_tiles, 2);
  }
}

/// Not where all is below the diagonal, either.
bool PairTiles::is_wanted(const Range& rows, const Range& cols, const TallyVisitor& visitor) const {
  const Index first_row = rows.begin + blocks_[0].offset;
  const Index first_col = cols.begin + blocks_[1].offset;
  if (first_col + cols.size() - 1 <= first_row) return false;
  return visitor.wants(-1, {first_row, first_row + rows.size()},
                       {first_col, first_col + cols.size()});
}

void PairTiles::run(Index t, Workspace& work, TallyVisitor& visitor, int worker) const {
  const TileSize tile = form_.pair_tile;
  const Range rows = part(blocks_[0].range, t / job_cols(), tile.rows * job_.row_tiles);
  const Range cols = part(blocks_[1].range, t % job_cols(), tile.cols * job_.col_tiles);
  if (!is_wanted(rows, cols, visitor)) return;
  std::optional<MaskSums> masks;
  const bool first = first_bound() != nullptr && first_.worth();
  if (route_ == MaskRoute::lists || (route_ == MaskRoute::by_counts && !first)) {
    const MaskWork of(blocks_, rows, cols);
    if (of.longest > 0 && of.lists_possible() &&
        (route_ == MaskRoute::lists || of.lists_faster())) {
      masks.emplace(kernels_.masks, blocks_, rows, cols, of.longest, work.masks);
    }
  }
  const MaskSums* sums = masks ? &*masks : nullptr;
  for (Index r = 0; r * tile.rows < rows.size(); ++r) {
    for (Index c = 0; c * tile.cols < cols.size(); ++c) {
      run_tile(part(rows, r, tile.rows), part(cols, c, tile.cols), sums, work, visitor, worker);
    }
  }
}

}  // namespace encke::kokkos
