#pragma once

#include <encke/base/array.hpp>
#include <encke/base/index.hpp>

namespace encke {

/// Largest number of items whose triples with repetition can be numbered in 63 bits with space
/// for the intermediate products.
inline constexpr Index multiset_limit = 2'000'000;

/// Unordered tuples, repetition allowed, of items out of 0 … n - 1: C(n + Way - 1, Way).
template <int Way>
constexpr Index multiset_count(Index n) {
  return tuple_count(Way, n + Way - 1);
}

/// Number of an ascending tuple (repetition allowed) in the order in which the last item counts
/// most: C(a, 1) + C(b + 1, 2) + C(c + 2, 3). Dense from 0, and independent of how many items
/// there are. Items in 0 … multiset_limit - 1.
template <int Way>
constexpr Index multiset_rank(const Array<Index, Way>& ascending) {
  Index rank = ascending[0] + multiset_count<2>(ascending[1]);
  if constexpr (Way == 3) rank += multiset_count<3>(ascending[2]);
  return rank;
}

/// The tuple whose number is `rank`, 0 <= rank < multiset_count<Way>(multiset_limit).
template <int Way>
constexpr Array<Index, Way> multiset_unrank(Index rank) {
  Array<Index, Way> ascending{};
  // Largest item whose predecessors number no more than what is left, by bisection.
  const auto take = [&rank](auto count) {
    Index low = 0;
    Index high = multiset_limit;
    while (high - low > 1) {
      const Index middle = (low + high) / 2;
      (count(middle) <= rank ? low : high) = middle;
    }
    rank -= count(low);
    return low;
  };
  if constexpr (Way == 3) ascending[2] = take(multiset_count<3>);
  ascending[1] = take(multiset_count<2>);
  ascending[0] = rank;
  return ascending;
}

}  // namespace encke
