#pragma once

#include <encke/backend/backend.hpp>
#include <memory>
#include <vector>

namespace encke::cuda {

/// Vectors whose margins are taken together: tiles of the kernels that test are whole groups.
inline constexpr Index margin_group = 128;

/// What a test after a part of the samples costs, in stages of products: by counting instructions,
/// not measured.
inline constexpr int stages_of_test = 8;

/// What can be told of the pairs of two blocks of complete vectors before they are multiplied, and
/// after a part of the samples: the bounds of <encke/backend/pruning/pair_tests.hpp>. Places are
/// those of the blocks, from 0 on.
class PairPruning {
 public:
  PairPruning() = default;
  PairPruning(const PairPruning&) = delete;
  PairPruning& operator=(const PairPruning&) = delete;
  virtual ~PairPruning() = default;

  /// The blocks as they are to be contracted: perhaps by frequency.
  virtual const Array<Operand, 2>& blocks() const = 0;
  /// Where the vectors of a block are in the whole problem; null where the order is that.
  virtual const std::uint32_t* indices(int side) const = 0;
  /// The bound with weights and sizes by place, for tests of vectors of this side.
  virtual const Screen& screen(int side) const = 0;
  /// True if a pair of these places may pass by the margins and the present floor. Ranges begin at
  /// multiples of margin_group.
  virtual bool may_pass(const Range& rows, const Range& cols) const = 0;

  /// Stages (see stage_words) after which pairs are tested; 0: they are not.
  virtual int part_stages() const = 0;
  /// The floor of that test now.
  virtual float part_floor() const = 0;
  /// The numbers of that test for some vectors: array by array of `some.size()` floats.
  virtual std::vector<float> parts(int side, const Range& some) const = 0;
};

/// Comparisons that a GPU makes while a thread of the host counts one sample of a part, or copies
/// one: measured on an H200, 1.6e15 of the ones, 1.6e9 and 3.2e9 of the others a second.
struct HostCosts {
  double count = 1e6;
  double copy = 5e5;
};

/// Blocks by frequency that were used last: most come again with the next blocks.
class PreparedVectors {
 public:
  static constexpr std::size_t most = 4;

  /// A block, which knows its bound. See pair_pruning.cpp.
  struct Block;

  /// What can be told of two blocks; null where nothing can or is to be told: of bounds without
  /// margins, where samples are missing, before a screen is active.
  std::unique_ptr<PairPruning> pairs(const Array<Operand, 2>& blocks, const Screen* screen,
                                     const TallyVisitor& visitor, Pruning pruning,
                                     const HostCosts& costs);

  /// Host memory of blocks of so many vectors.
  static std::int64_t bytes(Index block, std::int64_t bytes_of_vector);

 private:
  template <class Bound>
  friend class BoundPruning;
  std::vector<std::shared_ptr<const Block>> kept_;  ///< the last used at the end
};

}  // namespace encke::cuda
