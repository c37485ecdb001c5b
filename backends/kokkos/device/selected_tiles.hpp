#pragma once

#include <algorithm>
#include <cstring>
#include <encke/backend/pair_tallies.hpp>

#include "cuda/kernels/bit_job.hpp"
#include "kokkos/tiles/workspace.hpp"

namespace encke::kokkos {

/// Candidates that a device has kept of the tallies of rows by columns, tile by tile, in host
/// memory. A value: run(t) may be called by any worker, in any order, for 0 <= t < count().
struct SelectedTiles {
  TallyForm form;
  Range rows, cols;  ///< of the whole problem
  int planes;
  Index item;  ///< bytes of a tally
  Index tile_rows, tile_cols;
  const cuda::TileSpan* spans;  ///< [tile row][tile column]
  const std::int32_t* entries;  ///< see cuda::Candidates
  Index pivot = -1;             ///< triples, with the tallies of their pairs:
  const PairTallies* pivot_rows = nullptr;
  const PairTallies* pivot_cols = nullptr;
  const PairTallies* row_cols = nullptr;

  Index across() const { return divide_up(cols.size(), tile_cols); }
  Index count() const { return divide_up(rows.size(), tile_rows) * across(); }

  /// A tile is handed over in bands of rows that the workspace can hold.
  void run(Index t, Workspace& work, TallyVisitor& visitor, int worker) const {
    const cuda::TileSpan span = spans[t];
    if (span.count == 0) return;
    const Range of_tile = part(rows, t / across(), tile_rows);
    const Index held = Workspace::cells * Workspace::planes * Index{sizeof(std::int32_t)};
    const Index band = std::min(tile_rows, held / (planes * item * tile_cols));
    for (Index first = 0; first < of_tile.size(); first += band) {
      TallyTile tile;
      tile.form = form;
      tile.rows = part(of_tile, first / band, band);
      tile.cols = part(cols, t % across(), tile_cols);
      if (!put(span, first, tile.rows.size(), work)) continue;
      tile.joint = {work.tallies.data(), band * tile_cols, tile_cols};
      tile.candidates = work.candidates.data();
      tile.candidate_stride = tile_cols;
      add_pairs(tile);
      visitor.visit(tile, worker);
    }
  }

 private:
  /// Puts the candidates of rows [first, first + height) of the tile in place; true if there are
  /// any.
  bool put(const cuda::TileSpan& span, Index first, Index height, Workspace& work) const {
    const Index words = 1 + planes * item / 4;
    const Index held = Workspace::cells * Workspace::planes * Index{sizeof(std::int32_t)};
    const Index plane = std::min(tile_rows, held / (planes * item * tile_cols)) * tile_cols;
    auto* const tallies = reinterpret_cast<std::byte*>(work.tallies.data());
    std::fill_n(work.candidates.data(), height * tile_cols, std::uint8_t{0});
    bool found = false;
    for (Index e = span.first; e < span.first + span.count; ++e) {
      const std::int32_t* const entry = entries + e * words;
      const Index row = (entry[0] >> 16) - first;
      if (row < 0 || row >= height) continue;
      const Index at = row * tile_cols + (entry[0] & 0xffff);
      work.candidates[at] = 1;
      found = true;
      for (int p = 0; p < planes; ++p) {
        std::memcpy(tallies + (p * plane + at) * item, entry + 1 + p * item / 4,
                    static_cast<std::size_t>(item));
      }
    }
    return found;
  }
  void add_pairs(TallyTile& tile) const {
    if (pivot < 0) return;
    tile.pivot = pivot;
    tile.pair_form = row_cols->form();
    tile.pivot_rows = pivot_rows->from(pivot, tile.rows.begin);
    tile.pivot_cols = pivot_cols->from(pivot, tile.cols.begin);
    tile.row_cols = row_cols->from(tile.rows.begin, tile.cols.begin);
  }
};

}  // namespace encke::kokkos
