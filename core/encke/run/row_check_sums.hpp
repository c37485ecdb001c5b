#pragma once

#include <cstdint>
#include <encke/pack/packed_vectors.hpp>
#include <vector>

namespace encke {

/// Sums over some vectors, for each field, of x, x^2 and m (see tally/evidence.hpp).
struct FieldSums {
  std::vector<std::int32_t> x, squares, m;

  void clear(Index fields);
  /// Adds the vectors `range`, which may begin anywhere, read from the packed planes by vertical
  /// counters: no popcount and no pair of vectors, so nothing that kernels do.
  void add(const PackedVectors& vectors, Range range);

  void add(const FieldSums& other);

  /// Sums of a = x + t m and of a^2.
  std::int64_t first(std::int64_t t, std::size_t q) const { return x[q] + t * m[q]; }
  std::int64_t second(std::int64_t t, std::size_t q) const {
    return squares[q] + 2 * t * x[q] + t * t * m[q];
  }
};

/// A tally as it enters sums, modulo 2^31 - 1 where it has 64 bits: what is right is less, and what
/// has any one wrong bit differs by less than 2^31, so that no product with a weight wraps to zero.
inline std::int64_t value_of(std::int32_t tally) { return tally; }
inline std::int64_t value_of(std::int64_t tally) { return tally % 0x7fffffff; }

/// Sum of n tallies, each at most `most` in magnitude unless it is wrong. A single wrong tally
/// always changes the sum.
std::int64_t sum_of(const std::int32_t* tallies, Index n, std::int64_t most);
std::int64_t sum_of(const std::int64_t* tallies, Index n, std::int64_t most);

}  // namespace encke
