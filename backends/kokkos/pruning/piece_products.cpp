#include "piece_products.hpp"

#include <algorithm>

namespace encke::kokkos {
namespace {

/// Products of a piece are made in so many words at a time, so that the columns stay in the nearest
/// cache.
constexpr Index words_of_chunk = 128;
constexpr Index side_by_side = 8;  ///< vectors that lie side by side
static_assert(band_rows % side_by_side == 0 && strip_cols % side_by_side == 0);

Stream from_place(const Stream& all, Index place) {
  return {all.group(place / side_by_side), all.group_stride};
}

}  // namespace

PieceProducts::PieceProducts(const cpu::Kernels& kernels, const Array<Operand, 2>& blocks,
                             const Array<Operand, 2>& tested)
    : form_(form_of(blocks[0].vectors->element())),
      kernels_(kernels.*form_.kernels),
      blocks_(blocks) {
  for (int side = 0; side < 2; ++side) {
    streams_[side] = tested[side].vectors->panel(tested[side].range).values;
  }
}

void PieceProducts::start(const PieceTile& tile, Workspace& work) const {
  for (Index r = 0; r < tile.rows.size(); ++r) {
    std::fill_n(work.tallies.data() + r * form_.pair_tile.cols, form_.pair_tile.cols, 0);
  }
}

void PieceProducts::add(const PieceTile& tile, const Pieces& pieces, const Pieces& all,
                        const Range& words, Workspace& work) const {
  const auto multiply = [&](const Range& rows, const Range& cols, const Range& some) {
    kernels_.multiply.complete(block(tile, rows, cols, some, work));
  };
  if (pieces == all) return multiply({0, tile.rows.size()}, {0, tile.cols.size()}, words);
  for (Index w = words.begin; w < words.end; w += words_of_chunk) {
    const Range chunk{w, std::min(w + words_of_chunk, words.end)};
    tile.for_each(pieces,
                  [&](const Range& rows, const Range& cols) { multiply(rows, cols, chunk); });
  }
}

void PieceProducts::make_missing(const PieceTile& tile, const Pieces& pieces,
                                 Workspace& work) const {
  tile.for_each(pieces, [&](const Range& rows, const Range& cols) {
    start_missing(tile, rows, cols, work);
    cpu::Block b = block(tile, rows, cols, {0, blocks_[0].vectors->words()}, work);
    const auto set_streams = [&](int side, Index place, Stream(&streams)[2]) {
      const PackedVectors& packed = *blocks_[side].vectors;
      const Index first = blocks_[side].range.begin + place;
      streams[0] = packed.panel({first, first + 1}).values;
      streams[1] = packed.mask_panel(first / side_by_side);
    };
    set_streams(0, tile.rows.begin + rows.begin, b.left);
    set_streams(1, tile.cols.begin + cols.begin, b.right);
    kernels_.multiply.pairs(b);
  });
}

/// Zeros, or the constants to which the kernels add (see forms::PairMissing).
void PieceProducts::start_missing(const PieceTile& tile, const Range& rows, const Range& cols,
                                  Workspace& work) const {
  const Index stride = form_.pair_tile.cols;
  const Index plane = form_.pair_tile.rows * stride;
  const auto first = [&](int side, Index place) { return blocks_[side].range.begin + place; };
  for (Index r = rows.begin; r < rows.end; ++r) {
    std::int32_t* const at = work.tallies.data() + r * stride + cols.begin;
    const Index padded = round_up(cols.size(), side_by_side);
    for (int p = 0; p < form_.pairs; ++p) std::fill_n(at + p * plane, padded, 0);
    if (!form_.constants) continue;
    const Index positive = blocks_[0].vectors->positive_count(first(0, tile.rows.begin + r));
    std::fill_n(at + plane, cols.size(), static_cast<std::int32_t>(positive));
    for (Index c = 0; c < cols.size(); ++c) {
      at[2 * plane + c] = static_cast<std::int32_t>(
          blocks_[1].vectors->positive_count(first(1, tile.cols.begin + cols.begin + c)));
    }
  }
}

cpu::Block PieceProducts::block(const PieceTile& tile, const Range& rows, const Range& cols,
                                const Range& words, Workspace& work) const {
  cpu::Block b;
  b.left[0] = from_place(streams_[0], tile.rows.begin + rows.begin);
  b.right[0] = from_place(streams_[1], tile.cols.begin + cols.begin);
  b.rows = rows.size();
  b.cols = cols.size();
  b.words = words;
  b.row_stride = form_.pair_tile.cols;
  b.plane_stride = form_.pair_tile.rows * form_.pair_tile.cols;
  b.diagonal = tile.diagonal + rows.begin - cols.begin;
  b.tallies = work.tallies.data() + rows.begin * b.row_stride + cols.begin;
  b.space = work.space(kernels_.multiply.space);
  return b;
}

}  // namespace encke::kokkos
