#pragma once

#include <encke/backend/backend.hpp>
#include <encke/backend/pair_tallies.hpp>
#include <span>

#include "device_products.hpp"
#include "element_forms.hpp"
#include "kokkos/cpu/kernels.hpp"
#include "missing/complete_first.hpp"
#include "missing/few_missing.hpp"
#include "workspace.hpp"

namespace encke::kokkos {

/// The tiles of a block of triples on a CPU: one pivot i of the first block, folded into some
/// vectors j of the second, against some vectors k of the third. A value, like PairTiles.
class TripleTiles {
 public:
  /// Tallies of the three kinds of pairs of the blocks; must outlive this.
  struct Pairs {
    const PairTallies& ij;
    const PairTallies& ik;
    const PairTallies& jk;
  };
  /// `few`: makes the tiles of genotypes by class that miss samples; null: they are made as others.
  TripleTiles(const cpu::Kernels& kernels, const Array<Operand, 3>& blocks, const Pairs& pairs,
              const Screen* screen, const FewMissing* few = nullptr);
  /// The tiles of one pivot (a local vector of the first block), whose products a device has made,
  /// all of them in the missing form or none.
  TripleTiles(const cpu::Kernels& kernels, const Array<Operand, 3>& blocks, const Pairs& pairs,
              const Screen* screen, Index pivot, const DeviceProducts& device, bool missing);

  Index count() const { return pivots_.size() * row_tiles_ * col_tiles_; }
  void run(Index t, Workspace& work, TallyVisitor& visitor, int worker) const;

 private:
  struct Tile;
  void start(const Tile& tile, Workspace& work) const;
  void start_missing(const Tile& tile, Workspace& work) const;
  void make(const Tile& tile, Workspace& work) const;
  void make_few(const Tile& tile, Workspace& work) const;
  void multiply(const Tile& tile, Workspace& work, std::int32_t* to) const;
  cpu::Fold fold(const Tile& tile, Workspace& work) const;
  cpu::Block block(const Tile& tile, Workspace& work) const;
  /// The bound by which the complete form is made first; null: it is not.
  const WeightBound* first_bound() const;
  enum class First { rejected, marked, all };
  First complete_first(const Tile& tile, TallyTile& made, Workspace& work) const;
  void multiply_squares(const Tile& tile, std::span<const Square> squares, Workspace& work) const;
  void start_squares(const Tile& tile, std::span<const Square> squares, Workspace& work) const;
  void finish_missing(const Tile& tile, Workspace& work) const;
  TallyTile describe(const Tile& tile, const Workspace& work) const;

  const ElementForm& form_;
  const cpu::ElementKernels& kernels_;
  Array<Operand, 3> blocks_;
  Pairs pairs_;
  const Screen* screen_;
  const FewMissing* few_;
  Range pivots_;
  Index row_tiles_;
  Index col_tiles_;
  const DeviceProducts* device_ = nullptr;
  bool missing_ = false;  ///< all tiles in the missing form
  FirstTries first_;
};

}  // namespace encke::kokkos
