#pragma once

#include <algorithm>
#include <bit>

#include "pruned_pairs.hpp"

// Members of PrunedPairs, for pruned_pairs.cpp: pairs of small sets among many fields, told by the
// sets folded to few words (FoldedSets).

namespace encke::kokkos {

/// Chooses from a few tiles whether sets are folded, and to how many words, where that leaves less
/// work than a test after a part, in words of products.
template <class Bound>
void PrunedPairs<Bound>::choose_fold([[maybe_unused]] const TallyVisitor& visitor,
                                     [[maybe_unused]] double work_of_part) {
  if constexpr (std::is_same_v<Bound, OverlapBound>) {
    constexpr Index least_words = 8, most_asked = 16, most_tiles = 4;
    if (missing_ || !bound_.active() || words_ < least_words ||
        part_kernel<Bound>(kernels_.screens) == nullptr) {
      return;
    }
    if (forced_) return add_fold(words_ / 4);
    double members = 0;
    for (const double size : sizes_) members += size / static_cast<double>(sizes_.size());
    std::vector<Index> words;
    for (const Index fold : {1, 2, 4, 8}) {
      if (4 * fold <= words_ && members <= 64.0 * static_cast<double>(fold)) words.push_back(fold);
    }
    std::vector<Index> left(words.size() + 1);  // pieces of each, and of all tiles
    Workspace work;
    const Index tiles = words.empty() ? 0 : std::min<Index>(most_tiles, count() / 512);
    for (Index k = 0; k < tiles; ++k) {
      for (Index asked = 0; asked < most_asked; ++asked) {
        const PieceTile tile = tile_of((2 * k + 1) * count() / (2 * tiles) + asked);
        if (is_wanted(tile, visitor) && try_folds(tile, work, words, left)) break;
      }
    }
    Index best = 0;
    for (std::size_t f = 0; f < words.size() && left.back() > 0; ++f) {
      const double share = static_cast<double>(left[f]) / static_cast<double>(left.back());
      const double folded =
          static_cast<double>(words[f]) + Test::words_of_test + share * static_cast<double>(words_);
      if (folded >= work_of_part) continue;
      work_of_part = folded;
      best = words[f];
    }
    if (best == 0) return;
    part_words_ = 0;  // few pairs are left
    add_fold(best);
  }
}

/// False if nothing of the tile may pass by its margins.
template <class Bound>
bool PrunedPairs<Bound>::try_folds(const PieceTile& tile, Workspace& work,
                                   std::span<const Index> words, std::vector<Index>& left) const {
  const float least = floor_for(bound_, vectors());
  PruneWorker none;
  const Pieces all = tile.wanted();
  const Pieces before = by_margins(tile, all, least, none);
  if (!before.any()) return false;
  left.back() += before.size();
  PieceTile alone = tile;  // among the sets of the tile
  alone.rows = {0, tile.rows.size()};
  alone.cols = {0, tile.cols.size()};
  for (std::size_t f = 0; f < words.size(); ++f) {
    const FoldedBlock rows = prepared_[0]->folded(words[f], tile.rows);
    const FoldedBlock cols = prepared_[1]->folded(words[f], tile.cols);
    const PieceProducts products(*all_kernels_, blocks_,
                                 {{rows.sets.operand(), cols.sets.operand()}});
    products.start(alone, work);
    products.add(alone, before, all, {0, words[f]}, work);
    if constexpr (std::is_same_v<Bound, OverlapBound>) {
      left[f] +=
          to_compute(by_part(rows.facts, 0, cols.facts, 0, before, least, work), before, words[f])
              .size();
    }
  }
  return true;
}

template <class Bound>
void PrunedPairs<Bound>::add_fold(Index words) {
  const auto rows = prepared_[0]->folded(words), cols = prepared_[1]->folded(words);
  fold_.emplace(Fold{words,
                     {rows, cols},
                     {*all_kernels_, blocks_, {{rows->sets.operand(), cols->sets.operand()}}}});
}

/// What may pass by the folded sets. The tallies begin anew after it.
template <class Bound>
Pieces PrunedPairs<Bound>::by_fold(const PieceTile& tile, const Pieces& pieces, const Pieces& all,
                                   float least, Workspace& work, PruneWorker& mine,
                                   const TallyVisitor& visitor) const {
  fold_->products.add(tile, pieces, all, {0, fold_->words}, work);
  const PartFacts<OverlapBound>& rows = fold_->blocks[0]->facts;
  const PartFacts<OverlapBound>& cols = fold_->blocks[1]->facts;
  Pieces left = pieces;
  if constexpr (std::is_same_v<Bound, OverlapBound>) {
    left = by_part(rows, tile.rows.begin, cols, tile.cols.begin, pieces, least, work);
  }
  left = to_compute(left, pieces, fold_->words);
  const auto before = static_cast<double>(pieces.size());
  const auto made = static_cast<double>(fold_->words);
  mine.part.add((before - left.size()) * static_cast<double>(words_),
                before * (made + Test::words_of_test));
  count_early(left_out(tile, pieces, left, visitor), made, mine);
  if (left.any()) products_->start(tile, work);
  return left;
}

}  // namespace encke::kokkos
