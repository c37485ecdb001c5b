#include "pair_tiles.hpp"

#include <algorithm>
#include <cmath>

#include "screen_correlation.hpp"
#include "screen_overlap.hpp"
#include "screen_scores.hpp"
#include "screen_weights.hpp"
#include "segments.hpp"

namespace encke::kokkos {

/// One tile: local vectors of both blocks, and what is there of them.
struct PairTiles::Tile {
  Range rows, cols;
  Panel left, right;
  TallyForm form;
  Index row_stride, plane_stride;
  Index diagonal;           ///< entries with column <= row + diagonal are not wanted
  const MaskSums* masks;    ///< of the missing form; null: its products are made by popcounts
  const JobSums* sums;      ///< of the complete form; null: it is made by itself
  const TableSums* tables;  ///< of either form; null: by popcounts

  /// True if its plane 0 is that of the complete form, and made.
  bool is_summed() const {
    return sums != nullptr && (form == TallyForm::complete || masks != nullptr);
  }
};

void PairTiles::run_tile(const Range& rows, const Range& cols, const Sums& sums, Workspace& work,
                         TallyVisitor& visitor, int worker) const {
  if (!is_wanted(rows, cols, visitor)) return;
  Tile tile;
  tile.rows = rows;
  tile.cols = cols;
  if (sums.job == nullptr && sums.tables == nullptr) {
    const Index of_problem = blocks_[0].offset;
    const Index end = visitor.end_after({rows.begin + of_problem, rows.end + of_problem});
    tile.cols = clipped(cols, blocks_[1].offset, end);
    if (tile.cols.size() <= 0) return;
  }
  tile.masks = sums.masks;
  tile.sums = sums.job;
  tile.tables = sums.tables;
  const Index first_row = tile.rows.begin + blocks_[0].offset;
  const Index first_col = tile.cols.begin + blocks_[1].offset;
  tile.diagonal = first_row - first_col;
  tile.left = blocks_[0].vectors->panel(tile.rows);
  tile.right = blocks_[1].vectors->panel(tile.cols);
  const bool complete = tile.left.complete() && tile.right.complete();
  const bool cheap = products_ == PairProducts::positive
                         ? form_.triples_alone
                         : products_ == PairProducts::fewest && complete;
  tile.form = cheap || form_.reals ? TallyForm::complete : TallyForm::missing;
  tile.row_stride = form_.pair_tile.cols;
  tile.plane_stride = form_.pair_tile.rows * form_.pair_tile.cols;
  TallyTile made;
  made.rows = {first_row, first_row + tile.rows.size()};
  made.cols = {first_col, first_col + tile.cols.size()};
  made.joint = {work.tallies.data(), tile.plane_stride, tile.row_stride};
  made.candidate_stride = tile.row_stride;
  if (tile.form == TallyForm::missing && tile.masks == nullptr && !visitor.every_tile() &&
      first_bound() != nullptr && first_.worth()) {
    const First found = complete_first(tile, made, work);
    first_.note(found != First::all);
    if (found == First::rejected) return;
    if (found == First::marked) return visitor.visit(made, worker);
  }
  made.form = tile.form;
  if (const CorrelationBound* const bound = mask_bound(tile, visitor)) {
    const cpu::MaskFound found = screen_masks(tile, *bound, work);
    if (found.rows == 0) return;
    tile.masks->write(tile.rows, tile.cols, work.tallies.data(), tile.plane_stride, tile.row_stride,
                      found);
    made.candidates = work.candidates.data();
    return visitor.visit(made, worker);
  }
  if (const ScoreBound* const bound = table_bound(tile, visitor)) {
    if (!screen_tables(tile, *bound, made, work)) return;
    start(tile, work);
    made.candidates = work.candidates.data();
    return visitor.visit(made, worker);
  }
  start(tile, work);
  multiply(tile, work);
  if (screen_ != nullptr && is_active(*screen_)) {
    const ScreenTile<2> seen{blocks_, made, kernels_.screens, work, form_.tally_bytes()};
    const bool found =
        std::visit([&](const auto& bound) { return mark_candidates(bound, seen); }, *screen_);
    if (!found && !visitor.every_tile()) return;
    made.candidates = work.candidates.data();
  }
  visitor.visit(made, worker);
}

const ScoreBound* PairTiles::table_bound(const Tile& tile, const TallyVisitor& visitor) const {
  if (tile.tables == nullptr || screen_ == nullptr || visitor.every_tile()) return nullptr;
  const auto* const bound = std::get_if<ScoreBound>(screen_);
  return bound != nullptr && is_active(*screen_) ? bound : nullptr;
}

/// A row at a time: its tables stay in the nearest cache. Tells whether any pair may pass.
bool PairTiles::screen_tables(const Tile& tile, const ScoreBound& bound, TallyTile made,
                              Workspace& work) const {
  made.joint = {work.tallies.data(), form_.pair_tile.cols, 0};
  const ScreenTile<2> seen{blocks_, made, kernels_.screens, work, form_.tally_bytes()};
  return mark_scores(bound, seen, [&](Index r) {
    const Index row = tile.rows.begin + r;
    tile.tables->write({row, row + 1}, tile.cols, tile.form == TallyForm::complete,
                       work.tallies.data(), form_.pair_tile.cols, 0);
  });
}

const CorrelationBound* PairTiles::mask_bound(const Tile& tile, const TallyVisitor& visitor) const {
  if (tile.form != TallyForm::missing || tile.masks == nullptr || screen_ == nullptr ||
      visitor.every_tile() || !tile.masks->has_screen()) {
    return nullptr;
  }
  const auto* const bound = std::get_if<CorrelationBound>(screen_);
  return bound != nullptr && is_active(*screen_) ? bound : nullptr;
}

/// Of the products only the sum of x x is made.
cpu::MaskFound PairTiles::screen_masks(const Tile& tile, const CorrelationBound& bound,
                                       Workspace& work) const {
  start_sums(tile, work);
  multiply(tile, work);
  constexpr float rounding = 1e-6F;  // of ten operations at most
  const auto floor = static_cast<float>(bound.floor.load());
  return tile.masks->screen(tile.rows, tile.cols, work.tallies.data(), tile.row_stride,
                            {.floor = floor - rounding * std::abs(floor),
                             .diagonal = tile.diagonal,
                             .out = work.candidates.data()});
}

const WeightBound* PairTiles::first_bound() const {
  if (screen_ == nullptr || device_ != nullptr || products_ != PairProducts::fewest) return nullptr;
  const auto* const bound = std::get_if<WeightBound>(screen_);
  return bound != nullptr && bound->active() ? bound : nullptr;
}

/// Makes the missing form of what may pass, and marks it; where that is too much, nothing.
PairTiles::First PairTiles::complete_first(const Tile& tile, TallyTile& made,
                                           Workspace& work) const {
  Tile first = tile;
  first.form = TallyForm::complete;
  start(first, work);
  multiply(first, work);
  made.form = TallyForm::complete;
  const ScreenTile<2> seen{blocks_, made, kernels_.screens, work, form_.tally_bytes()};
  if (!mark_first(*first_bound(), seen, most_missing(blocks_[1], tile.cols))) {
    return First::rejected;
  }
  const auto squares = squares_of(seen);
  if (!squares) return First::all;
  const Block whole = block(tile, work);
  for (const Square& square : *squares) {
    start_square(tile, square, work);
    kernels_.multiply.pairs(block_of(whole, square));
  }
  made.form = TallyForm::missing;
  made.candidates = work.candidates.data();
  return First::marked;
}

/// As start() and start_constants(), of the entries of a square.
void PairTiles::start_square(const Tile& tile, const Square& square, Workspace& work) const {
  for (Index r = square.row; r < std::min(tile.rows.size(), square.row + Square::side); ++r) {
    std::int32_t* const at = work.tallies.data() + r * tile.row_stride + square.col;
    for (int p = 0; p < planes(tile); ++p) std::fill_n(at + p * tile.plane_stride, Square::side, 0);
    if (!form_.constants) continue;
    const Index positive = blocks_[0].vectors->positive_count(tile.rows.begin + r);
    std::fill_n(at + tile.plane_stride, Square::side, static_cast<std::int32_t>(positive));
    for (Index c = 0; c < std::min(Square::side, tile.cols.size() - square.col); ++c) {
      at[2 * tile.plane_stride + c] = static_cast<std::int32_t>(
          blocks_[1].vectors->positive_count(tile.cols.begin + square.col + c));
    }
  }
}

int PairTiles::planes(const Tile& tile) const {
  return form_.pair_planes(tile.form == TallyForm::missing, products_ == PairProducts::positive);
}

/// True if the kernel of the complete form writes all its tallies of the tile, so that none is
/// cleared first: it leaves out those below a diagonal, which screens may read.
bool PairTiles::starts_fresh(const Tile& tile) const {
  const bool complete = tile.form == TallyForm::complete || tile.masks != nullptr;
  return kernels_.multiply.writes && device_ == nullptr && complete && form_.classes == 1 &&
         form_.segment == 0 && tile.diagonal < 0 && tile.left.words > 0;
}

void PairTiles::start(const Tile& tile, Workspace& work) const {
  if (tile.tables != nullptr) {
    return tile.tables->write(tile.rows, tile.cols, tile.form == TallyForm::complete,
                              work.tallies.data(), tile.plane_stride, tile.row_stride);
  }
  if (tile.masks == nullptr && starts_fresh(tile)) return;
  if (form_.reals) {
    auto* sums = reinterpret_cast<double*>(work.tallies.data());
    std::fill_n(sums, planes(tile) * tile.plane_stride, 0.0);
    return;
  }
  if (tile.form == TallyForm::missing && tile.masks != nullptr) {
    start_sums(tile, work);
    return tile.masks->write(tile.rows, tile.cols, work.tallies.data(), tile.plane_stride,
                             tile.row_stride);
  }
  if (tile.is_summed()) return;
  std::fill_n(work.tallies.data(), planes(tile) * tile.plane_stride, 0);
  if (form_.constants && tile.form == TallyForm::missing && device_ == nullptr) {
    start_constants(tile, work);
  }
}

/// The sum of x x, where the others are made by lists.
void PairTiles::start_sums(const Tile& tile, Workspace& work) const {
  if (tile.is_summed() || starts_fresh(tile)) return;
  std::fill_n(work.tallies.data(), tile.plane_stride, 0);
}

/// The constants of the products (see forms::PairMissing), to which the kernels add.
void PairTiles::start_constants(const Tile& tile, Workspace& work) const {
  const auto& left = *blocks_[0].vectors;
  const auto& right = *blocks_[1].vectors;
  auto* plane = work.tallies.data();
  for (Index c = 0; c < tile.cols.size(); ++c) {
    work.col_x[c] = static_cast<std::int32_t>(right.positive_count(tile.cols.begin + c));
  }
  for (Index r = 0; r < tile.rows.size(); ++r) {
    const auto positive = static_cast<std::int32_t>(left.positive_count(tile.rows.begin + r));
    std::fill_n(plane + tile.plane_stride + r * tile.row_stride, tile.cols.size(), positive);
    std::copy_n(work.col_x.data(), tile.cols.size(),
                plane + 2 * tile.plane_stride + r * tile.row_stride);
  }
}

/// The streams and tallies of a tile, without its words.
Block PairTiles::block(const Tile& tile, Workspace& work) const {
  Block b;
  b.left[0] = tile.left.values;
  b.right[0] = tile.right.values;
  b.rows = tile.rows.size();
  b.cols = tile.cols.size();
  b.row_stride = tile.row_stride;
  b.plane_stride = tile.plane_stride;
  b.diagonal = tile.diagonal;
  b.shared = blocks_[0].vectors->shared().data();
  b.tallies = work.tallies.data();
  b.space = work.space(kernels_.multiply.space);
  if (tile.form == TallyForm::missing && tile.masks == nullptr) {
    b.left[1] = blocks_[0].vectors->mask_panel(tile.rows.begin / 8);
    b.right[1] = blocks_[1].vectors->mask_panel(tile.cols.begin / 8);
    b.words = {0, tile.left.words};
  }
  return b;
}

void PairTiles::multiply(const Tile& tile, Workspace& work) const {
  if (tile.tables != nullptr) return;  // they are whole from the start
  if (device_ != nullptr) {
    const TallyTarget to{work.tallies.data(), tile.plane_stride, tile.row_stride};
    return add_products(*device_, tile.rows, tile.cols, planes(tile), form_.reals, to);
  }
  if (tile.is_summed()) return tile.sums->write(tile.rows, tile.cols, work.tallies.data());
  Block b = block(tile, work);
  b.fresh = starts_fresh(tile);
  auto* const product = product_of(tile);
  if (tile.form == TallyForm::complete && form_.classes > 1) return of_each_class(tile, b, product);
  if (tile.form == TallyForm::complete) {
    return sum_segments(tile.left.words, form_.segment, work.tallies.data(),
                        work.segment(planes(tile)), planes(tile) * tile.plane_stride,
                        [&](Range words, void* to) {
                          b.words = words;
                          b.tallies = to;
                          product(b);
                        });
  }
  if (tile.masks != nullptr) {  // only XX is left
    b.words = {0, tile.left.words};
    return kernels_.multiply.complete(b);
  }
  of_each_class(tile, b, product);
}

Products::Function PairTiles::product_of(const Tile& tile) const {
  if (tile.form == TallyForm::complete) return kernels_.multiply.complete;
  return products_ == PairProducts::positive ? kernels_.multiply.pairs_of_triples
                                             : kernels_.multiply.pairs;
}

/// Each class has its words and its planes of tallies.
void PairTiles::of_each_class(const Tile& tile, Block b, Products::Function product) const {
  if (form_.classes == 1) {
    b.words = {0, tile.left.words};
    return product(b);
  }
  auto* const tallies = static_cast<std::int32_t*>(b.tallies);
  for (int c = 0; c < form_.classes; ++c) {
    b.words = blocks_[0].vectors->class_words(c);
    b.tallies = tallies + c * planes(tile) / form_.classes * tile.plane_stride;
    product(b);
  }
}

}  // namespace encke::kokkos
