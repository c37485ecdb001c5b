#include "triple_tiles.hpp"

#include <algorithm>

#include "screen_correlation.hpp"
#include "screen_overlap.hpp"
#include "screen_scores.hpp"
#include "screen_weights.hpp"
#include "segments.hpp"

namespace encke::kokkos {

struct TripleTiles::Tile {
  Index pivot;       ///< local vector of the first block
  Range rows, cols;  ///< local vectors of the second and third
  Panel left, right;
  TallyForm form;
  Index row_stride, plane_stride;
  Index diagonal;
};

namespace {

constexpr Index cache_line = 16;  ///< tallies
static_assert((case_control_form.triple_tile.rows * case_control_form.triple_tile.cols +
               cache_line) *
                  case_control_form.classes * case_control_form.triples <=
              Workspace::cells * Workspace::planes);

/// First row of a tile that is multiplied, where those up to `pivot` are not needed: whole panels
/// are left out.
Index first_behind(Index pivot, const Range& rows) {
  if (rows.begin % widest_panel != 0 || pivot < rows.begin || pivot + 1 >= rows.end)
    return rows.begin;
  return (pivot + 1) / widest_panel * widest_panel;
}

}  // namespace

TripleTiles::TripleTiles(const cpu::Kernels& kernels, const Array<Operand, 3>& blocks,
                         const Pairs& pairs, const Screen* screen, const FewMissing* few)
    : form_(form_of(blocks[0].vectors->element())),
      kernels_(kernels.*form_.kernels),
      blocks_(blocks),
      pairs_(pairs),
      screen_(screen),
      few_(few),
      pivots_(blocks[0].range),
      row_tiles_(divide_up(blocks[1].range.size(), form_.triple_tile.rows)),
      col_tiles_(divide_up(blocks[2].range.size(), form_.triple_tile.cols)) {}

TripleTiles::TripleTiles(const cpu::Kernels& kernels, const Array<Operand, 3>& blocks,
                         const Pairs& pairs, const Screen* screen, Index pivot,
                         const DeviceProducts& device, bool missing)
    : TripleTiles(kernels, blocks, pairs, screen) {
  pivots_ = {pivot, pivot + 1};
  device_ = &device;
  missing_ = missing;
}

void TripleTiles::run(Index t, Workspace& work, TallyVisitor& visitor, int worker) const {
  Tile tile;
  // Of tables all pivots of the same rows and columns come one after the other: these, and planes
  // of their pairs, stay in the caches.
  const bool tables = form_.classes > 1;
  const Index places = row_tiles_ * col_tiles_;
  tile.pivot = pivots_.begin + (tables ? t % pivots_.size() : t / places);
  const Index place = tables ? t / pivots_.size() : t % places;
  tile.rows = part(blocks_[1].range, place / col_tiles_, form_.triple_tile.rows);
  tile.cols = part(blocks_[2].range, place % col_tiles_, form_.triple_tile.cols);
  const Index pivot = tile.pivot + blocks_[0].offset;
  const Index end = visitor.end_after({pivot, pivot + 1});
  tile.rows = clipped(tile.rows, blocks_[1].offset, end);
  tile.cols = clipped(tile.cols, blocks_[2].offset, end);
  if (tile.rows.size() <= 0 || tile.cols.size() <= 0) return;
  tile.rows.begin = first_behind(pivot - blocks_[1].offset, tile.rows);
  const Index first_row = tile.rows.begin + blocks_[1].offset;
  const Index first_col = tile.cols.begin + blocks_[2].offset;
  tile.diagonal = first_row - first_col;
  if (first_row + tile.rows.size() - 1 <= pivot) return;
  if (tile.cols.size() - 1 <= tile.diagonal) return;
  if (!visitor.wants(pivot, {first_row, first_row + tile.rows.size()},
                     {first_col, first_col + tile.cols.size()})) {
    return;
  }
  tile.left = blocks_[1].vectors->panel(tile.rows);
  tile.right = blocks_[2].vectors->panel(tile.cols);
  const bool complete = !missing_ && tile.left.complete() && tile.right.complete() &&
                        !blocks_[0].vectors->has_missing(tile.pivot);
  tile.form = complete ? TallyForm::complete : TallyForm::missing;
  tile.row_stride = form_.triple_tile.cols;
  tile.plane_stride = form_.triple_tile.rows * form_.triple_tile.cols;
  if (tables) tile.plane_stride += cache_line;  // planes in different places of a cache
  if (!complete && !visitor.every_tile() && first_bound() != nullptr && first_.worth()) {
    TallyTile marked;
    const First found = complete_first(tile, marked, work);
    first_.note(found != First::all);
    if (found == First::rejected) return;
    if (found == First::marked) return visitor.visit(marked, worker);
  }
  make(tile, work);

  TallyTile made = describe(tile, work);
  if (screen_ != nullptr && is_active(*screen_)) {
    const ScreenTile<3> seen{blocks_, made, kernels_.screens, work, form_.tally_bytes()};
    const bool found =
        std::visit([&](const auto& bound) { return mark_candidates(bound, seen); }, *screen_);
    if (!found && !visitor.every_tile()) return;
    made.candidates = work.candidates.data();
  }
  visitor.visit(made, worker);
}

void TripleTiles::make(const Tile& tile, Workspace& work) const {
  const bool missing = tile.form == TallyForm::missing;
  if (missing && few_ != nullptr) return make_few(tile, work);
  start(tile, work);
  multiply(tile, work, work.tallies.data());
  if (missing && form_.constants && device_ == nullptr) finish_missing(tile, work);
}

/// The products of complete vectors at the end of the tallies, from where they go to their planes.
void TripleTiles::make_few(const Tile& tile, Workspace& work) const {
  const int all = FewMissing::planes, some = form_.triples_complete;
  std::int32_t* const tallies = work.tallies.data();
  std::int32_t* from = tallies + form_.classes * (all - some) * tile.plane_stride;
  std::fill_n(from, form_.classes * some * tile.plane_stride, 0);
  Tile complete = tile;
  complete.form = TallyForm::complete;
  multiply(complete, work, from);
  for (int c = 0; c < form_.classes; ++c) {
    for (int p = 0; p < some; ++p, from += tile.plane_stride) {
      const Index plane = all * c + p / 4 * 9 + p / 2 % 2 * 3 + p % 2;
      std::copy_n(from, tile.plane_stride, tallies + plane * tile.plane_stride);
    }
  }
  const auto from_begin = [](const Range& part, const Operand& block) {
    return Range{part.begin - block.range.begin, part.end - block.range.begin};
  };
  few_->finish({.pivot = tile.pivot - blocks_[0].range.begin,
                .rows = from_begin(tile.rows, blocks_[1]),
                .cols = from_begin(tile.cols, blocks_[2]),
                .tallies = tallies,
                .row_stride = tile.row_stride,
                .plane_stride = tile.plane_stride});
}

const WeightBound* TripleTiles::first_bound() const {
  if (screen_ == nullptr || device_ != nullptr) return nullptr;
  const auto* const bound = std::get_if<WeightBound>(screen_);
  return bound != nullptr && bound->active() ? bound : nullptr;
}

/// Makes the missing form of what may pass, and marks it; where that is too much, nothing.
TripleTiles::First TripleTiles::complete_first(const Tile& tile, TallyTile& made,
                                               Workspace& work) const {
  Tile first = tile;
  first.form = TallyForm::complete;
  start(first, work);
  multiply(first, work, work.tallies.data());
  made = describe(first, work);
  const ScreenTile<3> seen{blocks_, made, kernels_.screens, work, form_.tally_bytes()};
  const Range pivot{tile.pivot, tile.pivot + 1};
  const Index elsewhere = most_missing(blocks_[0], pivot) + most_missing(blocks_[2], tile.cols);
  if (!mark_first(*first_bound(), seen, elsewhere)) return First::rejected;
  const auto squares = squares_of(seen);
  if (!squares) return First::all;
  for (auto left = std::span(*squares); !left.empty();) {
    const auto of_row =
        std::ranges::find_if(left, [&](const Square& s) { return s.row != left.front().row; });
    const auto count = static_cast<std::size_t>(of_row - left.begin());
    multiply_squares(tile, left.first(count), work);
    left = left.subspan(count);
  }
  made.form = TallyForm::missing;
  made.candidates = work.candidates.data();
  return First::marked;
}

/// The missing form of squares of the same rows, which are folded for them alone.
void TripleTiles::multiply_squares(const Tile& tile, std::span<const Square> squares,
                                   Workspace& work) const {
  const Index row = squares.front().row;
  const Index planes = form_.folded(true);
  std::fill_n(work.positives.data(), work.positives.size(), 0);
  start_squares(tile, squares, work);
  cpu::Fold f = fold(tile, work);
  f.groups = 1;
  f.left = {f.left.group(row / Square::side), f.left.group_stride};
  f.left_mask = {f.left_mask.group(row / Square::side), f.left_mask.group_stride};
  const cpu::Block whole = block(tile, work);
  const Index step = Workspace::fold_bytes / (planes * 64);
  for (Index w = 0; w < tile.right.words; w += step) {
    f.words = {w, std::min(w + step, tile.right.words)};
    kernels_.fold_missing(f);
    for (const Square& square : squares) {
      cpu::Block b = block_of(whole, square);
      b.words = f.words;
      b.left[0] = {f.out, f.words.size() * planes * 64};
      b.left_begin = w;
      kernels_.multiply.triples(b);
    }
  }
  if (!form_.constants) return;
  for (const Square& square : squares) {
    for (Index r = 0; r < std::min(Square::side, tile.rows.size() - row); ++r) {
      std::int32_t* const at = work.tallies.data() + (row + r) * tile.row_stride + square.col;
      for (Index c = 0; c < Square::side; ++c) {
        at[3 * tile.plane_stride + c] += work.positives[r];
        at[5 * tile.plane_stride + c] += work.positives[64 + r];
      }
    }
  }
}

/// As start() and start_missing(), of the entries of squares.
void TripleTiles::start_squares(const Tile& tile, std::span<const Square> squares,
                                Workspace& work) const {
  constexpr int positive = 4;  // plane of the pair matrices
  const TallyTile made = describe(tile, work);
  for (const Square& square : squares) {
    const Index cols = std::min(Square::side, tile.cols.size() - square.col);
    for (Index r = square.row; r < std::min(tile.rows.size(), square.row + Square::side); ++r) {
      std::int32_t* const at = work.tallies.data() + r * tile.row_stride + square.col;
      const auto plane = [&](int p) { return at + p * tile.plane_stride; };
      for (int p = 0; p < form_.triples; ++p) std::fill_n(plane(p), Square::side, 0);
      if (!form_.constants) continue;
      std::fill_n(plane(1), cols, made.pivot_rows.row<std::int32_t>(positive, 0)[r]);
      std::copy_n(made.pivot_cols.row<std::int32_t>(positive, 0) + square.col, cols, plane(2));
      std::copy_n(made.row_cols.row<std::int32_t>(positive, r) + square.col, cols, plane(4));
      for (Index c = 0; c < cols; ++c) {
        plane(6)[c] = static_cast<std::int32_t>(
            blocks_[2].vectors->positive_count(tile.cols.begin + square.col + c));
      }
    }
  }
}

TallyTile TripleTiles::describe(const Tile& tile, const Workspace& work) const {
  TallyTile made;
  made.form = tile.form;
  made.pivot = tile.pivot + blocks_[0].offset;
  made.rows = {tile.rows.begin + blocks_[1].offset, tile.rows.end + blocks_[1].offset};
  made.cols = {tile.cols.begin + blocks_[2].offset, tile.cols.end + blocks_[2].offset};
  made.joint = {work.tallies.data(), tile.plane_stride, tile.row_stride};
  made.candidate_stride = tile.row_stride;
  made.pair_form = pairs_.jk.form();
  made.pivot_rows = pairs_.ij.from(made.pivot, made.rows.begin);
  made.pivot_cols = pairs_.ik.from(made.pivot, made.cols.begin);
  made.row_cols = pairs_.jk.from(made.rows.begin, made.cols.begin);
  return made;
}

void TripleTiles::start(const Tile& tile, Workspace& work) const {
  if (form_.reals) {
    std::fill_n(reinterpret_cast<double*>(work.tallies.data()), tile.plane_stride, 0.0);
  } else if (tile.form == TallyForm::missing && form_.constants && device_ == nullptr) {
    start_missing(tile, work);
  } else {
    const int planes = form_.triple_planes(tile.form == TallyForm::missing);
    std::fill_n(work.tallies.data(), planes * tile.plane_stride, 0);
  }
}

/// The constants of the products that are known beforehand (see forms::TripleMissing): samples
/// in which x_i x_j, x_i x_k, x_j x_k and x_k are positive.
void TripleTiles::start_missing(const Tile& tile, Workspace& work) const {
  constexpr int positive = 4;  // plane of the pair matrices
  const TallyTile made = describe(tile, work);
  const auto cols = tile.cols.size();
  const auto plane = [&](int p, Index r) {
    return work.tallies.data() + p * tile.plane_stride + r * tile.row_stride;
  };
  for (Index c = 0; c < cols; ++c) {
    work.col_x[c] =
        static_cast<std::int32_t>(blocks_[2].vectors->positive_count(tile.cols.begin + c));
  }
  for (Index r = 0; r < tile.rows.size(); ++r) {
    std::fill_n(plane(0, r), cols, 0);
    std::fill_n(plane(1, r), cols, made.pivot_rows.row<std::int32_t>(positive, 0)[r]);
    std::copy_n(made.pivot_cols.row<std::int32_t>(positive, 0), cols, plane(2, r));
    std::fill_n(plane(3, r), cols, 0);
    std::copy_n(made.row_cols.row<std::int32_t>(positive, r), cols, plane(4, r));
    std::fill_n(plane(5, r), cols, 0);
    std::copy_n(work.col_x.data(), cols, plane(6, r));
    std::fill_n(plane(7, r), cols, 0);
  }
  std::fill_n(work.positives.data(), work.positives.size(), 0);
}

/// The constants that folding has counted: samples in which x_i m_j and m_i x_j are positive.
void TripleTiles::finish_missing(const Tile& tile, Workspace& work) const {
  for (Index r = 0; r < tile.rows.size(); ++r) {
    for (const auto& [p, count] :
         {std::pair{3, work.positives[r]}, std::pair{5, work.positives[64 + r]}}) {
      auto* row = work.tallies.data() + p * tile.plane_stride + r * tile.row_stride;
      for (Index c = 0; c < tile.cols.size(); ++c) row[c] += count;
    }
  }
}

/// What is folded of a tile, without its words.
cpu::Fold TripleTiles::fold(const Tile& tile, Workspace& work) const {
  const int lanes = tile.left.lanes;
  const Panel first = blocks_[0].vectors->panel({tile.pivot / lanes * lanes, tile.pivot + 1});
  cpu::Fold f;
  f.pivot = first.values.data + tile.pivot % lanes * (64 / lanes);
  f.left = tile.left.values;
  f.groups = divide_up(tile.rows.size(), lanes);
  f.out = work.folded.data();
  f.xi_mj = work.positives.data();
  f.mi_xj = work.positives.data() + 64;
  if (tile.form == TallyForm::missing) {
    f.pivot_mask = blocks_[0].vectors->mask_panel(tile.pivot / 8).data + tile.pivot % 8 * 8;
    f.left_mask = blocks_[1].vectors->mask_panel(tile.rows.begin / 8);
  }
  return f;
}

/// What a fold is multiplied with, and the tallies.
cpu::Block TripleTiles::block(const Tile& tile, Workspace& work) const {
  cpu::Block b;
  b.right[0] = tile.right.values;
  b.rows = tile.rows.size();
  b.cols = tile.cols.size();
  b.row_stride = tile.row_stride;
  b.plane_stride = tile.plane_stride;
  b.diagonal = tile.diagonal;
  b.tallies = work.tallies.data();
  if (tile.form == TallyForm::missing) {
    b.right[1] = blocks_[2].vectors->mask_panel(tile.cols.begin / 8);
  }
  return b;
}

void TripleTiles::multiply(const Tile& tile, Workspace& work, std::int32_t* to) const {
  const bool missing = tile.form == TallyForm::missing;
  if (device_ != nullptr) {
    return add_products(*device_, tile.rows, tile.cols, form_.triple_planes(missing), form_.reals,
                        {to, tile.plane_stride, tile.row_stride});
  }
  const Index planes = form_.folded(missing);
  cpu::Fold f = fold(tile, work);
  cpu::Block b = block(tile, work);
  // As many words at a time as the fold buffer holds; whole chunks of Minima.
  const Index step = Workspace::fold_bytes / (f.groups * planes * 64) / form_.chunk * form_.chunk;
  const auto multiply_words = [&](Range words, void* sums) {
    b.tallies = sums;
    for (Index w = words.begin; w < words.end; w += step) {
      f.words = b.words = {w, std::min(w + step, words.end)};
      b.left[0] = {f.out, f.words.size() * planes * 64};
      b.left_begin = w;
      missing ? kernels_.fold_missing(f) : kernels_.fold_complete(f);
      kernels_.multiply.of_triples(missing)(b);
    }
  };
  if (form_.classes == 1) {
    sum_segments(tile.right.words, form_.segment, to, work.segment(1), tile.plane_stride,
                 multiply_words);
  }
  for (int c = 0; form_.classes > 1 && c < form_.classes; ++c) {
    const Index plane = c * form_.triple_planes(missing) / form_.classes;
    multiply_words(blocks_[0].vectors->class_words(c), to + plane * tile.plane_stride);
  }
}

}  // namespace encke::kokkos
