#pragma once

#include <cstdint>
#include <encke/pack/packed_vectors.hpp>
#include <list>
#include <vector>

namespace encke::io {

/// Packs samples as vectors from variants as vectors: transposes their planes of bits, 64 variants
/// by 64 samples at a time, in runs of 512 variants.
class SamplePacker {
 public:
  /// `to`: zeroed, of an element of planes of bits without classes; must outlive this.
  explicit SamplePacker(PackedVectors& to) : to_(to) {}

  /// The next fields of all vectors: the variants of `from` that are `wanted`, ascending. `from`
  /// has the same element, and a field for each vector of `to`. Throws Error(internal) otherwise,
  /// OutOfMemory.
  void add(PackedVectors from, const std::vector<Index>& wanted);

  /// After the last variant: makes the vectors' own sums. Throws Error(internal) unless all fields
  /// have been added.
  void finish();

 private:
  static constexpr Index run = 512;

  /// A variant's first words.
  struct Row {
    const std::uint64_t* values;
    const std::uint64_t* mask;  ///< null: nothing is missing
  };

  void flush();
  void transpose_words(Index word_of_samples);

  PackedVectors& to_;
  std::list<PackedVectors> alive_;  ///< what rows point to
  std::vector<Row> rows_;
  Index next_ = 0;  ///< field that the first row becomes
};

}  // namespace encke::io
