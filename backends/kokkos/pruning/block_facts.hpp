#pragma once

#include <vector>

#include "part_kernels.hpp"
#include "pieces.hpp"

namespace encke::kokkos {

/// What the tests of pairs need of the vectors of a block before their products are made, by place
/// in the block.
template <class Bound>
class BlockFacts {
 public:
  using Test = PairTest<Bound>;
  using Margins = typename Test::Margins;

  /// `allowances`: of vectors that were filled, by place in the block; else null.
  BlockFacts(const Operand& block, const Bound& bound, const Allowance* allowances = nullptr);

  const Margins& band(Index b) const { return bands_[static_cast<std::size_t>(b)]; }
  const Margins& strip(Index s) const { return strips_[static_cast<std::size_t>(s)]; }
  const Margins& row_tile(Index t) const { return row_tiles_[static_cast<std::size_t>(t)]; }
  const Margins& col_tile(Index t) const { return col_tiles_[static_cast<std::size_t>(t)]; }

 private:
  std::vector<Margins> bands_, strips_, row_tiles_, col_tiles_;
};

/// The same after the products of a part of the samples.
template <class Bound>
class PartFacts {
 public:
  using Test = PairTest<Bound>;

  /// `words`: the part. Allowances as above.
  PartFacts(const Operand& block, const Bound& bound, Index words,
            const Allowance* allowances = nullptr);

  /// The same of numbers that are known: of(place, out) sets those of a vector.
  template <class Of>
  PartFacts(Index size, const Of& of) {
    begin(size);
    for (Index v = 0; v < size; ++v) {
      float out[cpu::PartBand::arrays];
      of(v, out);
      put(v, out);
    }
  }

  /// An array of PartBand, from a vector on; readable up to the end of its tile.
  const float* part(int array, Index from) const {
    return parts_[array].data() + static_cast<std::size_t>(from);
  }

 private:
  void begin(Index size);
  void put(Index v, const float (&out)[cpu::PartBand::arrays]) {
    for (int a = 0; a < cpu::PartBand::arrays; ++a) parts_[a][static_cast<std::size_t>(v)] = out[a];
  }

  std::vector<float> parts_[cpu::PartBand::arrays];
};

extern template class BlockFacts<CorrelationBound>;
extern template class BlockFacts<WeightBound>;
extern template class BlockFacts<OverlapBound>;
extern template class PartFacts<CorrelationBound>;
extern template class PartFacts<WeightBound>;
extern template class PartFacts<OverlapBound>;

}  // namespace encke::kokkos
