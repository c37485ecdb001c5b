#pragma once

#include <algorithm>
#include <encke/backend/pair_tallies.hpp>

#include "cuda/kernels/bit_tile.hpp"
#include "cuda/pruning/listed_batch.hpp"
#include "cuda/pruning/pair_pruning.hpp"
#include "forms.hpp"
#include "screen_kinds.hpp"
#include "warpgroup_route.hpp"

namespace encke::cuda {

/// What is multiplied: rows on the left, columns on the right, in device memory.
struct Operands {
  Element element = Element::genotype;
  ProductForm form;
  Planes left;
  Planes right;
  const std::byte* left_values = nullptr;  ///< of elements that are not planes of bits
  const std::byte* right_values = nullptr;
  Index left_stride = 0;
  Index right_stride = 0;
  const std::byte* shared = nullptr;  ///< weighted bits: their sums, in device memory
  PowerSeries series;                 ///< powered sums
  int lanes = 8;
  Index words = 0;
  Range class_words[2];

  bool reals() const { return element.row().real_sums; }
  Index tally_bytes() const { return reals() ? 8 : 4; }
};

/// A rectangle of entries, with all that the visitor of its tallies receives.
struct Rectangle {
  Operands operands;
  Range rows;  ///< of the operands; begins at a multiple of `padding`
  Range cols;
  Index first_row = 0;  ///< index of row 0 of the operands in the whole problem
  Index first_col = 0;
  ScreenKind screen = ScreenKind::none;
  ScreenData data;               ///< of row 0 and column 0
  const Screen* live = nullptr;  ///< not null with a screen: its limits are read for each part
  int way = 2;
  Index pivot = -1;
  const PairTallies* ij =
      nullptr;  ///< triples: tallies of (pivot, row), (pivot, column), (row, column)
  const PairTallies* ik = nullptr;
  const PairTallies* jk = nullptr;
  const PairPruning* pruning = nullptr;  ///< not null: what can be told of its pairs
  /// Not null: rows and columns are those of a batch of lists, not vectors of the problem.
  const ListedBatch* lists = nullptr;

  /// True if entries are tested. Once a screen is active it stays so.
  bool tested() const { return screen != ScreenKind::none && is_active(*live); }
  /// Entries with column <= row + diagonal, from rows.begin and cols.begin on, are not wanted.
  Index diagonal() const { return first_row + rows.begin - first_col - cols.begin; }
  bool wanted() const {
    return rows.size() > 0 && cols.size() > 0 && cols.size() - 1 > diagonal() &&
           first_row + rows.end - 1 > pivot;
  }
  /// The part of it.
  Rectangle part(Range part_rows, Range part_cols) const {
    Rectangle r = *this;
    r.rows = part_rows;
    r.cols = part_cols;
    return r;
  }
  /// Without the whole paddings of rows, then of columns, before the first that is wanted. Nothing
  /// may be wanted of it.
  Rectangle trimmed() const {
    const Index first = std::max(rows.begin, pivot + 1 - first_row);
    const Index after = first_row + first + 1 - first_col;
    return part({std::max(rows.begin, first / padding * padding), rows.end},
                {std::max(cols.begin, after / padding * padding), cols.end});
  }
  ScreenData data_here() const;
  TallyTile tile(Range tile_rows, Range tile_cols) const;
  /// The same of one triple of a batch of lists, by row and column.
  TallyTile listed_tile(Index row, Index col) const;
};

/// Sets what a screen of this kind, if it is not none, has for all entries.
void set_screen(Rectangle& rectangle, ScreenKind kind, const Screen* screen,
                const PackedVectors& like);

/// What the kernels receive for a part of its products.
BitJob bit_job(const Rectangle& rectangle, const ProductPart& part, Range words);

/// Puts the kernels in a queue that store all tallies of a rectangle.
void store(Device& device, WarpgroupRoute& warpgroups, int queue, const Rectangle& rectangle,
           void* tallies, Index plane_stride, Index row_stride);
/// True if select() can do a rectangle; and rows and columns of its tiles.
bool selects(const Device& device, const Rectangle& rectangle);
struct TileExtent {
  int rows;
  int cols;
};
TileExtent tile_extent(BitList list);
/// Puts the kernel in a queue that keeps the candidates of a rectangle, or of some of its tiles.
/// `data`: of its first entry.
void select(Device& device, WarpgroupRoute& warpgroups, int queue, const Rectangle& rectangle,
            const ScreenData& data, const Candidates& out, const TileList& tiles);

}  // namespace encke::cuda
