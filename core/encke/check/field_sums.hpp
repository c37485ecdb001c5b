#pragma once

#include <cstdint>
#include <encke/pack/packed_vectors.hpp>
#include <vector>

// Sums over vectors, for each field, of x and m, read from the packed planes. m is 1 where a sample
// is present, else 0. x, of genotypes and bits: see tally/evidence.hpp; of a control 1 for genotype
// 0, -2 for genotype 1 and 0 for genotype 2; of a case -2, 1 and 0. Fields lie in an order of their
// own, the same in all sums: bit 8 j + i of word w at 64 w + 8 i + j, so that the bits of a word
// spread to bytes by shifts. What is left of a word is zero.

namespace encke {

/// Places of the fields of vectors that are not reals or counts: 64 for each word of a plane.
Index places_of(const PackedVectors& vectors);

/// Sum of x over the fields of one vector.
std::int64_t x_sum(const PackedVectors& vectors, Index vector);

/// Sums of a few vectors: at most 64, of at most 8 groups.
struct StripSums {
  std::vector<std::int8_t> x, m;
  std::int64_t x_all = 0;    ///< sum over the fields
  std::int64_t m_all = 0;    ///< likewise
  std::int64_t squares = 0;  ///< sum of x^2 over fields and vectors

  /// Uses vertical counters. It shares no instruction sequence with the kernels, so a fault there
  /// cannot hide here.
  /// Throws OutOfMemory.
  void set(const PackedVectors& vectors, Range range);

  /// Sum of a^2 = (x + t m)^2 over fields and vectors.
  std::int64_t second(std::int64_t t) const { return squares + 2 * t * x_all + t * t * m_all; }
};

/// Sums of any vectors.
struct FieldSums {
  std::vector<std::int32_t> x, m;
  std::vector<std::int32_t> z{};  ///< sums of x^2; empty until add_squares()

  void clear(Index places);
  /// Adds the vectors `range`, which may begin anywhere.
  void add(const PackedVectors& vectors, Range range);
  void add(const StripSums& strip);
  /// Adds the squares of the vectors `range` to z.
  void add_squares(const PackedVectors& vectors, Range range);

  /// x + t m for each field.
  std::vector<std::int32_t> weighted(std::int32_t t) const;
};

/// Sum over the fields of a times b, of the same size.
std::int64_t dot(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b);

/// a[q] = x + t m of one vector; a has places_of(vectors).
void read_vector(const PackedVectors& vectors, Index vector, std::int32_t t,
                 std::vector<std::int8_t>& a);

/// What a strip's sums a = x + t m make with those of others.
struct StripProducts {
  std::int64_t with_later = 0;  ///< sum over the fields of a times later
  std::int64_t with_own = 0;    ///< of a times a
};

/// `later`: below 2^19 in magnitude. With `add`, the strip is added to it afterwards.
StripProducts multiply(const StripSums& strip, std::int32_t t, std::vector<std::int32_t>& later,
                       bool add);

}  // namespace encke
