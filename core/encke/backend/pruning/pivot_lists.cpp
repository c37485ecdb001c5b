#include <encke/backend/pruning/pivot_lists.hpp>

namespace encke::pruning {

Index triples_of(const Array<Operand, 3>& blocks) {
  const Index i = blocks[0].range.size(), j = blocks[1].range.size(), k = blocks[2].range.size();
  const bool first = blocks[0].indices() == blocks[1].indices();
  const bool last = blocks[1].indices() == blocks[2].indices();
  if (first && last) return i * (i - 1) * (i - 2) / 6;
  if (first) return i * (i - 1) / 2 * k;
  return last ? i * (j * (j - 1) / 2) : i * j * k;
}

PivotLists::PivotLists(const Array<Operand, 3>& blocks, const UsefulPairs& pairs)
    : one_list_(blocks[1].indices() == blocks[2].indices()), all_(pruning::triples_of(blocks)) {
  for (Index i = blocks[0].indices().begin; i < blocks[0].indices().end; ++i) {
    Pivot pivot{i, pairs.later(i, blocks[1].indices()), {}};
    if (pivot.rows.size() < (one_list_ ? 2 : 1)) continue;
    pivot.cols = one_list_ ? pivot.rows : pairs.later(i, blocks[2].indices());
    if (pivot.cols.empty()) continue;
    triples_ += triples_of_pivot(pivot);
    pivots_.push_back(pivot);
  }
}

}  // namespace encke::pruning
