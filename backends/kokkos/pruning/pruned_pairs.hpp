#pragma once

#include <encke/backend/backend.hpp>
#include <encke/backend/pruning/credit.hpp>
#include <optional>
#include <span>
#include <vector>

#include "part_trial.hpp"
#include "piece_products.hpp"
#include "prepared_block.hpp"

namespace encke::kokkos {

/// What one worker has learned of the tests, and left out because of them.
struct alignas(64) PruneWorker {
  pruning::Credit margins, part;
  LeftOut left_out;
};

using pruning::can_prune_pairs;
using pruning::prunes_pairs;

/// The tiles of a block of pairs, of which those pieces are left out that cannot pass the screen,
/// by the margins of the vectors or after a part of the samples. Where samples are missing the
/// tests are of filled vectors, and what is left is made in the missing form. A value, like
/// PairTiles.
template <class Bound>
class PrunedPairs {
 public:
  /// `screen` and the vectors must outlive this. `reorder`: the vectors may come in another order,
  /// which the tiles then name (TallyTile::row_index). `forced`: test also where it takes longer.
  PrunedPairs(const cpu::Kernels& kernels, const Array<Operand, 2>& blocks, const Screen& screen,
              PreparedBlocks<Bound>& prepared, bool reorder, bool forced);

  /// To be called before run(): chooses after which part pairs are tested, from a few tiles. False
  /// where it is better to contract all pairs.
  bool choose_part(const TallyVisitor& visitor);

  Index count() const { return row_tiles_ * col_tiles_; }
  /// Where the floor rises: when a tile is best contracted. First one tile of each column of tiles,
  /// whose rows have the place in their block that the columns have in theirs; where vectors come
  /// by frequency its pairs are alike, and neighbours. Then all whose places overlap; then the
  /// others.
  int stage(Index t) const;
  static constexpr int stages = 3;
  void run(Index t, Workspace& work, PruneWorker& mine, TallyVisitor& visitor, int worker) const;

 private:
  using Test = PairTest<Bound>;

  const BlockFacts<Bound>& facts(int side) const { return prepared_[side]->facts(); }
  const PackedVectors& vectors() const { return *blocks_[0].vectors; }
  Bound& own_bound() const { return std::get<Bound>(*own_); }
  PieceTile tile_of(Index t) const;
  bool is_wanted(const PieceTile& tile, const TallyVisitor& visitor) const;
  void add_test(Index words);
  void choose_fold(const TallyVisitor& visitor, double work_of_part);
  bool try_folds(const PieceTile& tile, Workspace& work, std::span<const Index> words,
                 std::vector<Index>& left) const;
  void add_fold(Index words);
  bool try_tile(const PieceTile& tile, Workspace& work, PartTrial& trial) const;
  Pieces by_margins(const PieceTile& tile, const Pieces& pieces, float least,
                    PruneWorker& mine) const;
  /// A test after some words.
  struct After {
    Index words;
    std::shared_ptr<const PartFacts<Bound>> facts[2];
  };
  /// The sets folded to few words: a test before the others.
  struct Fold {
    Index words;
    std::shared_ptr<const FoldedBlock> blocks[2];
    PieceProducts products;
  };
  Pieces by_fold(const PieceTile& tile, const Pieces& pieces, const Pieces& all, float least,
                 Workspace& work, PruneWorker& mine, const TallyVisitor& visitor) const;
  void count_early(Index decided, double made, PruneWorker& mine) const;
  Pieces by_tests(const PieceTile& tile, Pieces alive, const Pieces& all, float least,
                  Workspace& work, PruneWorker& mine, const TallyVisitor& visitor) const;
  Pieces by_part(const PartFacts<Bound>& rows, Index first_row, const PartFacts<Bound>& cols,
                 Index first_col, const Pieces& pieces, float least, const Workspace& work) const;
  Pieces to_compute(const Pieces& alive, const Pieces& all, Index words) const;
  Index left_out(const PieceTile& tile, const Pieces& before, const Pieces& after,
                 const TallyVisitor& visitor) const;
  void finish(const PieceTile& tile, const Pieces& pieces, const Pieces& all, bool screened,
              Workspace& work, TallyVisitor& visitor, int worker) const;

  const ElementForm& form_;
  const cpu::Kernels* all_kernels_;
  const cpu::ElementKernels& kernels_;
  bool reordered_;
  bool forced_;
  bool missing_;
  typename PreparedBlocks<Bound>::Pointer prepared_[2];
  std::vector<After> tests_;  ///< where samples are missing the last is after all words
  Array<Operand, 2> blocks_;  ///< in the new order
  std::optional<PieceProducts> products_;
  std::optional<Fold> fold_;
  const Bound& bound_;                 ///< of the run, whose floor may rise
  Array<Operand, 2> screened_;         ///< the same, with their places in the own bound as indices
  std::vector<float> weights_[2];      ///< of the own bound
  std::vector<double> sizes_;          ///< likewise
  mutable std::optional<Screen> own_;  ///< the bound of these vectors alone
  Index words_;                        ///< of a vector
  Index part_words_;                   ///< after so many pairs are tested; 0: they are not
  Index row_tiles_, col_tiles_;
};

extern template class PrunedPairs<CorrelationBound>;
extern template class PrunedPairs<WeightBound>;
extern template class PrunedPairs<OverlapBound>;

}  // namespace encke::kokkos
