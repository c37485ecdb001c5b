#pragma once

#include <cstdint>
#include <encke/base/array.hpp>
#include <encke/base/index.hpp>
#include <vector>

namespace encke {

/// Which of two or three sets each vector is in, and which vectors make a tuple with a member of
/// each set. Vectors that are in the same sets are of one class; bit s of a class: set s. A value.
class SetMembers {
 public:
  static constexpr int most_classes = 8;
  /// Vectors of each class.
  using Census = Array<Index, most_classes>;

  /// No sets: every vector is of class 0, and all tuples are wanted.
  SetMembers() = default;
  /// Indices 0 … vectors - 1. Throws Error(inconsistent) for others, and unless there are two or
  /// three sets.
  SetMembers(Index vectors, std::vector<std::vector<Index>> sets);

  /// The class of each vector, as classes() has them. Throws Error(checksum) for others.
  SetMembers(std::vector<std::uint8_t> classes, int sets);

  /// 0 where all tuples are wanted.
  int sets() const { return sets_; }
  /// The class of each vector; null without sets.
  const std::uint8_t* classes() const { return classes_.empty() ? nullptr : classes_.data(); }
  int class_of(Index vector) const {
    return classes_.empty() ? 0 : classes_[static_cast<std::size_t>(vector)];
  }

  /// Classes d for which {c, d} makes a pair, as bits; classes e for which {c, d, e} makes a
  /// triple.
  std::uint8_t partners(int c) const { return pair_[c]; }
  std::uint8_t partners(int c, int d) const { return triple_[c][d]; }

  std::int64_t bytes() const {
    return static_cast<std::int64_t>(classes_.size() + counts_.size() * sizeof(counts_.front()));
  }

  Census census(Range vectors) const;
  /// Classes that occur, as bits.
  std::uint8_t present(Range vectors) const;
  /// The smallest range that has all vectors of `vectors` of these classes.
  Range bounds(Range vectors, std::uint8_t classes) const;

  /// Ascending pairs and triples with a member in each range; ranges as a tile's.
  Index tuples(const Array<Range, 2>& ranges) const;
  Index tuples(const Array<Range, 3>& ranges) const;
  /// Triples of a vector of class `c` and ascending pairs of the ranges, all of them after it.
  Index tuples(int c, const Array<Range, 2>& ranges) const;

  friend bool operator==(const SetMembers&, const SetMembers&) = default;

 private:
  static constexpr Index stride = 64;  ///< vectors between two counts

  void count();
  Census before(Index vector) const;
  template <class Wanted>
  Index pairs(const Array<Range, 2>& ranges, Wanted wanted) const;
  Index triples_of(const Census& of) const;

  int sets_ = 0;
  std::vector<std::uint8_t> classes_;
  std::vector<Array<std::uint32_t, most_classes>> counts_;  ///< before vectors 0, 64, 128, …
  std::uint8_t pair_[most_classes] = {1};
  std::uint8_t triple_[most_classes][most_classes] = {{1}};
};

}  // namespace encke
