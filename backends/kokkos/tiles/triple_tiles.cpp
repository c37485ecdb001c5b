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

TripleTiles::TripleTiles(const cpu::Kernels& kernels, const Array<Operand, 3>& blocks,
                         const Pairs& pairs, const Screen* screen)
    : form_(form_of(blocks[0].vectors->element())),
      kernels_(kernels.*form_.kernels),
      blocks_(blocks),
      pairs_(pairs),
      screen_(screen),
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
  tile.pivot = pivots_.begin + t / (row_tiles_ * col_tiles_);
  tile.rows = part(blocks_[1].range, t / col_tiles_ % row_tiles_, form_.triple_tile.rows);
  tile.cols = part(blocks_[2].range, t % col_tiles_, form_.triple_tile.cols);
  const Index first_row = tile.rows.begin + blocks_[1].offset;
  const Index first_col = tile.cols.begin + blocks_[2].offset;
  tile.diagonal = first_row - first_col;
  const Index pivot = tile.pivot + blocks_[0].offset;
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
  start(tile, work);
  multiply(tile, work);
  if (!complete && form_.constants) finish_missing(tile, work);

  TallyTile made = describe(tile, work);
  if (screen_ != nullptr && is_active(*screen_)) {
    const ScreenTile<3> seen{blocks_, made, kernels_.screens, work, form_.tally_bytes()};
    const bool found =
        std::visit([&](const auto& bound) { return mark_candidates(bound, seen); }, *screen_);
    if (!found && !visitor.every_tile()) return;
    made.candidates = work.candidates.data();
    made.candidate_stride = tile.row_stride;
  }
  visitor.visit(made, worker);
}

TallyTile TripleTiles::describe(const Tile& tile, const Workspace& work) const {
  TallyTile made;
  made.form = tile.form;
  made.pivot = tile.pivot + blocks_[0].offset;
  made.rows = {tile.rows.begin + blocks_[1].offset, tile.rows.end + blocks_[1].offset};
  made.cols = {tile.cols.begin + blocks_[2].offset, tile.cols.end + blocks_[2].offset};
  made.joint = {work.tallies.data(), tile.plane_stride, tile.row_stride};
  made.pair_form = pairs_.jk.form();
  made.pivot_rows = pairs_.ij.from(made.pivot, made.rows.begin);
  made.pivot_cols = pairs_.ik.from(made.pivot, made.cols.begin);
  made.row_cols = pairs_.jk.from(made.rows.begin, made.cols.begin);
  return made;
}

void TripleTiles::start(const Tile& tile, Workspace& work) const {
  if (form_.reals) {
    std::fill_n(reinterpret_cast<double*>(work.tallies.data()), tile.plane_stride, 0.0);
  } else if (tile.form == TallyForm::missing && form_.constants) {
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

void TripleTiles::multiply(const Tile& tile, Workspace& work) const {
  const bool missing = tile.form == TallyForm::missing;
  const int lanes = tile.left.lanes;
  const Index groups = divide_up(tile.rows.size(), lanes);
  const Index planes = form_.folded(missing);
  const Panel first = blocks_[0].vectors->panel({tile.pivot / lanes * lanes, tile.pivot + 1});

  cpu::Fold f;
  f.pivot = first.values.data + tile.pivot % lanes * (64 / lanes);
  f.left = tile.left.values;
  f.groups = groups;
  f.out = work.folded.data();
  f.xi_mj = work.positives.data();
  f.mi_xj = work.positives.data() + 64;
  cpu::Block b;
  b.right[0] = tile.right.values;
  b.rows = tile.rows.size();
  b.cols = tile.cols.size();
  b.row_stride = tile.row_stride;
  b.plane_stride = tile.plane_stride;
  b.diagonal = tile.diagonal;
  if (missing) {
    f.pivot_mask = blocks_[0].vectors->mask_panel(tile.pivot / 8).data + tile.pivot % 8 * 8;
    f.left_mask = blocks_[1].vectors->mask_panel(tile.rows.begin / 8);
    b.right[1] = blocks_[2].vectors->mask_panel(tile.cols.begin / 8);
  }
  // As many words at a time as the fold buffer holds; whole chunks of Minima.
  const Index step = Workspace::fold_bytes / (groups * planes * 64) / form_.chunk * form_.chunk;
  const auto multiply_words = [&](Range words, void* to) {
    b.tallies = to;
    for (Index w = words.begin; w < words.end; w += step) {
      f.words = b.words = {w, std::min(w + step, words.end)};
      b.left[0] = {f.out, f.words.size() * planes * 64};
      b.left_begin = w;
      if (device_ != nullptr) {
        if (missing && form_.constants) kernels_.fold_missing(f);  // for the constants it counts
        continue;
      }
      missing ? kernels_.fold_missing(f) : kernels_.fold_complete(f);
      kernels_.multiply.of_triples(missing)(b);
    }
  };
  const Index segment = device_ != nullptr ? 0 : form_.segment;
  if (form_.classes == 1) {
    sum_segments(tile.right.words, segment, work.tallies.data(), work.segment(1), tile.plane_stride,
                 multiply_words);
  }
  for (int c = 0; form_.classes > 1 && c < form_.classes; ++c) {
    const Index plane = c * form_.triple_planes(missing) / form_.classes;
    multiply_words(blocks_[0].vectors->class_words(c),
                   work.tallies.data() + plane * tile.plane_stride);
  }
  if (device_ != nullptr) {
    add_products(*device_, tile.rows, tile.cols, form_.triple_planes(missing), form_.reals,
                 {work.tallies.data(), tile.plane_stride, tile.row_stride});
  }
}

}  // namespace encke::kokkos
