#pragma once

#include <bit>
#include <cstdint>

#include "kokkos/cpu/screens/part_band.hpp"
#include "kokkos/tiles/workspace.hpp"

namespace encke::kokkos {

/// A tile of pairs is decided in pieces: bands of rows by strips of columns. Whole groups of
/// vectors, and whole register tiles of most levels.
inline constexpr Index band_rows = cpu::PartBand::rows;
inline constexpr Index strip_cols = 24;
inline constexpr Index bands_of_tile = pair_tile.rows / band_rows;
inline constexpr Index strips_of_tile = pair_tile.cols / strip_cols;
static_assert(bands_of_tile * band_rows == pair_tile.rows);
static_assert(strips_of_tile * strip_cols == pair_tile.cols && strips_of_tile == 8);

/// Pieces of a tile: for each band a bit for each strip.
struct Pieces {
  std::uint8_t of_band[bands_of_tile] = {};

  bool has(Index b, Index s) const { return (of_band[b] >> s & 1) != 0; }
  void add(Index b, Index s) {
    of_band[b] = static_cast<std::uint8_t>(of_band[b] | 1U << static_cast<unsigned>(s));
  }
  bool any() const { return size() > 0; }
  int size() const {
    int sum = 0;
    for (const auto band : of_band) sum += std::popcount(band);
    return sum;
  }
  friend bool operator==(const Pieces&, const Pieces&) = default;
};

/// Where a tile of a block of pairs is, and the pieces that it has.
struct PieceTile {
  Index row_tile, col_tile;
  Range rows, cols;            ///< by place in the blocks
  Index diagonal;              ///< entries with column <= row + diagonal are not wanted
  Index first_row, first_col;  ///< in the whole problem

  Range band(Index b) const { return part({0, rows.size()}, b, band_rows); }
  Range strip(Index s) const { return part({0, cols.size()}, s, strip_cols); }
  Index bands() const { return divide_up(rows.size(), band_rows); }
  Index strips() const { return divide_up(cols.size(), strip_cols); }
  /// Those that are not wholly below the diagonal.
  Pieces wanted() const;
  /// Pairs above the diagonal in the pieces that are in `before` and not in `after`.
  Index pairs_of(const Pieces& before, const Pieces& after) const;
  /// Calls body(rows, cols) for pieces of one strip that lie one below the other.
  template <class Body>
  void for_each(const Pieces& pieces, const Body& body) const {
    for (Index s = 0; s < strips(); ++s) {
      for (Index b = 0; b < bands(); ++b) {
        if (!pieces.has(b, s)) continue;
        const Index begin = band(b).begin;
        while (b + 1 < bands() && pieces.has(b + 1, s)) ++b;
        body(Range{begin, band(b).end}, strip(s));
      }
    }
  }
  /// The vectors of a part of the tile's rows, and of its columns, in the whole problem.
  Range rows_in_problem(const Range& some) const {
    return {first_row + some.begin, first_row + some.end};
  }
  Range cols_in_problem(const Range& some) const {
    return {first_col + some.begin, first_col + some.end};
  }
};

}  // namespace encke::kokkos
