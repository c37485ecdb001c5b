#include "panel_cache.hpp"

#include <algorithm>

namespace encke::cuda {

PanelCopy* PanelCache::find(const PackedVectors& from, Range range, bool masked) {
  const auto found = entry_of(from, range);
  if (found == entries_.end() || (masked && !found->panel.masked())) return nullptr;
  entries_.splice(entries_.begin(), entries_, found);
  found->panel.use();
  return &found->panel;
}

PanelCopy& PanelCache::make(const PackedVectors& from, Range range, bool masked, Index most) {
  if (const auto same = entry_of(from, range); same != entries_.end()) {
    return add_masks(same, from, most);
  }
  const Index needed = PanelCopy::bytes_for(from, range, masked);
  Entries made;  // its memory may be that of vectors that are given up
  const auto memory = [&] {
    return made.empty() ? needed : std::max(needed, made.front().panel.held());
  };
  while (entries_.size() >= most_entries || held() + memory() > most) {
    const auto old = oldest();
    if (old == entries_.end()) break;
    if (!made.empty()) made.front().panel.give_up();
    made.clear();
    if (old->panel.masked() == masked) {
      made.splice(made.begin(), entries_, old);
    } else {  // memory for masks would stay, or be wanting
      give_up(old);
    }
  }
  if (made.empty()) made.emplace_back(device_);
  Entry& entry = made.front();
  entry.content = from.content();
  entry.range = range;
  entry.panel.begin(from, range, masked);
  entries_.splice(entries_.begin(), made);
  return entries_.front().panel;
}

/// Its vectors stay where they are: whoever reads them need not know.
PanelCopy& PanelCache::add_masks(Entries::iterator entry, const PackedVectors& from, Index most) {
  entry->panel.use();
  entries_.splice(entries_.begin(), entries_, entry);
  const Index more = PanelCopy::bytes_for(from, entry->range, true) -
                     PanelCopy::bytes_for(from, entry->range, false);
  while (held() + more > most) {
    const auto old = oldest();
    if (old == entries_.end()) break;
    give_up(old);
  }
  entry->panel.add_masks(from);
  return entry->panel;
}

void PanelCache::use_only(std::span<const PanelCopy* const> panels) {
  for (Entry& entry : entries_) {
    if (std::find(panels.begin(), panels.end(), &entry.panel) == panels.end()) {
      entry.panel.leave();
    } else {
      entry.panel.use();
    }
  }
}

void PanelCache::shrink(Index most) {
  while (!entries_.empty() && held() > most) give_up(--entries_.end());
}

Index PanelCache::held() const {
  Index bytes = 0;
  for (const Entry& entry : entries_) bytes += entry.panel.held();
  return bytes;
}

/// Also forgets what the device has given up.
auto PanelCache::entry_of(const PackedVectors& from, Range range) -> Entries::iterator {
  std::erase_if(entries_, [](const Entry& entry) { return entry.panel.lost(); });
  return std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.content == from.content() && entry.range == range;
  });
}

/// The oldest entry that is not in use; the end where there is none.
auto PanelCache::oldest() -> Entries::iterator {
  for (auto entry = entries_.end(); entry != entries_.begin();) {
    --entry;
    if (!entry->panel.in_use()) return entry;
  }
  return entries_.end();
}

/// Copies to it may still be under way.
void PanelCache::give_up(Entries::iterator entry) {
  entry->panel.give_up();
  entries_.erase(entry);
}

}  // namespace encke::cuda
