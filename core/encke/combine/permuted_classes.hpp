#pragma once

#include <cstdint>
#include <encke/base/bits/bit_gather.hpp>
#include <encke/combine/p_values.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <vector>

namespace encke {

/// Vectors of two classes under random phenotypes: the samples of each class change places, in
/// memory, and the vectors stay packed as kernels read them. Phenotypes are those of
/// RandomPhenotypes: each has as many cases as the true one.
class PermutedClasses {
 public:
  /// `vectors` must outlive this, and nobody else may change them.
  PermutedClasses(PackedVectors& vectors, std::uint64_t seed);

  /// Makes the vectors those of phenotype `number`, from 0.
  void show(Index number);

 private:
  /// What a class takes from each word of before.
  using Gathers = std::vector<BitGather>;

  Gathers gathers_of(const std::vector<std::uint64_t>& cases, bool of_cases) const;
  void renumber(const Gathers (&gathers)[2]);
  void move(Index vector, const Gathers (&gathers)[2]);

  PackedVectors& vectors_;
  RandomPhenotypes phenotypes_;
  std::vector<std::uint32_t> sample_at_;  ///< sample at each bit of the words, as it was at first
  std::vector<std::uint64_t> planes_[3];  ///< of a vector: no copy, one copy, present
};

}  // namespace encke
