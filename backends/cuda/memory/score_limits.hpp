#pragma once

#include <algorithm>
#include <atomic>
#include <encke/base/index.hpp>
#include <encke/screen/screen.hpp>

namespace encke::cuda {

/// The limits of a bound, as they are when this is made.
class ScoreLimits {
 public:
  explicit ScoreLimits(const ScoreBound& bound)
      : small_is_good_(bound.score == CellScore::k2),
        of_vectors_(bound.limits),
        of_all_(small_is_good_ ? largest : 0) {
    const double limit = bound.limit;
    if (limit == limit) of_all_ = static_cast<float>(std::max(0.0, limit));  // no score is below 0
  }

  float of_all() const { return of_all_; }
  bool by_vector() const { return of_vectors_ != nullptr; }
  /// The better of the vector's own and of that of all; index as in the whole problem.
  float of(Index vector) const {
    const float own = of_vectors_[vector].load(std::memory_order_relaxed);
    return small_is_good_ ? std::min(own, of_all_) : std::max(own, of_all_);
  }

 private:
  static constexpr float largest = 1e30F;

  bool small_is_good_;
  const std::atomic<float>* of_vectors_;
  float of_all_;
};

}  // namespace encke::cuda
