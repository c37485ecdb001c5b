#pragma once

#include <algorithm>
#include <vector>

#include "rectangle.hpp"

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

/// What rises while a block is contracted, as it is for a rectangle: floors, and limits, of which
/// those of vectors are in the memory of a device. One for each queue.
class LimitCopy {
 public:
  explicit LimitCopy(Device& device) : memory_(device, Memory::device), device_(device) {}

  /// What the tests of a rectangle receive, with the limits that r.live holds now.
  ScreenData bring(int queue, const Rectangle& r) {
    ScreenData data = r.data_here();
    std::visit([&](const auto& bound) { bring(bound, queue, r, data); }, *r.live);
    return data;
  }

 private:
  /// Bounds with a floor.
  template <class Bound>
  void bring(const Bound& bound, int, const Rectangle&, ScreenData& data) {
    data.floor = bound.floor;
  }

  void bring(const ScoreBound& bound, int queue, const Rectangle& r, ScreenData& data) {
    const ScoreLimits limits(bound);
    data.limit = limits.of_all();
    if (!limits.by_vector()) return;
    std::vector<float> values;
    for (Index row = r.rows.begin; row < r.rows.end; ++row) {
      values.push_back(limits.of(r.first_row + row));
    }
    for (Index col = r.cols.begin; col < r.cols.end; ++col) {
      values.push_back(limits.of(r.first_col + col));
    }
    if (r.pivot >= 0) data.pivot_limit = limits.of(r.pivot);
    const Index bytes = static_cast<Index>(values.size() * sizeof(float));
    auto* const there = reinterpret_cast<float*>(memory_.reserve(bytes));
    device_.copy_in(queue, there, values.data(), bytes);
    data.row_limits = there;
    data.col_limits = there + r.rows.size();
  }

  Memory memory_;
  Device& device_;
};

}  // namespace encke::cuda
