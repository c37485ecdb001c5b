#include "prepared_block.hpp"

#include <algorithm>

namespace encke::kokkos {

template <class Bound>
PreparedBlock<Bound>::PreparedBlock(const Operand& block, const Bound& bound, Index words,
                                    bool reorder)
    : block_(block), content_(block.vectors->content()), words_(words), operand_(block) {
  if (reorder) {
    ordered_.emplace(block, PairTest<Bound>::buckets);
    operand_ = ordered_->operand();
  }
  copy_of(bound, weights_, sizes_);
  // the bound of these vectors alone, as if the first were the first of all
  Bound own;
  if constexpr (std::is_same_v<Bound, WeightBound>) {
    for (int a = 0; a < 2; ++a) own.weight[a] = weights_[a].data();
  }
  if constexpr (std::is_same_v<Bound, OverlapBound>) own.size = sizes_.data();
  Operand alone = operand_;
  alone.offset = -alone.range.begin;
  facts_.emplace(alone, own, words);
}

/// Where vector v of the new order is in the whole problem.
template <class Bound>
Index PreparedBlock<Bound>::source(Index v) const {
  return ordered_ ? ordered_->indices()[static_cast<std::size_t>(v)] : block_.indices().begin + v;
}

template <class Bound>
void PreparedBlock<Bound>::copy_of([[maybe_unused]] const Bound& bound,
                                   [[maybe_unused]] std::vector<float> (&weights)[2],
                                   [[maybe_unused]] std::vector<double>& sizes) const {
  [[maybe_unused]] const auto copy = [&](const auto* from, auto& to) {
    for (Index v = 0; v < block_.range.size(); ++v) to.push_back(from[source(v)]);
  };
  if constexpr (std::is_same_v<Bound, WeightBound>) {
    for (int a = 0; a < 2; ++a) copy(bound.weight[a], weights[a]);
  }
  if constexpr (std::is_same_v<Bound, OverlapBound>) copy(bound.size, sizes);
}

template <class Bound>
void PreparedBlock<Bound>::append_to(std::vector<float> (&weights)[2],
                                     std::vector<double>& sizes) const {
  for (int a = 0; a < 2; ++a) {
    weights[a].insert(weights[a].end(), weights_[a].begin(), weights_[a].end());
  }
  sizes.insert(sizes.end(), sizes_.begin(), sizes_.end());
}

/// Weights and sizes are compared one by one: what a bound points to may have been made anew.
template <class Bound>
bool PreparedBlock<Bound>::is_of(const Operand& block, const Bound& bound, Index words,
                                 bool reorder) const {
  if (block.vectors->content() != content_ || block.vectors != block_.vectors ||
      block.range != block_.range || block.offset != block_.offset || words != words_ ||
      reorder != ordered_.has_value()) {
    return false;
  }
  std::vector<float> weights[2];
  std::vector<double> sizes;
  copy_of(bound, weights, sizes);
  return weights[0] == weights_[0] && weights[1] == weights_[1] && sizes == sizes_;
}

template <class Bound>
auto PreparedBlocks<Bound>::get(const Operand& block, const Bound& bound, Index words, bool reorder)
    -> Pointer {
  const auto found = std::ranges::find_if(
      kept_, [&](const Pointer& kept) { return kept->is_of(block, bound, words, reorder); });
  Pointer prepared;
  if (found != kept_.end()) {
    prepared = *found;
    kept_.erase(found);
  } else {
    if (kept_.size() == most) kept_.erase(kept_.begin());  // before memory is taken for another
    prepared = std::make_shared<const PreparedBlock<Bound>>(block, bound, words, reorder);
  }
  kept_.push_back(prepared);
  return prepared;
}

template class PreparedBlock<CorrelationBound>;
template class PreparedBlock<WeightBound>;
template class PreparedBlock<OverlapBound>;
template class PreparedBlocks<CorrelationBound>;
template class PreparedBlocks<WeightBound>;
template class PreparedBlocks<OverlapBound>;

}  // namespace encke::kokkos
