#pragma once

#include <cstring>
#include <encke/backend/backend.hpp>
#include <vector>

#include "device.hpp"

namespace encke::cuda {

/// What the tests of a screen know of single vectors, in the memory of a device.
class VectorCopy {
 public:
  explicit VectorCopy(Device& device) : memory_(device, Memory::device), device_(device) {}

  /// Local vectors `range` of `block`.
  void upload(int queue, const Screen& screen, ScreenKind kind, const Operand& block, Range range) {
    const Index n = range.size();
    const Index first = range.begin + block.offset;
    size_ = Part{0, 8 * n};
    weight_[0] = Part{size_.end(), 4 * n};
    weight_[1] = Part{weight_[0].end(), 4 * n};
    x_ = Part{weight_[1].end(), 4 * n};
    squares_ = Part{x_.end(), 4 * n};
    std::vector<std::byte> bytes(static_cast<std::size_t>(squares_.end()));
    if (kind == ScreenKind::overlap) put(bytes, size_, screen.size + first);
    if (screen.weight[0] != nullptr) {
      for (int a = 0; a < 2; ++a) put(bytes, weight_[a], screen.weight[a] + first);
    }
    if (kind != ScreenKind::overlap) {
      std::vector<std::int32_t> x, squares;
      for (Index v = range.begin; v < range.end; ++v) {
        x.push_back(static_cast<std::int32_t>(block.vectors->x_sum(v)));
        squares.push_back(static_cast<std::int32_t>(block.vectors->square_sum(v)));
      }
      put(bytes, x_, x.data());
      put(bytes, squares_, squares.data());
    }
    device_.copy_in(queue, memory_.room(squares_.end() + 8), bytes.data(), squares_.end());
  }

  /// From a vector of the range on.
  VectorData from(Index first) const {
    VectorData data;
    for (int a = 0; a < 2; ++a) data.weight[a] = at<float>(weight_[a]) + first;
    data.size = at<double>(size_) + first;
    data.x_sum = at<std::int32_t>(x_) + first;
    data.squares = at<std::int32_t>(squares_) + first;
    return data;
  }

 private:
  struct Part {
    Index begin = 0;
    Index bytes = 0;
    Index end() const { return begin + bytes; }
  };
  static void put(std::vector<std::byte>& to, const Part& part, const void* from) {
    if (part.bytes == 0) return;
    std::memcpy(to.data() + part.begin, from, static_cast<std::size_t>(part.bytes));
  }
  template <class T>
  const T* at(const Part& part) const {
    return reinterpret_cast<const T*>(memory_.data() + part.begin);
  }

  Memory memory_;
  Device& device_;
  Part size_, weight_[2], x_, squares_;
};

}  // namespace encke::cuda
