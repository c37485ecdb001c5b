#include <algorithm>
#include <cmath>
#include <encke/sink/choose/best_table.hpp>
#include <limits>

namespace encke::sink {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

BestTable::BestTable(const SinkInfo& info)
    : small_is_good_(info.small_is_good), bound_(small_is_good_ ? infinity : -infinity) {
  entries_.assign(static_cast<std::size_t>(info.vectors), {bound_});
}

bool BestTable::is_empty(const Entry& entry) { return !std::isfinite(entry.value); }

bool BestTable::precedes(const Entry& a, const Entry& b) const {
  if (a.value != b.value) return small_is_good_ ? a.value < b.value : a.value > b.value;
  return a.partners < b.partners;
}

template <int Way>
bool BestTable::improve_way(const Hit<Way>& hit) {
  if (!std::isfinite(hit.value)) return false;
  bool better = false;
  for (int v = 0; v < Way; ++v) {
    Entry candidate{hit.value, {{hit.index[v == 0 ? 1 : 0], 0}}, hit.cell};
    if constexpr (Way == 3) candidate.partners[1] = hit.index[v == 2 ? 1 : 2];
    Entry& best = entries_[hit.index[v]];
    if (!precedes(candidate, best)) continue;
    best = candidate;
    better = true;
  }
  if (++taken_ >= entries_.size()) find_bound();  // so that it costs nothing beside the hits
  return better;
}

template bool BestTable::improve_way(const Hit<2>&);
template bool BestTable::improve_way(const Hit<3>&);

void BestTable::find_bound() {
  taken_ = 0;
  const auto worst =
      std::max_element(entries_.begin(), entries_.end(), [this](const Entry& a, const Entry& b) {
        return small_is_good_ ? a.value < b.value : a.value > b.value;
      });
  if (worst != entries_.end()) bound_ = worst->value;
}

double BestTable::floor() const { return small_is_good_ ? -infinity : bound_; }
double BestTable::ceiling() const { return small_is_good_ ? bound_ : infinity; }

}  // namespace encke::sink
