#pragma once

#include <encke/backend/backend.hpp>

#include "kokkos/cpu/kernels.hpp"
#include "kokkos/tiles/element_forms.hpp"
#include "pieces.hpp"

namespace encke::kokkos {

/// Makes the products of pieces of tiles, in the tallies of a worker.
class PieceProducts {
 public:
  /// `missing`: some vectors miss samples, and so all blocks have masks.
  PieceProducts(const cpu::Kernels& kernels, const Array<Operand, 2>& blocks, bool missing);

  const ElementForm& form() const { return form_; }
  const cpu::ElementKernels& kernels() const { return kernels_; }
  /// Zeros for the complete form of a tile.
  void start(const PieceTile& tile, Workspace& work) const;
  /// Adds some words of the complete form of the pieces, out of all that the tile has.
  void add(const PieceTile& tile, const Pieces& pieces, const Pieces& all, const Range& words,
           Workspace& work) const;
  /// Makes the form with missing samples of the pieces.
  void make_missing(const PieceTile& tile, const Pieces& pieces, Workspace& work) const;

 private:
  cpu::Block block(const PieceTile& tile, const Range& rows, const Range& cols, const Range& words,
                   Workspace& work) const;
  void start_missing(const PieceTile& tile, const Range& rows, const Range& cols,
                     Workspace& work) const;

  const ElementForm& form_;
  const cpu::ElementKernels& kernels_;
  Array<Operand, 2> blocks_;
  bool missing_;
  Stream streams_[2], masks_[2];
};

}  // namespace encke::kokkos
