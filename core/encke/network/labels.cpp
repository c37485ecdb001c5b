#include <bit>
#include <encke/base/error.hpp>
#include <encke/base/text/same_text.hpp>
#include <encke/base/text/short_text_hash.hpp>
#include <encke/base/text/text_hash.hpp>
#include <encke/host/huge_pages.hpp>
#include <encke/network/labels.hpp>
#include <utility>

namespace encke::network {

std::uint32_t Labels::hash_of(std::string_view name) {
  static const auto key = key_of_process();
  return static_cast<std::uint32_t>(short_text_hash(name, key) >> 32);
}

// The upper bits of a hash choose its slot, so that a larger table has the names in the same order
// and is made without the names.
std::size_t Labels::slot_of(std::string_view name, std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash >> shift_;
  while (slots_[at].node != none &&
         (slots_[at].hash != hash || !same_text((*this)[slots_[at].node], name))) {
    at = (at + 1) & mask;
  }
  return at;
}

Node Labels::find(std::string_view name) const { return slots_[slot_of(name, hash_of(name))].node; }

Node Labels::add(std::string_view name, std::uint32_t hash) {
  const std::size_t at = slot_of(name, hash);
  if (slots_[at].node != none) return slots_[at].node;
  if (size() == most_nodes) {
    throw Error(Failure::inconsistent,
                "a network may have " + std::to_string(most_nodes) + " nodes at most");
  }
  const auto node = static_cast<Node>(size());
  grow_huge(text_, name.size());
  grow_huge(begin_, 1);
  text_.insert(text_.end(), name.begin(), name.end());
  begin_.push_back(static_cast<Index>(text_.size()));
  slots_[at] = {hash, node};
  if (begin_.size() * 2 > slots_.size()) grow(2 * slots_.size());
  return node;
}

void Labels::add(std::span<const std::string_view> names, std::vector<Node>& nodes) {
  hashes_.clear();
  for (const std::string_view name : names) {
    hashes_.push_back(hash_of(name));
    __builtin_prefetch(&slots_[hashes_.back() >> shift_]);
  }
  for (const std::uint32_t hash : hashes_) {
    const Slot& slot = slots_[hash >> shift_];
    if (slot.node != none) __builtin_prefetch(&begin_[static_cast<std::size_t>(slot.node)]);
  }
  for (const std::uint32_t hash : hashes_) {
    const Slot& slot = slots_[hash >> shift_];
    if (slot.node != none) __builtin_prefetch((*this)[slot.node].data());
  }
  nodes.clear();
  for (std::size_t n = 0; n < names.size(); ++n) nodes.push_back(add(names[n], hashes_[n]));
}

void Labels::expect(Index names) {
  if (names <= size() || size() == 0) return;
  const auto wanted = static_cast<std::size_t>(names);
  reserve_huge(begin_, wanted + 1);
  reserve_huge(text_, text_.size() / static_cast<std::size_t>(size()) * wanted);
  const std::size_t slots = std::bit_ceil(2 * wanted);
  if (slots > slots_.size()) grow(slots);
}

/// To a power of 2.
void Labels::grow(std::size_t slots) {
  std::vector<Slot> larger;
  resize_huge(larger, slots);
  std::swap(slots_, larger);
  shift_ = 32 - std::countr_zero(slots);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : larger) {
    if (slot.node == none) continue;
    std::size_t at = slot.hash >> shift_;
    while (slots_[at].node != none) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

Index Labels::bytes() const {
  return static_cast<Index>(text_.capacity() + begin_.capacity() * sizeof(Index) +
                            slots_.capacity() * sizeof(Slot));
}

}  // namespace encke::network
