#pragma once

#include <cstdint>
#include <encke/host/aligned_buffer.hpp>
#include <encke/ld/bit_row.hpp>
#include <encke/metric/centred_moments.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <vector>

namespace encke::ld {

/// A variant's genotypes by themselves: words [x != 0], [x < 0] and, unless it is complete,
/// [present], of x = copies of allele 1, less 1; and its sums.
struct GenotypeRow {
  const std::uint64_t* words = nullptr;
  std::int32_t present = 0;  ///< samples
  std::int32_t sum = 0;      ///< Σx
  std::int32_t squares = 0;  ///< Σx^2
  bool complete = true;
};

/// The genotypes of some variants one after the other, so that any two can be compared by
/// themselves.
class GenotypeRows {
 public:
  /// Memory for `most` vectors of `fields` samples.
  GenotypeRows(Index most, Index fields);
  static std::int64_t bytes_for(Index vectors, Index fields);
  /// Words of each of the three of a row of so many samples, a multiple of 8.
  static Index words_for(Index fields);

  /// Takes over vectors packed for moments, in place of those before. Their rows go to `to`, and
  /// are valid until the next call.
  void take(const PackedVectors& from, GenotypeRow* to);

 private:
  Index fields_;
  AlignedBuffer<std::uint64_t> words_;
};

/// The sums of two rows of `words` words, see CentredMoments.
CentredMoments compare(const GenotypeRow& a, const GenotypeRow& b, Index words);

/// What is compared with one variant.
struct LinkSearch {
  const GenotypeRow* rows;  ///< of all variants
  Index words;
  Index samples;
  double limit;        ///< r^2 that has to be exceeded
  const BitRow& kept;  ///< others are left out
  Index variant;
  Index first, end;  ///< of the others
};

/// The first of the others that is linked; `end` where there is none. Adds to `compared` how many
/// it looked at. Most are told from one product: what missing samples can change is bounded.
Index first_linked(const LinkSearch& search, Index& compared);

}  // namespace encke::ld
