#pragma once

#include <encke/base/index.hpp>
#include <vector>

namespace encke::kokkos {

/// After which part of the samples a test leaves least work, from what it leaves of a few tiles
/// after some parts. Work is counted in words of a piece's products.
class PartTrial {
 public:
  /// Parts that are tried about one of `place` words, out of `words`. `missing`: of filled vectors,
  /// of which less is known; then up to four times as many, and all.
  PartTrial(Index words, Index place, bool missing);

  /// Words of the parts, ascending.
  const std::vector<Index>& parts() const { return parts_; }
  /// A tile of so many pieces, and how many were left after each of the parts.
  void add(int pieces, const std::vector<int>& left);

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
  /// The work of a piece with a test after one of the parts.
  template <class Rest>
  double work(Index part, double test, const Rest& rest) const {
    return static_cast<double>(part) + test + share_left(part) * rest(part);
  }
  /// Share of the pieces that was left after one of the parts.
  double share_left(Index part) const;

 private:
  std::vector<Index> parts_;
  std::vector<Index> left_;  ///< pieces, of each part
  Index pieces_ = 0;
};

}  // namespace encke::kokkos
