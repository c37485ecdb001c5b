#pragma once

#include <array>
#include <cstdint>
#include <encke/backend/backend.hpp>
#include <encke/host/aligned_buffer.hpp>
#include <vector>

namespace encke::kokkos {

inline constexpr Index gathered_lanes = 8;  ///< vectors that lie side by side
/// Words for 64 samples of these: three planes.
inline constexpr Index gathered_line = 3 * gathered_lanes;

/// The samples that each vector of a block of genotypes by class misses.
class MissedSamples {
 public:
  explicit MissedSamples(const Operand& block);

  Index vectors() const { return static_cast<Index>(of_.size()); }
  Index groups() const { return divide_up(vectors(), gathered_lanes); }
  /// Of class `c`: words and bits, 64 word + bit.
  const std::vector<std::uint32_t>& of(Index vector, int c) const {
    return of_[static_cast<std::size_t>(vector)][static_cast<std::size_t>(c)];
  }
  /// Words that these fill when they are gathered.
  Index words(Index vector, int c) const {
    return divide_up(static_cast<Index>(of(vector, c).size()), Index{64});
  }
  /// The most words of a vector of this group of eight.
  Index words_of_group(Index group, int c) const {
    return of_group_[static_cast<std::size_t>(group)][static_cast<std::size_t>(c)];
  }

 private:
  std::vector<std::array<std::vector<std::uint32_t>, 2>> of_;
  std::vector<std::array<Index, 2>> of_group_;
};

/// The planes of the vectors of one block, genotype 0, genotype 1 and present, in the samples that
/// each vector of another misses, gathered. Vectors are numbered from the beginning of a block.
class GatheredPlanes {
 public:
  enum class Lanes {
    gathered,  ///< eight vectors of the block lie side by side
    missing    ///< eight vectors that miss samples do
  };

  GatheredPlanes(const MissedSamples& missed, const Operand& of, Lanes side);

  static Index bytes(const MissedSamples& missed, const Operand& of, Lanes side);

  bool is_of(const MissedSamples& missed, const Operand& of, Lanes side) const {
    return &missed_ == &missed && of_.vectors == of.vectors && of_.range == of.range &&
           side_ == side;
  }
  /// Vectors that miss samples, each a call of gather().
  Index missing() const { return missed_.vectors(); }

  /// Gathers what this vector of the other block misses. Calls for different ones may run at once.
  void gather(Index missing);

  /// Lanes::gathered: where the words [group of `of`][word][plane][lane] of a vector begin.
  const std::uint64_t* of_missing(Index missing) const {
    return words_.data() + begin_[static_cast<std::size_t>(missing)];
  }
  /// Lanes::missing: where the words [word][plane][lane] of a vector and a group begin.
  const std::uint64_t* of_group(Index vector, Index group) const {
    return words_.data() + vector * begin_.back() + begin_[static_cast<std::size_t>(group)];
  }

 private:
  void gather_group(Index missing, Index group, std::uint64_t* to) const;
  void store(Index missing, Index group, const std::uint64_t* from);

  const MissedSamples& missed_;
  Operand of_;
  Lanes side_;
  std::vector<Index> begin_;  ///< in words, of each vector or group that misses samples; the end
  AlignedBuffer<std::uint64_t> words_;
};

}  // namespace encke::kokkos
