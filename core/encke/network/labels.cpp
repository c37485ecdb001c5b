#include <encke/base/error.hpp>
#include <encke/base/text/text_hash.hpp>
#include <encke/network/labels.hpp>
#include <utility>

namespace encke::network {

// The upper bits choose no slot, so that slots of equal places differ in what is compared first.
std::size_t Labels::slot_of(std::string_view name, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  const auto short_hash = static_cast<std::uint32_t>(hash >> 32);
  std::size_t at = static_cast<std::size_t>(hash) & mask;
  while (slots_[at].node != none &&
         (slots_[at].hash != short_hash || (*this)[slots_[at].node] != name)) {
    at = (at + 1) & mask;
  }
  return at;
}

Node Labels::find(std::string_view name) const {
  return slots_[slot_of(name, TextHash()(name))].node;
}

Node Labels::add(std::string_view name) {
  const std::uint64_t hash = TextHash()(name);
  const std::size_t at = slot_of(name, hash);
  if (slots_[at].node != none) return slots_[at].node;
  if (size() == most_nodes) {
    throw Error(Failure::inconsistent,
                "a network may have " + std::to_string(most_nodes) + " nodes at most");
  }
  const auto node = static_cast<Node>(size());
  text_.insert(text_.end(), name.begin(), name.end());
  begin_.push_back(static_cast<Index>(text_.size()));
  slots_[at] = {static_cast<std::uint32_t>(hash >> 32), node};
  if (begin_.size() * 2 > slots_.size()) grow();
  return node;
}

void Labels::grow() {
  std::vector<Slot> larger(2 * slots_.size());
  std::swap(slots_, larger);
  const std::size_t mask = slots_.size() - 1;
  for (Node node = 0; node < static_cast<Node>(size()); ++node) {
    const std::uint64_t hash = TextHash()((*this)[node]);
    std::size_t at = static_cast<std::size_t>(hash) & mask;
    while (slots_[at].node != none) at = (at + 1) & mask;
    slots_[at] = {static_cast<std::uint32_t>(hash >> 32), node};
  }
}

Index Labels::bytes() const {
  return static_cast<Index>(text_.capacity() + begin_.capacity() * sizeof(Index) +
                            slots_.capacity() * sizeof(Slot));
}

}  // namespace encke::network
