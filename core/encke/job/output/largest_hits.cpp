#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <encke/base/chi_squared_tail.hpp>
#include <encke/job/output/largest_hits.hpp>

namespace encke::job {
namespace {

/// True if a hit is better than another.
struct Better {
  bool small_is_good;
  template <int Way>
  bool operator()(const Hit<Way>& a, const Hit<Way>& b) const {
    if (a.value != b.value) return small_is_good ? a.value < b.value : a.value > b.value;
    return precedes(a, b);
  }
};

template <int Way>
std::vector<Hit<Way>> sorted(std::vector<Hit<Way>> hits, bool small_is_good) {
  std::sort(hits.begin(), hits.end(), Better{small_is_good});
  return hits;
}

}  // namespace

template <int Way>
void LargestHits::keep(std::span<const Hit<Way>> hits, std::vector<Hit<Way>>& kept) {
  const Better better{small_is_good_};
  for (const Hit<Way>& hit : hits) {
    if (std::isnan(hit.value) || (columns_ && hit.cell != 0)) continue;
    if (kept.size() == most) {
      const double last = kept.front().value;
      if (hit.value == last) ++left_equal_;  // this one, or that in whose place it comes
      if (!better(hit, kept.front())) continue;
      std::pop_heap(kept.begin(), kept.end(), better);
      kept.back() = hit;
      std::push_heap(kept.begin(), kept.end(), better);
      if (hit.value == last) continue;
      left_equal_ = kept.front().value == last ? left_equal_ + 1 : 0;
      continue;
    }
    kept.push_back(hit);
    std::push_heap(kept.begin(), kept.end(), better);
  }
}

template void LargestHits::keep(std::span<const Hit<2>>, std::vector<Hit<2>>&);
template void LargestHits::keep(std::span<const Hit<3>>, std::vector<Hit<3>>&);

template <int Way>
ShownValue LargestHits::shown(const Hit<Way>& hit) const {
  ShownValue value{.value = hit.value};
  if (info_.chi_squared) {
    value.freedom = static_cast<int>(hit.cell);
    value.p = chi_squared_tail(hit.value, static_cast<int>(hit.cell));
  }
  for (int v = 0; v < Way; ++v) {
    const std::uint32_t vector = hit.index[v];
    std::string name = ids_ ? (*ids_)[vector] : std::to_string(vector);
    if (info_.cells > 1 && !named_alleles_ && !columns_) {
      name += fmt::format(":{}", (hit.cell >> (Way - 1 - v)) & 1);
    }
    value.names.push_back(std::move(name));
    if (sites_ == nullptr || sites_->empty()) continue;
    value.sites.push_back(
        fmt::format("{}:{}", sites_->chromosome(vector), sites_->positions()[vector]));
  }
  return value;
}

std::vector<ShownValue> LargestHits::shown() const {
  std::vector<ShownValue> values;
  for (const auto& hit : sorted(pairs_, small_is_good_)) values.push_back(shown(hit));
  for (const auto& hit : sorted(triples_, small_is_good_)) values.push_back(shown(hit));
  return values;
}

}  // namespace encke::job
