#pragma once

#include <algorithm>
#include <vector>

#include "rectangle.hpp"

namespace encke::cuda {

/// The limits of a screen by scores, as they are when this is made; see Screen.
class ScoreLimits {
 public:
  explicit ScoreLimits(const Screen& screen)
      : small_is_good_(screen.score == CellScore::k2),
        of_vectors_(screen.limits),
        of_all_(small_is_good_ ? largest : 0) {
    const double limit = screen.limit;
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

/// The limits of rectangles, those of vectors in the memory of a device; one for each queue.
class LimitCopy {
 public:
  explicit LimitCopy(Device& device) : memory_(device, Memory::device), device_(device) {}

  /// What the tests of a rectangle are told, with the limits that r.live holds now.
  ScreenData bring(int queue, const Rectangle& r) {
    ScreenData data = r.data_here();
    data.floor = r.live->floor;
    if (!is_score(r.screen)) return data;
    const ScoreLimits limits(*r.live);
    data.limit = limits.of_all();
    if (!limits.by_vector()) return data;
    std::vector<float> values;
    for (Index row = r.rows.begin; row < r.rows.end; ++row) {
      values.push_back(limits.of(r.first_row + row));
    }
    for (Index col = r.cols.begin; col < r.cols.end; ++col) {
      values.push_back(limits.of(r.first_col + col));
    }
    if (r.pivot >= 0) data.pivot_limit = limits.of(r.pivot);
    const Index bytes = static_cast<Index>(values.size() * sizeof(float));
    auto* const there = reinterpret_cast<float*>(memory_.room(bytes));
    device_.copy_in(queue, there, values.data(), bytes);
    data.row_limits = there;
    data.col_limits = there + r.rows.size();
    return data;
  }

 private:
  Memory memory_;
  Device& device_;
};

}  // namespace encke::cuda
