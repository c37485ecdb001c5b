#include "prepared_block.hpp"

#include <algorithm>

namespace encke::kokkos {

template <class Bound>
PreparedBlock<Bound>::PreparedBlock(const Operand& block, const Bound& bound,
                                    const Preparation& how)
    : block_(block), content_(block.vectors->content()), how_(how), operand_(block) {
  if (how.reorder) {
    ordered_.emplace(block, PairTest<Bound>::buckets, how.allowed);
    operand_ = ordered_->operand();
  }
  if (how.fill) filled_.emplace(operand_, how.allowed);
  copy_of(bound, weights_, sizes_);
  Bound own;
  set(own);
  facts_.emplace(alone(), own, filled_ ? filled_->allowances().data() : nullptr);
}

template <class Bound>
void PreparedBlock<Bound>::set([[maybe_unused]] Bound& own) const {
  if constexpr (std::is_same_v<Bound, WeightBound>) {
    for (int a = 0; a < 2; ++a) own.weight[a] = weights_[a].data();
  }
  if constexpr (std::is_same_v<Bound, OverlapBound>) own.size = sizes_.data();
}

template <class Bound>
Operand PreparedBlock<Bound>::alone() const {
  Operand alone = tested();
  alone.offset = -alone.range.begin;
  return alone;
}

template <class Bound>
PartFacts<Bound> PreparedBlock<Bound>::parts(Index words, const Range& some) const {
  Operand vectors = alone();
  const Index begin = vectors.range.begin;
  vectors.range = {begin + some.begin, begin + some.end};
  Bound own;
  set(own);
  return {vectors, own, words, filled_ ? filled_->allowances().data() + some.begin : nullptr};
}

template <class Bound>
auto PreparedBlock<Bound>::parts(Index words) const -> std::shared_ptr<const PartFacts<Bound>> {
  for (const KeptParts& kept : kept_) {
    if (kept.parts != nullptr && kept.words == words) return kept.parts;
  }
  kept_[0] = std::move(kept_[1]);
  const Range all{0, operand_.range.size()};
  kept_[1] = {words, std::make_shared<const PartFacts<Bound>>(parts(words, all))};
  return kept_[1].parts;
}

template <class Bound>
FoldedBlock PreparedBlock<Bound>::folded(Index words, const Range& some) const {
  Operand sets = alone();
  const Index begin = sets.range.begin;
  sets.range = {begin + some.begin, begin + some.end};
  OverlapBound own;
  own.size = sizes_.data();
  return {sets, own, words};
}

template <class Bound>
std::shared_ptr<const FoldedBlock> PreparedBlock<Bound>::folded(Index words) const {
  if (folded_ == nullptr || folded_words_ != words) {
    folded_.reset(new FoldedBlock(folded(words, {0, operand_.range.size()})));
    folded_words_ = words;
  }
  return folded_;
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
bool PreparedBlock<Bound>::is_of(const Operand& block, const Bound& bound,
                                 const Preparation& how) const {
  if (block.vectors->content() != content_ || block.vectors != block_.vectors ||
      block.range != block_.range || block.offset != block_.offset || how != how_) {
    return false;
  }
  std::vector<float> weights[2];
  std::vector<double> sizes;
  copy_of(bound, weights, sizes);
  return weights[0] == weights_[0] && weights[1] == weights_[1] && sizes == sizes_;
}

template <class Bound>
auto PreparedBlocks<Bound>::get(const Operand& block, const Bound& bound, const Preparation& how)
    -> Pointer {
  const auto found = std::ranges::find_if(
      kept_, [&](const Pointer& kept) { return kept->is_of(block, bound, how); });
  Pointer prepared;
  if (found != kept_.end()) {
    prepared = *found;
    kept_.erase(found);
  } else {
    if (kept_.size() == most) kept_.erase(kept_.begin());  // before memory is taken for another
    prepared = std::make_shared<const PreparedBlock<Bound>>(block, bound, how);
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
