#include <algorithm>
#include <encke/distinct/set_block.hpp>
#include <encke/pack/copies/copy_vectors.hpp>

namespace encke {

SetBlock::SetBlock(const Operand& block, const std::uint8_t* classes)
    : block_(block), content_(block.vectors->content()) {
  for (Index v = block.range.begin; v < block.range.end; ++v) {
    members_[classes[v + block.offset]].push_back(v);
  }
  for (int c = 1; c < most_classes; ++c) {  // nobody needs those that are in no set
    if (members_[c].empty()) continue;
    copies_[c].emplace(PackedVectors::allocate_like(*block.vectors, std::ssize(members_[c]),
                                                    block.vectors->keeps_masks()));
    copy_vectors(*block.vectors, members_[c], *copies_[c], 0);
  }
}

bool SetBlock::is_of(const Operand& block) const {
  return block.vectors == block_.vectors && block.vectors->content() == content_ &&
         block.range == block_.range && block.offset == block_.offset;
}

void SetBlock::list(int c, VectorCopies& indices) const {
  for (const Index v : members_[c]) {
    indices.next();
    indices.add(v + block_.offset);
  }
}

auto SetBlocks::get(const Operand& block, const std::uint8_t* classes) -> Pointer {
  const auto found =
      std::ranges::find_if(kept_, [&](const Pointer& kept) { return kept->is_of(block); });
  Pointer sets;
  if (found != kept_.end()) {
    sets = *found;
    kept_.erase(found);
  } else {
    if (kept_.size() == most) kept_.erase(kept_.begin());  // before memory is taken for another
    sets = std::make_shared<const SetBlock>(block, classes);
  }
  kept_.push_back(sets);
  return sets;
}

}  // namespace encke
