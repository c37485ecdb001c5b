#include <algorithm>
#include <encke/distinct/distinct_block.hpp>
#include <encke/pack/copies/copy_vectors.hpp>

namespace encke {
namespace {

/// A copy that spares less than one of so many vectors is not worth its memory.
constexpr Index least_share = 50;

/// Blocks without a copy take no memory, and tell that equal vectors need not be looked for again.
constexpr std::size_t most_in_all = 128;

}  // namespace

DistinctBlock::DistinctBlock(const Operand& block, bool always)
    : block_(block), content_(block.vectors->content()) {
  EqualVectors equal = equal_vectors(block);
  const Index size = block.range.size();
  const Index spared = size - std::ssize(equal.first);
  if (spared == 0 || (!always && spared * least_share < size)) return;
  copy_.emplace(PackedVectors::allocate_like(*block.vectors, std::ssize(equal.first),
                                             block.vectors->keeps_masks()));
  copy_vectors(*block.vectors, equal.first, *copy_, 0);
  kind_ = std::move(equal.kind);
  std::vector<int> copies(equal.first.size());
  for (const Index kind : kind_) {
    if (++copies[idx(kind)] == 2) several_.push_back(kind);
  }
}

bool DistinctBlock::is_of(const Operand& block) const {
  return block.vectors == block_.vectors && block.vectors->content() == content_ &&
         block.range == block_.range && block.offset == block_.offset;
}

Operand DistinctBlock::operand(Index first) const {
  if (spares()) return {&*copy_, {0, copy_->vectors()}, first};
  return {block_.vectors, block_.range, first - block_.range.begin};
}

void DistinctBlock::list(VectorCopies& copies) const {
  const Index begin = block_.indices().begin;
  if (!spares()) {
    for (Index v = 0; v < block_.range.size(); ++v) {
      copies.next();
      copies.add(begin + v);
    }
    return;
  }
  // by kind, in the order of the block
  std::vector<Index> order(kind_.size());
  for (std::size_t v = 0; v < order.size(); ++v) order[v] = static_cast<Index>(v);
  std::ranges::stable_sort(order, {}, [&](Index v) { return kind_[idx(v)]; });
  Index last = -1;
  for (const Index v : order) {
    if (kind_[idx(v)] != last) copies.next();
    last = kind_[idx(v)];
    copies.add(begin + v);
  }
}

auto DistinctBlocks::get(const Operand& block, bool always) -> Pointer {
  const auto found =
      std::ranges::find_if(kept_, [&](const Pointer& kept) { return kept->is_of(block); });
  Pointer distinct;
  if (found != kept_.end()) {
    distinct = *found;
    kept_.erase(found);
  } else {
    const auto has_copy = [](const Pointer& kept) { return kept->spares(); };
    // before memory is taken for another
    if (std::ranges::count_if(kept_, has_copy) == static_cast<std::ptrdiff_t>(most)) {
      kept_.erase(std::ranges::find_if(kept_, has_copy));
    }
    if (kept_.size() == most_in_all) kept_.erase(kept_.begin());
    distinct = std::make_shared<const DistinctBlock>(block, always);
  }
  kept_.push_back(distinct);
  return distinct;
}

}  // namespace encke
