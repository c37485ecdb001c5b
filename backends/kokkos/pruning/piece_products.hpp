#pragma once

#include <encke/backend/backend.hpp>

#include "kokkos/cpu/kernels.hpp"
#include "kokkos/tiles/element_forms.hpp"
#include "pieces.hpp"

namespace encke::kokkos {

/// Makes the products of pieces of tiles of complete vectors, in the tallies of a worker.
class PieceProducts {
 public:
  PieceProducts(const cpu::Kernels& kernels, const Array<Operand, 2>& blocks);

  /// Zeros for a tile.
  void start(const PieceTile& tile, Workspace& work) const;
  /// Adds some words of the pieces, out of all that the tile has.
  void add(const PieceTile& tile, const Pieces& pieces, const Pieces& all, const Range& words,
           Workspace& work) const;

 private:
  cpu::Block block(const PieceTile& tile, const Range& rows, const Range& cols, const Range& words,
                   Workspace& work) const;

  const ElementForm& form_;
  const cpu::ElementKernels& kernels_;
  Stream streams_[2];
};

}  // namespace encke::kokkos
