#include "block_facts.hpp"

namespace encke::kokkos {

template <class Bound>
BlockFacts<Bound>::BlockFacts(const Operand& block, const Bound& bound,
                              [[maybe_unused]] const Allowance* allowances) {
  const Index size = block.range.size();
  const auto groups = [&](Index of) { return static_cast<std::size_t>(divide_up(size, of)); };
  bands_.resize(groups(pair_tile.rows) * bands_of_tile);
  strips_.resize(groups(pair_tile.cols) * strips_of_tile);
  row_tiles_.resize(groups(pair_tile.rows));
  col_tiles_.resize(groups(pair_tile.cols));
  for (Index v = 0; v < size; ++v) {
    const Index vector = block.range.begin + v;
    Margins margins = Test::margins(bound, *block.vectors, vector, vector + block.offset);
    if constexpr (Test::may_be_filled) {
      if (allowances != nullptr) Test::allow(allowances[v], margins);
    }
    const auto add = [&](std::vector<Margins>& to, Index of) {
      to[static_cast<std::size_t>(v / of)].add(margins);
    };
    add(bands_, band_rows);
    add(strips_, strip_cols);
    add(row_tiles_, pair_tile.rows);
    add(col_tiles_, pair_tile.cols);
  }
}

template <class Bound>
void PartFacts<Bound>::begin(Index size) {
  const Index end = round_up(size, pair_tile.cols) + pair_tile.cols;
  for (int a = 0; a < cpu::PartBand::arrays; ++a) {
    parts_[a].assign(static_cast<std::size_t>(end), Test::nothing[a]);
  }
}

template <class Bound>
PartFacts<Bound>::PartFacts(const Operand& block, const Bound& bound, Index words,
                            [[maybe_unused]] const Allowance* allowances)
    : PartFacts(block.range.size(), [&](Index v, float (&out)[cpu::PartBand::arrays]) {
        const Index vector = block.range.begin + v;
        Test::part(bound, *block.vectors, vector, vector + block.offset,
                   PartSums(*block.vectors, vector, words), out);
        if constexpr (Test::may_be_filled) {
          if (allowances != nullptr) Test::allow(allowances[v], out);
        }
      }) {}

template class BlockFacts<CorrelationBound>;
template class BlockFacts<WeightBound>;
template class BlockFacts<OverlapBound>;
template class PartFacts<CorrelationBound>;
template class PartFacts<WeightBound>;
template class PartFacts<OverlapBound>;

}  // namespace encke::kokkos
