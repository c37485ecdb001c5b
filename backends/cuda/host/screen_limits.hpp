#pragma once

#include <vector>

#include "cuda/memory/score_limits.hpp"
#include "rectangle.hpp"

namespace encke::cuda {

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
