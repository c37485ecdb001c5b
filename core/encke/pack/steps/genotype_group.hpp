#pragma once

#include <algorithm>
#include <encke/pack/packed_vectors.hpp>
#include <encke/pack/steps/split_codes.hpp>

namespace encke::detail {

/// Where the planes of the group of vector `first` are.
inline CodePlanes planes_of(const PackedVectors::Storage& storage, Index first, Index words) {
  return {storage.words() + first * words * 2,
          storage.mask == nullptr ? nullptr : storage.mask + first * words};
}

/// True if a sample is missing in one of the first `count` vectors of a group.
inline bool has_missing(const CodePlanes& planes, Index count) {
  return std::any_of(planes.missing, planes.missing + count, [](Index m) { return m > 0; });
}

/// Keeps the margins of the vectors [first, first + count) of a group, and clears the others.
inline void note_group(PackedVectors& to, const PackedVectors::Storage& storage, Index first,
                       Index count, const CodePlanes& planes) {
  for (Index v = count; v < 8; ++v) to.clear(first + v);
  for (Index v = 0; v < count; ++v) {
    const auto at = static_cast<std::size_t>(first + v);
    to.set_present(first + v, to.fields() - planes.missing[v]);
    storage.margins.positive[at] = planes.nonzero[v] - planes.negative[v];
    storage.margins.x_sum[at] = planes.nonzero[v] - 2 * planes.negative[v];
  }
}

}  // namespace encke::detail
