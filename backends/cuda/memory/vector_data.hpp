#pragma once

#include <cstring>
#include <encke/backend/backend.hpp>
#include <vector>

#include "cuda/host/device.hpp"

namespace encke::cuda {

inline ClassCounts class_counts(const PackedVectors& vectors, Index vector) {
  const auto& counts = vectors.class_counts(vector);
  ClassCounts of{};
  for (int i = 0; i < 4; ++i) of.of[i] = static_cast<std::int32_t>(counts[i / 2 * 3 + i % 2]);
  return of;
}

/// What the tests of a screen know of single vectors, in the memory of a device.
class VectorCopy {
 public:
  explicit VectorCopy(Device& device) : memory_(device, Memory::device), device_(device) {}

  /// Local vectors `range` of `block`.
  void upload(int queue, const Screen& screen, ScreenKind kind, const Operand& block, Range range) {
    const Index n = range.size();
    const Index first = range.begin + block.offset;
    counts_ = Part{0, is_score(kind) ? n * static_cast<Index>(sizeof(ClassCounts)) : 0};
    size_ = Part{counts_.end(), 8 * n};
    weight_[0] = Part{size_.end(), 4 * n};
    weight_[1] = Part{weight_[0].end(), 4 * n};
    x_ = Part{weight_[1].end(), 4 * n};
    squares_ = Part{x_.end(), 4 * n};
    std::vector<std::byte> bytes(static_cast<std::size_t>(squares_.end()));
    if (kind == ScreenKind::overlap) put(bytes, size_, screen.size + first);
    if (screen.weight[0] != nullptr) {
      for (int a = 0; a < 2; ++a) put(bytes, weight_[a], screen.weight[a] + first);
    }
    if (is_score(kind)) {
      put_counts(bytes, *block.vectors, range);
    } else if (kind != ScreenKind::overlap) {
      put_sums(bytes, *block.vectors, range);
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
    data.counts = at<ClassCounts>(counts_) + first;
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
  void put_sums(std::vector<std::byte>& bytes, const PackedVectors& vectors, Range range) const {
    std::vector<std::int32_t> x, squares;
    for (Index v = range.begin; v < range.end; ++v) {
      x.push_back(static_cast<std::int32_t>(vectors.x_sum(v)));
      squares.push_back(static_cast<std::int32_t>(vectors.square_sum(v)));
    }
    put(bytes, x_, x.data());
    put(bytes, squares_, squares.data());
  }
  void put_counts(std::vector<std::byte>& bytes, const PackedVectors& vectors, Range range) const {
    std::vector<ClassCounts> counts;
    for (Index v = range.begin; v < range.end; ++v) counts.push_back(class_counts(vectors, v));
    put(bytes, counts_, counts.data());
  }
  template <class T>
  const T* at(const Part& part) const {
    return reinterpret_cast<const T*>(memory_.data() + part.begin);
  }

  Memory memory_;
  Device& device_;
  Part counts_, size_, weight_[2], x_, squares_;
};

}  // namespace encke::cuda
