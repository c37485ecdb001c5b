#pragma once

#include <encke/backend/backend.hpp>

#include "kokkos/cpu/kernels.hpp"
#include "kokkos/tiles/element_forms.hpp"
#include "pieces.hpp"

namespace encke::kokkos {

/// Makes the products of pieces of tiles, in the tallies of a worker.
class PieceProducts {
 public:
  /// `blocks`: the vectors; `tested`: the same where they are complete, else as they are tested.
  PieceProducts(const cpu::Kernels& kernels, const Array<Operand, 2>& blocks,
                const Array<Operand, 2>& tested);

  /// Zeros for a tile.
  void start(const PieceTile& tile, Workspace& work) const;
  /// Adds some words of the pieces, out of all that the tile has: of the vectors as they are
  /// tested.
  void add(const PieceTile& tile, const Pieces& pieces, const Pieces& all, const Range& words,
           Workspace& work) const;
  /// Makes the missing form of the pieces, all words of it.
  void make_missing(const PieceTile& tile, const Pieces& pieces, Workspace& work) const;

 private:
  void start_missing(const PieceTile& tile, const Range& rows, const Range& cols,
                     Workspace& work) const;
  cpu::Block block(const PieceTile& tile, const Range& rows, const Range& cols, const Range& words,
                   Workspace& work) const;

  const ElementForm& form_;
  const cpu::ElementKernels& kernels_;
  Array<Operand, 2> blocks_;
  Stream streams_[2];
};

}  // namespace encke::kokkos
