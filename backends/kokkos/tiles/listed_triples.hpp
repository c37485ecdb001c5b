#pragma once

#include <cstdint>
#include <encke/backend/backend.hpp>
#include <encke/backend/pruning/pivot_lists.hpp>
#include <encke/screen/screen.hpp>
#include <encke/screen/useful_pairs.hpp>
#include <optional>
#include <vector>

#include "kokkos/cpu/kernels.hpp"
#include "workspace.hpp"

namespace encke::kokkos {

/// What one worker gathers the vectors of a pivot's lists in; empty until there are any.
struct ListSpace {
  std::optional<PackedVectors> vectors;
  std::vector<std::uint32_t> index;  ///< of the gathered vectors, in the whole problem
  std::vector<float> weight[2];      ///< of their alleles, or
  std::vector<double> size;          ///< their sizes

  /// Memory of the gathered vectors at most: where lists need more, the block is contracted whole.
  static constexpr std::int64_t most_bytes = std::int64_t{32} << 20;
  static constexpr std::int64_t bytes_of_numbers = 20;  ///< of a vector: all that is not packed
  /// For lists from blocks of so many vectors.
  static constexpr std::int64_t bytes(Index block, std::int64_t bytes_of_vector) {
    const std::int64_t all = (2 * round_up(block, 16) + 16) * (bytes_of_vector + bytes_of_numbers);
    return all < most_bytes ? all : most_bytes;
  }
};

/// The triples of a block whose pairs are all useful, or few more: for each pivot of the first
/// block those of its later partners in the other two. These are gathered, and contracted as a
/// block of their own by the kernels of PairTiles and TripleTiles. A value, like these.
class ListedTriples {
 public:
  /// `screen` and what it names must outlive this; its pairs_of() are not null.
  ListedTriples(const cpu::Kernels& kernels, const Array<Operand, 3>& blocks, const Screen& screen);

  /// True if they take less time than the whole block, or are forced, and fit in a ListSpace: a
  /// function of the lists' lengths alone.
  bool pay() const;
  /// Triples of the block that are not in the lists.
  Index left_out() const { return lists_.left_out(); }
  /// Pivots with lists.
  Index count() const { return static_cast<Index>(lists_.pivots().size()); }
  void run(Index t, Workspace& work, ListSpace& space, TallyVisitor& visitor, int worker) const;

 private:
  using Pivot = pruning::PivotLists::Pivot;
  /// A block of gathered vectors.
  struct Gathered {
    Operand pivot, rows, cols;
  };

  bool one_list() const { return lists_.one_list(); }
  Gathered gather(const Pivot& pivot, ListSpace& space) const;
  void copy(const Operand& from, std::uint32_t index, Index to, ListSpace& space) const;
  void make_screen(const ListSpace& space, std::optional<Screen>& own) const;

  const cpu::Kernels& kernels_;
  Array<Operand, 3> blocks_;
  const Screen& screen_;
  pruning::PivotLists lists_;
  double cost_ = 0;    ///< in the time of one triple of a whole block
  Index longest_ = 0;  ///< vectors that are gathered at once
};

}  // namespace encke::kokkos
