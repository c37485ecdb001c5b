#include "panel_cache.hpp"

#include <algorithm>
#include <encke/base/error.hpp>

namespace encke::cuda {

PanelCopy* PanelCache::find(const PackedVectors& from, Range range, bool masked) {
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.content == from.content() && entry.range == range && (entry.masked || !masked);
  });
  if (found == entries_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found);
  return &found->panel;
}

PanelCopy& PanelCache::make(const PackedVectors& from, Range range, bool masked, Index most,
                            std::span<const PanelCopy* const> in_use) {
  const Index needed = PanelCopy::bytes_for(from, range, masked);
  Entries made;  // its memory may be that of vectors that are given up
  const auto memory = [&] {
    return made.empty() ? needed : std::max(needed, made.front().panel.held());
  };
  while (entries_.size() >= most_entries || held() + memory() > most) {
    const auto old = oldest(in_use);
    if (old == entries_.end()) break;
    made.clear();
    made.splice(made.begin(), entries_, old);
    if (made.front().masked != masked) made.clear();  // room for masks would stay, or be wanting
  }
  if (made.empty()) made.emplace_back(device_);
  Entry& entry = made.front();
  entry.content = from.content();
  entry.range = range;
  entry.masked = masked;
  for (;;) {
    try {
      entry.panel.begin(from, range, masked);
      break;
    } catch (const OutOfMemory&) {
      const auto old = oldest(in_use);
      if (old == entries_.end()) throw;
      entries_.erase(old);
    }
  }
  entries_.splice(entries_.begin(), made);
  return entries_.front().panel;
}

void PanelCache::shrink(Index most) {
  while (!entries_.empty() && held() > most) entries_.pop_back();
}

Index PanelCache::held() const {
  Index bytes = 0;
  for (const Entry& entry : entries_) bytes += entry.panel.held();
  return bytes;
}

/// Of those that are not in use; the end where there is none.
auto PanelCache::oldest(std::span<const PanelCopy* const> in_use) -> Entries::iterator {
  for (auto entry = entries_.end(); entry != entries_.begin();) {
    --entry;
    if (std::find(in_use.begin(), in_use.end(), &entry->panel) == in_use.end()) return entry;
  }
  return entries_.end();
}

}  // namespace encke::cuda
