#include "nearest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace encke::python {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

void Nearest::begin(const SinkInfo& info) {
  vectors_ = info.vectors;
  has_bounds_ = info.small_is_good;
  near_.assign(static_cast<std::size_t>(vectors_with() * count_), {infinity, -1});
}

void Nearest::improve(Index vector, const Near& near) {
  const auto first = near_.begin() + vector * count_, end = first + count_;
  const auto precedes = [](const Near& a, const Near& b) {
    return a.value != b.value ? a.value < b.value : a.index < b.index;
  };
  if (!precedes(near, end[-1])) return;
  const auto place = std::upper_bound(first, end, near, precedes);
  std::move_backward(place, end - 1, end);
  *place = near;
}

void Nearest::take(std::span<const Hit<2>> hits) {
  for (const auto& hit : hits) {
    if (!std::isfinite(hit.value)) continue;
    improve(hit.index[0], {hit.value, hit.index[1]});
    if (rows_ == 0) improve(hit.index[1], {hit.value, hit.index[0]});
  }
}

double Nearest::bound_of(Index vector) const {
  if (!has_bounds_) return std::numeric_limits<double>::quiet_NaN();
  if (vector >= vectors_with()) return -infinity;  // it asks for none
  return near_[static_cast<std::size_t>((vector + 1) * count_ - 1)].value;
}

std::int64_t Nearest::memory() const {
  return static_cast<std::int64_t>(near_.size() * sizeof(Near));
}

std::vector<std::int32_t> Nearest::neighbours() const {
  std::vector<std::int32_t> all;
  all.reserve(near_.size());
  for (const Near& near : near_) all.push_back(static_cast<std::int32_t>(near.index));
  return all;
}

std::vector<double> Nearest::values() const {
  std::vector<double> all;
  all.reserve(near_.size());
  for (const Near& near : near_) all.push_back(near.value);
  return all;
}

}  // namespace encke::python
