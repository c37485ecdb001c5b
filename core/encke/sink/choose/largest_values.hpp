#pragma once

#include <algorithm>
#include <cstdint>
#include <encke/base/index.hpp>
#include <functional>
#include <limits>
#include <vector>

namespace encke::sink {

/// The `count`-th largest of the values seen, count >= 1: a bound below which no value is among
/// the `count` largest. NaN is not counted. 8 bytes a value kept.
class LargestValues {
 public:
  explicit LargestValues(Index count) : count_(static_cast<std::size_t>(count)) {}

  void add(double value) {
    if (!(value > floor_)) return;  // nor one that equals it: the floor would stay
    if (kept_.size() == count_) {
      std::pop_heap(kept_.begin(), kept_.end(), std::greater<>());
      kept_.back() = value;
    } else {
      kept_.push_back(value);
    }
    std::push_heap(kept_.begin(), kept_.end(), std::greater<>());
    if (kept_.size() == count_) floor_ = kept_.front();
  }

  /// Minus infinity before there are `count` values.
  double floor() const { return floor_; }

 private:
  std::size_t count_;
  double floor_ = -std::numeric_limits<double>::infinity();
  std::vector<double> kept_;
};

}  // namespace encke::sink
