#pragma once

#include <cstddef>
#include <cstdint>

namespace encke {

/// Index or count of vectors, fields or tuples. Signed, so that differences are safe, and 64 bits
/// wide, so that n^2 and n^3 of real problems do not wrap.
using Index = std::int64_t;

/// Half-open range [begin, end).
struct Range {
  Index begin = 0;
  Index end = 0;

  constexpr Index size() const { return end - begin; }
  constexpr bool contains(Index i) const { return begin <= i && i < end; }
  /// What begins at `first`: `size` of this range, or as many as are left.
  constexpr Range from(Index first, Index size) const {
    return {first, size < end - first ? first + size : end};
  }
  /// The `i`-th of the parts of `size` that this range is cut into; the last may be smaller.
  constexpr Range part(Index i, Index size) const { return from(begin + i * size, size); }
  friend constexpr bool operator==(const Range&, const Range&) = default;
};

/// An index as the containers of the standard library take it.
constexpr std::size_t idx(Index i) { return static_cast<std::size_t>(i); }

constexpr Index divide_up(Index a, Index b) { return (a + b - 1) / b; }
constexpr Index round_up(Index a, Index b) { return divide_up(a, b) * b; }

/// Number of unordered tuples of `way` distinct items out of n: n(n-1)/2 or n(n-1)(n-2)/6.
/// Exact for n up to 3 million (3-way); larger n are refused by plan().
constexpr Index tuple_count(int way, Index n) {
  if (n < way) return 0;
  const Index pairs = n % 2 == 0 ? n / 2 * (n - 1) : (n - 1) / 2 * n;
  if (way == 2) return pairs;
  // one of the two factors is divisible by 3: divide first, so that nothing overflows early
  return pairs % 3 == 0 ? pairs / 3 * (n - 2) : (n - 2) / 3 * pairs;
}

}  // namespace encke
