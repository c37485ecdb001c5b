#include "pruned_pairs.hpp"

#include <algorithm>
#include <bit>

#include "kokkos/tiles/screen_correlation.hpp"
#include "kokkos/tiles/screen_overlap.hpp"
#include "kokkos/tiles/screen_weights.hpp"
#include "pair_sample.hpp"
#include "pruned_folds.hpp"

namespace encke::kokkos {
namespace {

/// What the margins of all pieces of a tile cost, in words of its products.
constexpr double words_of_margins = 0.5;

/// Share of the operations of a pair with missing samples that the complete form takes.
constexpr double complete_of_missing = 96.0 / 210;

}  // namespace

template <class Bound>
PrunedPairs<Bound>::PrunedPairs(const cpu::Kernels& kernels, const Array<Operand, 2>& blocks,
                                const Screen& screen, PreparedBlocks<Bound>& prepared, bool reorder,
                                bool forced)
    : form_(form_of(blocks[0].vectors->element())),
      all_kernels_(&kernels),
      kernels_(kernels.*form_.kernels),
      reordered_(reorder),
      forced_(forced),
      missing_(any_missing(blocks[0]) || any_missing(blocks[1])),
      bound_(std::get<Bound>(screen)),
      words_(blocks[0].vectors->words()),
      part_words_(part_words(kernels_.screens, bound_, words_, forced)),
      row_tiles_(divide_up(blocks[0].range.size(), form_.pair_tile.rows)),
      col_tiles_(divide_up(blocks[1].range.size(), form_.pair_tile.cols)) {
  own_.emplace(std::in_place_type<Bound>);
  const Preparation how{reorder, missing_, missing_ ? pruning::allowed_missing(blocks) : -1};
  Array<Operand, 2> tested;
  for (int side = 0; side < 2; ++side) {
    prepared_[side] = prepared.get(blocks[side], bound_, how);
    blocks_[side] = prepared_[side]->operand();
    tested[side] = prepared_[side]->tested();
    const bool again = side == 1 && prepared_[1] == prepared_[0];
    const Index place = again || side == 0 ? 0 : blocks_[0].range.size();
    screened_[side] = blocks_[side];
    screened_[side].offset = place - blocks_[side].range.begin;
    if (!again) prepared_[side]->append_to(weights_, sizes_);
  }
  products_.emplace(kernels, blocks_, tested);
  if constexpr (std::is_same_v<Bound, WeightBound>) {
    for (int a = 0; a < 2; ++a) own_bound().weight[a] = weights_[a].data();
  }
  if constexpr (std::is_same_v<Bound, OverlapBound>) own_bound().size = sizes_.data();
}

template <class Bound>
PieceTile PrunedPairs<Bound>::tile_of(Index t) const {
  PieceTile tile;
  tile.row_tile = t / col_tiles_;
  tile.col_tile = t % col_tiles_;
  tile.rows = part({0, blocks_[0].range.size()}, tile.row_tile, form_.pair_tile.rows);
  tile.cols = part({0, blocks_[1].range.size()}, tile.col_tile, form_.pair_tile.cols);
  tile.first_row = blocks_[0].indices().begin + tile.rows.begin;
  tile.first_col = blocks_[1].indices().begin + tile.cols.begin;
  tile.diagonal = tile.first_row - tile.first_col;
  return tile;
}

template <class Bound>
bool PrunedPairs<Bound>::is_wanted(const PieceTile& tile, const TallyVisitor& visitor) const {
  const Range rows{tile.first_row, tile.first_row + tile.rows.size()};
  const Range cols{tile.first_col, tile.first_col + tile.cols.size()};
  return cols.end - 1 > rows.begin && (reordered_ || visitor.wants(-1, rows, cols));
}

template <class Bound>
bool PrunedPairs<Bound>::choose_part(const TallyVisitor& visitor) {
  // What pairs with missing samples take without pruning, in words of the complete form, which is
  // screened first (a third of it, as small pieces take longer), or moments by lists; and what
  // is left of them takes, by popcounts.
  constexpr bool moments = std::is_same_v<Bound, CorrelationBound>;
  constexpr double most_work = moments ? 2.1 : 0.3;
  constexpr double missing_form = moments ? 5 : 2.5;
  constexpr Index most_asked = 16;
  const auto words = static_cast<double>(words_);
  double work_of_part = words;
  Index second_words = 0;
  if (bound_.active() && !forced_ && (part_words_ > 0 || missing_)) {
    PartTrial trial(words_, part_words_, missing_ && moments, missing_);
    // few, for they take time; where samples are missing they decide whether to test at all
    const Index tiles =
        missing_ ? std::min<Index>(12, count() / 48) : std::min<Index>(4, count() / 512);
    Workspace work;
    for (Index k = 0; k < tiles; ++k) {
      for (Index asked = 0; asked < most_asked; ++asked) {
        const PieceTile tile = tile_of((2 * k + 1) * count() / (2 * tiles) + asked);
        if (is_wanted(tile, visitor) && try_tile(tile, work, trial)) break;
      }
    }
    const double again = missing_ ? Test::words_of_test : 0;
    const double more = missing_ ? trial.share_left(words_) * missing_form * words : 0;
    const auto rest = [&](Index part) { return words - static_cast<double>(part) + again; };
    double work_left = static_cast<double>(part_words_) + Test::words_of_test + more;
    if (trial.tried() && missing_) {
      part_words_ = trial.best(Test::words_of_test, rest);
      work_left = trial.work(part_words_, Test::words_of_test, rest) + more;
    } else if (trial.tried()) {
      const PartTrial::Two two = trial.best_two(Test::words_of_test);
      part_words_ = two.first;
      second_words = two.second;
      work_left = two.work;
    }
    if (part_words_ > 0) work_of_part = work_left;
    work_left *= trial.share_by_margins();
    if (missing_ && (!trial.asked() || work_left > most_work * words)) return false;
  }
  choose_fold(visitor, work_of_part);
  if (part_words_ > 0) add_test(part_words_);
  if (second_words > 0) add_test(second_words);
  if (missing_ && part_words_ < words_) add_test(words_);
  return true;
}

template <class Bound>
void PrunedPairs<Bound>::add_test(Index words) {
  tests_.push_back({words, {prepared_[0]->parts(words), prepared_[1]->parts(words)}});
}

/// False if nothing of the tile may pass by its margins.
template <class Bound>
bool PrunedPairs<Bound>::try_tile(const PieceTile& tile, Workspace& work, PartTrial& trial) const {
  const float least = floor_for(bound_, vectors());
  PruneWorker none;
  const Pieces all = tile.wanted();
  const Pieces before = by_margins(tile, all, least, none);
  trial.ask(all.size(), before.size());
  if (!before.any()) return false;
  std::vector<int> left;
  Index done = 0;
  products_->start(tile, work);
  for (const Index part : trial.parts()) {
    products_->add(tile, before, all, {done, part}, work);
    done = part;
    const PartFacts<Bound> rows = prepared_[0]->parts(part, tile.rows);
    const PartFacts<Bound> cols = prepared_[1]->parts(part, tile.cols);
    const Pieces after = by_part(rows, 0, cols, 0, before, least, work);
    left.push_back(to_compute(after, before, part).size());
  }
  trial.add(before.size(), left);
  return true;
}

template <class Bound>
int PrunedPairs<Bound>::stage(Index t) const {
  const PieceTile tile = tile_of(t);
  const Index rows = blocks_[0].range.size();
  const Index cols = blocks_[1].range.size();
  const Index middle = (tile.cols.begin + tile.cols.end) / 2;
  if (tile.rows.contains(middle * rows / cols)) return 0;
  const bool overlap = tile.rows.begin * cols < tile.cols.end * rows &&
                       tile.cols.begin * rows < tile.rows.end * cols;
  return overlap ? 1 : 2;
}

template <class Bound>
void PrunedPairs<Bound>::run(Index t, Workspace& work, PruneWorker& mine, TallyVisitor& visitor,
                             int worker) const {
  const PieceTile tile = tile_of(t);
  if (!is_wanted(tile, visitor)) return;
  const bool active = bound_.active();
  const float least = active ? floor_for(bound_, vectors()) : 0;
  const Pieces all = tile.wanted();
  Pieces alive = all;
  if (active) {
    own_bound().floor = bound_.floor.load();
    alive = by_margins(tile, all, least, mine);
    mine.left_out.tuples += left_out(tile, all, alive, visitor);
    if (!alive.any()) return;
  }
  products_->start(tile, work);
  alive = by_tests(tile, alive, all, least, work, mine, visitor);
  if (!alive.any()) return;
  if (missing_) products_->make_missing(tile, alive, work);
  finish(tile, alive, all, active, work, visitor, worker);
}

/// What may pass after all tests. Its products are made to their end.
template <class Bound>
Pieces PrunedPairs<Bound>::by_tests(const PieceTile& tile, Pieces alive, const Pieces& all,
                                    float least, Workspace& work, PruneWorker& mine,
                                    const TallyVisitor& visitor) const {
  Index done = 0;
  const bool due =
      (fold_ || !tests_.empty()) && bound_.active() && (forced_ || missing_ || mine.part.due());
  if (due && fold_) {
    alive = by_fold(tile, alive, all, least, work, mine, visitor);
    if (!alive.any()) return alive;
  }
  for (const After& test : tests_) {
    if (!due) break;
    products_->add(tile, alive, all, {done, test.words}, work);
    done = test.words;
    const Pieces passing = by_part(*test.facts[0], tile.rows.begin, *test.facts[1], tile.cols.begin,
                                   alive, least, work);
    const Pieces left = to_compute(passing, alive, done);
    const auto before = static_cast<double>(alive.size());
    const auto words = static_cast<double>(words_ - done);
    mine.part.add((before - left.size()) * words, before * Test::words_of_test);
    const double made = static_cast<double>(done) * (missing_ ? complete_of_missing : 1);
    count_early(left_out(tile, alive, left, visitor), made, mine);
    alive = left;
    if (!alive.any()) return alive;
  }
  products_->add(tile, alive, all, {done, words_}, work);
  return alive;
}

template <class Bound>
void PrunedPairs<Bound>::count_early(Index decided, double made, PruneWorker& mine) const {
  mine.left_out.early += decided;
  mine.left_out.comparisons +=
      static_cast<double>(decided) * (1 - made / static_cast<double>(words_));
}

template <class Bound>
Pieces PrunedPairs<Bound>::by_margins(const PieceTile& tile, const Pieces& pieces, float least,
                                      PruneWorker& mine) const {
  const auto fields = static_cast<float>(vectors().fields());
  const auto may_pass = [&](const auto& i, const auto& j) {
    return Test::may_pass(i, j, least, fields);
  };
  if (!may_pass(facts(0).row_tile(tile.row_tile), facts(1).col_tile(tile.col_tile))) return {};
  if (!forced_ && !mine.margins.due()) return pieces;
  Pieces left;
  for (Index b = 0; b < tile.bands(); ++b) {
    const auto& band = facts(0).band(tile.row_tile * bands_of_tile + b);
    for (Index s = 0; s < tile.strips(); ++s) {
      const auto& strip = facts(1).strip(tile.col_tile * strips_of_tile + s);
      if (pieces.has(b, s) && may_pass(band, strip)) left.add(b, s);
    }
  }
  left = to_compute(left, pieces, 0);
  const auto before = static_cast<double>(pieces.size());
  mine.margins.add((before - left.size()) * static_cast<double>(words_), before * words_of_margins);
  return left;
}

template <class Bound>
Pieces PrunedPairs<Bound>::by_part(const PartFacts<Bound>& rows, Index first_row,
                                   const PartFacts<Bound>& cols, Index first_col,
                                   const Pieces& pieces, float least, const Workspace& work) const {
  const cpu::PartKernel kernel = part_kernel<Bound>(kernels_.screens);
  cpu::PartBand band;
  band.row_stride = form_.pair_tile.cols;
  band.floor = least;
  band.fields = static_cast<float>(vectors().fields());
  for (int a = 0; a < cpu::PartBand::arrays; ++a) band.col[a] = cols.part(a, first_col);
  Pieces left;
  for (Index b = 0; b < bands_of_tile; ++b) {
    const unsigned strips = pieces.of_band[b];
    if (strips == 0) continue;
    // sixteen columns at a time: pairs of strips
    const Index first = std::countr_zero(strips) / 2 * 2;
    const Index last = (8 - std::countl_zero(static_cast<std::uint8_t>(strips)) + 1) / 2 * 2;
    band.cols = {first * strip_cols, last * strip_cols};
    band.joint = work.tallies.data() + b * band_rows * band.row_stride;
    for (int a = 0; a < cpu::PartBand::arrays; ++a) {
      band.row[a] = rows.part(a, first_row + b * band_rows);
    }
    const std::uint32_t pass = kernel(band);
    for (Index s = first; s < last; ++s) {
      if ((pass >> 3 * s & 7) != 0 && pieces.has(b, s)) left.add(b, s);
    }
  }
  return left;
}

/// What of `all` is computed after so many words: all of it where pieces of complete products do
/// not pay, unless few are left.
template <class Bound>
Pieces PrunedPairs<Bound>::to_compute(const Pieces& alive, const Pieces& all, Index words) const {
  constexpr int few = 8;  // one of so many: a piece by itself takes up to so many times as long
  const bool whole = kernels_.multiply.best_whole && !forced_ && words < words_;
  return whole && few * alive.size() > all.size() ? all : alive;
}

/// Pairs of the run that are in pieces of `before` and not in `after`.
template <class Bound>
Index PrunedPairs<Bound>::left_out(const PieceTile& tile, const Pieces& before, const Pieces& after,
                                   const TallyVisitor& visitor) const {
  if (reordered_) return tile.pairs_of(before, after);  // of all pairs
  Pieces gone = before;
  for (Index b = 0; b < bands_of_tile; ++b) {
    gone.of_band[b] = static_cast<std::uint8_t>(gone.of_band[b] & ~unsigned{after.of_band[b]});
  }
  Index pairs = 0;
  tile.for_each(gone, [&](const Range& rows, const Range& cols) {
    pairs += visitor.wanted_pairs(tile.rows_in_problem(rows), tile.cols_in_problem(cols));
  });
  return pairs;
}

template <class Bound>
void PrunedPairs<Bound>::finish(const PieceTile& tile, const Pieces& pieces, const Pieces& all,
                                bool screened, Workspace& work, TallyVisitor& visitor,
                                int worker) const {
  const Index stride = form_.pair_tile.cols;
  const auto visit = [&](const Range& rows, const Range& cols) {
    TallyTile made;
    made.form = missing_ ? TallyForm::missing : TallyForm::complete;
    made.rows = tile.rows_in_problem(rows);
    made.cols = tile.cols_in_problem(cols);
    made.joint = {work.tallies.data() + rows.begin * stride + cols.begin,
                  form_.pair_tile.rows * stride, stride};
    made.candidate_stride = stride;
    if (reordered_) {
      made.row_index = prepared_[0]->indices() + tile.rows.begin + rows.begin;
      made.col_index = prepared_[1]->indices() + tile.cols.begin + cols.begin;
    }
    if (screened) {
      TallyTile placed = made;  // which keeps what is above the diagonal
      const auto place = [&](const Range& range, int side) {
        const Index by = screened_[side].offset - blocks_[side].offset;
        return Range{range.begin + by, range.end + by};
      };
      placed.rows = place(made.rows, 0);
      placed.cols = place(made.cols, 1);
      const ScreenTile<2> seen{screened_, placed, kernels_.screens, work, form_.tally_bytes()};
      if (!mark_candidates(own_bound(), seen)) return;
      made.candidates = work.candidates.data();
    }
    visitor.visit(made, worker);
  };
  if (!missing_ && pieces == all) return visit({0, tile.rows.size()}, {0, tile.cols.size()});
  tile.for_each(pieces, visit);
}

template class PrunedPairs<CorrelationBound>;
template class PrunedPairs<WeightBound>;
template class PrunedPairs<OverlapBound>;

}  // namespace encke::kokkos
