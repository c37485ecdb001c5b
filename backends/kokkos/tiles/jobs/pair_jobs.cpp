#include <algorithm>
#include <optional>

#include "kokkos/tiles/pair_tiles.hpp"

// Which tiles a worker takes at once.

namespace encke::kokkos {

namespace {

constexpr Index jobs_of_worker = 4;  // fewer balance badly
constexpr Index parts_at_end = 4;    // of a job of the last rows, so that all end together

/// Entries with column > row + diagonal.
Index pairs_above(Index diagonal, Index rows, Index cols) {
  Index pairs = 0;
  for (Index r = 0; r < rows; ++r) pairs += std::clamp<Index>(cols - 1 - r - diagonal, 0, cols);
  return pairs;
}

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
      col_tiles_(divide_up(blocks[1].range.size(), form_.pair_tile.cols)),
      whole_rows_(row_tiles_) {}

bool PairTiles::needs_masks() const {
  return device_ == nullptr && products_ == PairProducts::fewest &&
         kernels_.masks.count != nullptr && (any_missing(blocks_[0]) || any_missing(blocks_[1]));
}

bool PairTiles::has_tables() const {
  return device_ == nullptr && products_ == PairProducts::fewest &&
         kernels_.tables.count != nullptr;
}

MaskShape PairTiles::most_of_job() const {
  return has_tables() ? table_shape_of(blocks_[0].vectors->words()) : mask_shape;
}

bool PairTiles::has_job_sums() const {
  return device_ == nullptr && products_ == PairProducts::fewest && kernels_.multiply.space > 0;
}

void PairTiles::choose_jobs(MaskRoute route, int workers) {
  if (needs_masks() || has_tables()) route_ = route;
  if (route_ == MaskRoute::popcounts && !has_job_sums()) return;
  job_ = most_of_job();
  job_.row_tiles = std::clamp<Index>(row_tiles_, 1, job_.row_tiles);
  whole_rows_ = row_tiles_;
  if (row_tiles_ == 0 || col_tiles_ == 0) return;  // an empty block
  while (job_.row_tiles > 1 && count() < jobs_of_worker * workers) {
    job_.row_tiles = divide_up(job_.row_tiles, 2);
  }
  // the last rows, two jobs a worker of them
  const Index rows = std::min(divide_up(2 * workers, job_cols()), row_tiles_ / job_.row_tiles / 2);
  whole_rows_ = row_tiles_ - rows * job_.row_tiles;
}

Index PairTiles::count() const {
  const Index at_end = divide_up(row_tiles_ - whole_rows_, height_at_end());
  return (divide_up(whole_rows_, job_.row_tiles) + at_end) * job_cols();
}

Index PairTiles::height_at_end() const { return divide_up(job_.row_tiles, parts_at_end); }

/// The tiles of a row of jobs; high ones come first.
Range PairTiles::rows_of_job(Index row) const {
  const Index whole = divide_up(whole_rows_, job_.row_tiles);
  if (row < whole) {
    return {row * job_.row_tiles, std::min((row + 1) * job_.row_tiles, whole_rows_)};
  }
  const Index begin = whole_rows_ + (row - whole) * height_at_end();
  return {begin, std::min(begin + height_at_end(), row_tiles_)};
}

/// Not where all is below the diagonal, either.
bool PairTiles::is_wanted(const Range& rows, const Range& cols, const TallyVisitor& visitor) const {
  const Index first_row = rows.begin + blocks_[0].offset;
  const Index first_col = cols.begin + blocks_[1].offset;
  if (first_col + cols.size() - 1 <= first_row) return false;
  return visitor.wants(-1, {first_row, first_row + rows.size()},
                       {first_col, first_col + cols.size()});
}

PairTiles::Wanted PairTiles::wanted_tiles(const Range& rows, const Range& cols,
                                          const TallyVisitor& visitor) const {
  const TileSize tile = form_.pair_tile;
  Wanted wanted;
  for (Index r = 0; r * tile.rows < rows.size(); ++r) {
    for (Index c = 0; c * tile.cols < cols.size(); ++c) {
      ++wanted.of;
      if (is_wanted(part(rows, r, tile.rows), part(cols, c, tile.cols), visitor)) ++wanted.tiles;
    }
  }
  return wanted;
}

void PairTiles::run(Index t, Workspace& work, TallyVisitor& visitor, int worker) const {
  const TileSize tile = form_.pair_tile;
  const Range row_tiles = rows_of_job(t / job_cols());
  const Range all = blocks_[0].range;
  const Range rows{all.begin + row_tiles.begin * tile.rows,
                   std::min(all.begin + row_tiles.end * tile.rows, all.end)};
  const Range cols = part(blocks_[1].range, t % job_cols(), tile.cols * job_.col_tiles);
  if (!is_wanted(rows, cols, visitor)) return;
  std::optional<MaskSums> masks;
  const bool first = first_bound() != nullptr && first_.worth();
  if (needs_masks() && (route_ == MaskRoute::lists || (route_ == MaskRoute::by_counts && !first))) {
    const MaskWork of(blocks_, rows, cols);
    if (of.longest > 0 && of.lists_possible() &&
        (route_ == MaskRoute::lists || of.lists_faster(kernels_.masks.popcounts_of_word))) {
      masks.emplace(kernels_.masks, blocks_, rows, cols, of.longest, work.masks);
    }
  }
  std::optional<JobSums> sums;
  if (has_job_sums()) {
    const bool complete = !any_missing(blocks_[0]) && !any_missing(blocks_[1]);
    const Wanted wanted = wanted_tiles(rows, cols, visitor);
    // what is not wanted of a job is made, too, but for what lies below the diagonal
    if ((complete || masks || first) && wanted.of > 1 && 2 * wanted.tiles >= wanted.of) {
      sums.emplace(kernels_.multiply, blocks_, rows, cols, work);
    }
  }
  std::optional<TableSums> tables = table_sums(rows, cols, work, visitor);
  run_tiles(rows, cols,
            {masks ? &*masks : nullptr, sums ? &*sums : nullptr, tables ? &*tables : nullptr}, work,
            visitor, worker);
}

std::optional<TableSums> PairTiles::table_sums(const Range& rows, const Range& cols,
                                               Workspace& work, const TallyVisitor& visitor) const {
  if (!has_tables() || route_ == MaskRoute::popcounts) return std::nullopt;
  const TableWork of(blocks_, rows, cols);
  if (!of.lists_possible()) return std::nullopt;
  const TileSize tile = form_.pair_tile;
  const Index diagonal = rows.begin + blocks_[0].offset - cols.begin - blocks_[1].offset;
  const Index pairs = std::min(wanted_tiles(rows, cols, visitor).tiles * tile.rows * tile.cols,
                               pairs_above(diagonal, rows.size(), cols.size()));
  if (route_ == MaskRoute::by_counts && !of.lists_faster(pairs, kernels_.tables.popcount_of_word)) {
    return std::nullopt;
  }
  return std::optional<TableSums>(std::in_place, kernels_.tables, blocks_, of, rows, cols,
                                  work.masks);
}

void PairTiles::run_tiles(const Range& rows, const Range& cols, const Sums& sums, Workspace& work,
                          TallyVisitor& visitor, int worker) const {
  const TileSize tile = form_.pair_tile;
  const Index at_once = tile.rows * (sums.tables != nullptr ? sums.tables->tiles_at_once() : 1);
  for (Index some = 0; some * at_once < rows.size(); ++some) {
    const Range counted = part(rows, some, at_once);
    if (sums.tables != nullptr) {
      if (!is_wanted(counted, cols, visitor)) continue;
      sums.tables->count(counted);
    }
    for (Index r = 0; r * tile.rows < counted.size(); ++r) {
      for (Index c = 0; c * tile.cols < cols.size(); ++c) {
        run_tile(part(counted, r, tile.rows), part(cols, c, tile.cols), sums, work, visitor,
                 worker);
      }
    }
  }
}

}  // namespace encke::kokkos
