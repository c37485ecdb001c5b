#pragma once

#include <encke/base/array.hpp>
#include <encke/base/index.hpp>

namespace encke {

// Rank of a tuple of ascending indices in lexicographic order over all such tuples of 0 .. n-1:
// its row in a dense output. For pairs this is SciPy's condensed order.
// Exact for n up to 3 million: no step exceeds tuple_count(3, n) < 2^63.

/// Number of tuples of `way` ascending indices out of n whose first index is below `first`.
constexpr Index tuples_before(int way, Index first, Index n) {
  return tuple_count(way, n) - tuple_count(way, n - first);
}

/// Rank of the pair i < j < n, in [0, n(n-1)/2).
template <class Integer>
constexpr Index tuple_rank(const Array<Integer, 2>& tuple, Index n) {
  const auto i = static_cast<Index>(tuple[0]);
  const auto j = static_cast<Index>(tuple[1]);
  return tuples_before(2, i, n) + (j - i - 1);
}

/// Rank of the triple i < j < k < n, in [0, n(n-1)(n-2)/6).
template <class Integer>
constexpr Index tuple_rank(const Array<Integer, 3>& tuple, Index n) {
  const Index base = static_cast<Index>(tuple[0]) + 1;  // j and k are a pair of what follows i
  const Array<Index, 2> rest{static_cast<Index>(tuple[1]) - base,
                             static_cast<Index>(tuple[2]) - base};
  return tuples_before(3, base - 1, n) + tuple_rank(rest, n - base);
}

/// The tuple of 0 .. n-1 with this rank: the inverse of tuple_rank. O(Way log n).
/// `rank` must be in [0, tuple_count(Way, n)).
template <int Way>
constexpr Array<Index, Way> tuple_unrank(Index rank, Index n) {
  Array<Index, Way> tuple{};
  Index base = 0;
  for (int v = 0; v < Way - 1; ++v) {
    const int way = Way - v;
    Range first{0, n - base};  // the largest index with tuples_before(index) <= rank lies inside
    while (first.size() > 1) {
      const Index middle = first.begin + first.size() / 2;
      (tuples_before(way, middle, n - base) <= rank ? first.begin : first.end) = middle;
    }
    rank -= tuples_before(way, first.begin, n - base);
    tuple[v] = base + first.begin;
    base = tuple[v] + 1;
  }
  tuple[Way - 1] = base + rank;
  return tuple;
}

}  // namespace encke
