#pragma once

#include <algorithm>
#include <encke/base/index.hpp>

namespace encke::kokkos {

/// Adds up products over `words` words. body(range, to) adds those of a range of words to `to`.
/// Without segments (0) or up to one segment that is one call for `sums`. Else `sums` are `count`
/// doubles, to be added up in the order that Minima defines: each further segment is made in
/// `spare`, of as many, and then added.
template <class Body>
void sum_segments(Index words, Index segment, void* sums, void* spare, Index count,
                  const Body& body) {
  if (segment == 0 || words <= segment) return body(Range{0, words}, sums);
  body(Range{0, segment}, sums);
  auto* total = static_cast<double*>(sums);
  auto* part = static_cast<double*>(spare);
  for (Index begin = segment; begin < words; begin += segment) {
    std::fill_n(part, count, 0.0);
    body(Range{begin, std::min(begin + segment, words)}, part);
    for (Index i = 0; i < count; ++i) total[i] += part[i];
  }
}

}  // namespace encke::kokkos
