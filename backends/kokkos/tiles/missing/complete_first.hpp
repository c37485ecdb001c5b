#pragma once

#include <atomic>
#include <cstring>
#include <encke/screen/screen.hpp>
#include <optional>
#include <vector>

#include "kokkos/cpu/block.hpp"
#include "kokkos/tiles/screen_weights.hpp"

// Tiles with missing samples and a screen by weights: the form of complete vectors is made first,
// and the form with missing samples of those entries alone that may pass. Where x (or b) is 0 for a
// missing sample, the table made as if nothing were missing has no cell below that of the samples
// present, and at least n - the missing ones of each vector are present in all: see
// docs/design/kernels.md, "Complete form first".

namespace encke::kokkos {

/// True if it has paid so far for the tiles of a block, most of which are alike.
class FirstTries {
 public:
  bool worth() const { return tried_ < enough || 2 * paid_ >= tried_; }
  void note(bool paid) const {
    ++tried_;
    if (paid) ++paid_;
  }

 private:
  static constexpr int enough = 16;
  mutable std::atomic<int> tried_ = 0, paid_ = 0;
};

/// Entries of a tile, `side` rows by as many columns.
struct Square {
  static constexpr Index side = 8;  ///< vectors of a group
  Index row, col;
};

/// Most samples that one of the vectors is missing.
Index most_missing(const Operand& block, const Range& vectors);

/// The squares of a tile that have candidates, row by row; nothing where there are so many that the
/// whole tile is made as fast.
template <int Way>
std::optional<std::vector<Square>> squares_of(const ScreenTile<Way>& tile) {
  constexpr Index most_share = 3;  // one of so many
  const Index rows = tile.made.rows.size();
  const Index most =
      divide_up(rows, Square::side) * divide_up(tile.cols(), Square::side) / most_share;
  std::vector<Square> squares;
  for (Index row = 0; row < rows; row += Square::side) {
    for (Index col = 0; col < tile.cols(); col += Square::side) {
      std::uint64_t any = 0;
      for (Index r = row; r < std::min(rows, row + Square::side); ++r) {
        if (r < tile.first_row() || col < tile.first_col(r)) continue;
        std::uint64_t eight;
        std::memcpy(&eight, tile.marks(r) + col, sizeof eight);
        any |= eight;
      }
      if (any == 0) continue;
      if (std::ssize(squares) == most) return std::nullopt;
      squares.push_back({row, col});
    }
  }
  return squares;
}

/// Marks what may pass of a tile of complete products of incomplete vectors; made.form must be
/// complete. Columns (and the pivot) have at most so many samples missing.
template <int Way>
bool mark_first(const WeightBound& bound, ScreenTile<Way> tile, Index missing_elsewhere) {
  tile.missing_elsewhere = missing_elsewhere;
  return mark_candidates(bound, tile);
}

/// The part of a product that makes a square; `b` is that of the tile, with both streams. Rows and
/// columns begin at whole groups.
Block block_of(const Block& b, const Square& square);

}  // namespace encke::kokkos
