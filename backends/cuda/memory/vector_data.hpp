#pragma once

#include <cstring>
#include <encke/backend/backend.hpp>
#include <encke/backend/pruning/pair_tests.hpp>
#include <vector>

#include "cuda/host/device.hpp"

namespace encke::cuda {

inline ClassCounts class_counts(const PackedVectors& vectors, Index vector) {
  const auto& counts = vectors.class_counts(vector);
  ClassCounts of{};
  for (int i = 0; i < 4; ++i) of.of[i] = static_cast<std::int32_t>(counts[i / 2 * 3 + i % 2]);
  return of;
}

/// What the tests of a bound know of a pivot besides tallies: vector `local` of `vectors`, `index`
/// of the whole problem.
inline void set_pivot_data(ScreenData& data, const WeightBound& bound, const PackedVectors& vectors,
                           Index local, Index index) {
  for (int a = 0; a < 2; ++a) data.pivot_weight[a] = bound.weight[a][index];
  data.pivot_x = static_cast<std::int32_t>(vectors.x_sum(local));
}
inline void set_pivot_data(ScreenData& data, const OverlapBound& bound, const PackedVectors&, Index,
                           Index index) {
  data.pivot_size = bound.size[index];
}
inline void set_pivot_data(ScreenData&, const CorrelationBound&, const PackedVectors&, Index,
                           Index) {}
inline void set_pivot_data(ScreenData& data, const ScoreBound&, const PackedVectors& vectors,
                           Index local, Index) {
  data.pivot_counts = class_counts(vectors, local);
}

/// What the tests of a screen know of some vectors, one array after the other. What a bound has no
/// use for is left zero; the scores' counts have no memory unless they are `counted`.
class VectorTable {
 public:
  VectorTable() = default;
  VectorTable(Index vectors, bool counted, bool parted = false) {
    const Index n = vectors;
    counts_ = Column{0, counted ? n * static_cast<Index>(sizeof(ClassCounts)) : 0};
    size_ = Column{counts_.end(), 8 * n};
    weight_[0] = Column{size_.end(), 4 * n};
    weight_[1] = Column{weight_[0].end(), 4 * n};
    x_ = Column{weight_[1].end(), 4 * n};
    squares_ = Column{x_.end(), 4 * n};
    part_ = Column{squares_.end(), parted ? part_arrays * 4 * n : 0};
    part_stride_ = n;
    bytes_.resize(static_cast<std::size_t>(part_.end()));
  }

  /// Local vectors `range` of `block`: for each bound what its test reads.
  void put(const WeightBound& bound, const Operand& block, Range range) {
    for (int a = 0; a < 2; ++a) copy(weight_[a], bound.weight[a] + range.begin + block.offset);
    put_sums(*block.vectors, range);
  }
  void put(const OverlapBound& bound, const Operand& block, Range range) {
    copy(size_, bound.size + range.begin + block.offset);
  }
  void put(const CorrelationBound&, const Operand& block, Range range) {
    put_sums(*block.vectors, range);
  }
  void put(const ScoreBound&, const Operand& block, Range range) {
    std::vector<ClassCounts> counts;
    for (Index v = range.begin; v < range.end; ++v) {
      counts.push_back(class_counts(*block.vectors, v));
    }
    copy(counts_, counts.data());
  }

  /// Numbers for tests after a part of the samples, array by array, if there is memory for them.
  void put_parts(const std::vector<float>& parts) { copy(part_, parts.data()); }

  const std::byte* data() const { return bytes_.data(); }
  Index bytes() const { return part_.end(); }
  /// Gives up the arrays here, of which a copy lies elsewhere.
  void release() { bytes_ = {}; }

  /// Where the arrays of a copy of it are, from a vector on.
  VectorData in(const std::byte* copy, Index first) const {
    VectorData data;
    for (int a = 0; a < 2; ++a) data.weight[a] = at<float>(copy, weight_[a]) + first;
    data.size = at<double>(copy, size_) + first;
    data.x_sum = at<std::int32_t>(copy, x_) + first;
    data.squares = at<std::int32_t>(copy, squares_) + first;
    data.counts = at<ClassCounts>(copy, counts_) + first;
    if (part_.bytes > 0) data.part = at<float>(copy, part_) + first;
    data.part_stride = part_stride_;
    return data;
  }

 private:
  struct Column {
    Index begin = 0;
    Index bytes = 0;
    Index end() const { return begin + bytes; }
  };
  void copy(const Column& column, const void* from) {
    if (column.bytes == 0) return;
    std::memcpy(bytes_.data() + column.begin, from, static_cast<std::size_t>(column.bytes));
  }
  void put_sums(const PackedVectors& vectors, Range range) {
    std::vector<std::int32_t> x, squares;
    for (Index v = range.begin; v < range.end; ++v) {
      x.push_back(static_cast<std::int32_t>(vectors.x_sum(v)));
      squares.push_back(static_cast<std::int32_t>(vectors.square_sum(v)));
    }
    copy(x_, x.data());
    copy(squares_, squares.data());
  }
  template <class T>
  static const T* at(const std::byte* copy, const Column& column) {
    return reinterpret_cast<const T*>(copy + column.begin);
  }

  static constexpr int part_arrays = pruning::part_arrays;
  Column counts_, size_, weight_[2], x_, squares_, part_;
  Index part_stride_ = 0;
  std::vector<std::byte> bytes_;
};

/// The same in the memory of a device.
class VectorCopy {
 public:
  explicit VectorCopy(Device& device) : memory_(device, Memory::device), device_(device) {}

  /// Local vectors `range` of `block`. `parts`: see VectorTable::put_parts(); empty: none.
  void upload(int queue, const Screen& screen, const Operand& block, Range range,
              const std::vector<float>& parts = {}) {
    table_ = VectorTable(range.size(), std::holds_alternative<ScoreBound>(screen), !parts.empty());
    std::visit([&](const auto& bound) { table_.put(bound, block, range); }, screen);
    table_.put_parts(parts);
    device_.copy_in(queue, memory_.reserve(table_.bytes() + 8), table_.data(), table_.bytes());
    table_.release();
  }

  /// From a vector of the range on.
  VectorData from(Index first) const { return table_.in(memory_.data(), first); }

 private:
  Memory memory_;
  Device& device_;
  VectorTable table_;  ///< its layout
};

}  // namespace encke::cuda
