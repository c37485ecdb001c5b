#pragma once

#include <algorithm>
#include <encke/base/index.hpp>
#include <vector>

namespace encke::kokkos {

/// After which part of the samples a test leaves least work, and after which another of what is
/// left then, from what a test leaves of a few tiles after some parts. Work is counted in words of
/// a piece's products.
class PartTrial {
 public:
  /// Tests after so many words; second 0: one test alone.
  struct Two {
    Index first = 0, second = 0;
    double work = 0;  ///< of a piece
  };

  /// Parts that are tried about one of `place` words, and behind it, out of `words`; `late`: behind
  /// it alone, where less is known; `all`: all words, too.
  PartTrial(Index words, Index place, bool late, bool all);

  /// Words of the parts, ascending.
  const std::vector<Index>& parts() const { return parts_; }
  /// A tile of so many pieces, and how many were left after each of the parts.
  void add(int pieces, const std::vector<int>& left);

  /// A tile of so many pieces, of which margins left some; 0: which add() does not get.
  void ask(int pieces, int left) {
    asked_ += pieces;
    by_margins_ += left;
  }

  bool asked() const { return asked_ > 0; }
  /// Share of the pieces that were asked that margins left.
  double share_by_margins() const {
    return static_cast<double>(by_margins_) / static_cast<double>(std::max<Index>(1, asked_));
  }
  bool tried() const { return pieces_ > 0; }
  /// The part with the least work. `test`: what a test costs; `rest(part)`: what is computed of a
  /// piece that is left.
  template <class Rest>
  Index best(double test, const Rest& rest) const {
    Index best = parts_.front();
    for (const Index part : parts_) {
      if (work(part, test, rest) < work(best, test, rest)) best = part;
    }
    return best;
  }
  /// The parts with the least work in one or two tests of complete vectors; two only where this
  /// spares one of 50 of all words.
  Two best_two(double test) const;
  /// The work of a piece with a test after one of the parts.
  template <class Rest>
  double work(Index part, double test, const Rest& rest) const {
    return static_cast<double>(part) + test + share_left(part) * rest(part);
  }
  /// Share of the pieces that was left after one of the parts.
  double share_left(Index part) const;

 private:
  Index words_;
  std::vector<Index> parts_;
  std::vector<Index> left_;  ///< pieces, of each part
  Index pieces_ = 0;
  Index asked_ = 0, by_margins_ = 0;
};

}  // namespace encke::kokkos
