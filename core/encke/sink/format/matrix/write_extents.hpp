#pragma once

#include <algorithm>
#include <cstdint>
#include <encke/base/index.hpp>
#include <span>
#include <utility>
#include <vector>

namespace encke::sink {

/// Values on their way to positions of a file: gathers what comes in any order, and gives it back
/// as few long extents.
class WriteExtents {
 public:
  /// Holds at most `capacity` values, at least 1.
  explicit WriteExtents(std::size_t capacity) : capacity_(std::max<std::size_t>(capacity, 1)) {}

  bool full() const { return values_.size() == capacity_; }

  /// The value at `position`, counted in values. Must not be full().
  void add(Index position, double value) {
    if (extents_.empty() ||
        extents_.back().position + static_cast<Index>(extents_.back().count) != position) {
      extents_.push_back({position, values_.size(), 0});
    }
    ++extents_.back().count;
    values_.push_back(value);
  }

  /// Calls take(position, values) for each extent without a gap, by ascending positions, and
  /// forgets the values. A position must not have come twice.
  template <class Take>
  void drain(Take&& take) {
    // Rows of neighbouring tiles continue each other: in order, they join into longer ones.
    std::sort(extents_.begin(), extents_.end(),
              [](const FileExtent& a, const FileExtent& b) { return a.position < b.position; });
    std::vector<double> joined;
    for (std::size_t s = 0; s < extents_.size();) {
      const Index first = extents_[s].position;
      joined.clear();
      do {
        const auto begin = values_.begin() + static_cast<std::ptrdiff_t>(extents_[s].begin);
        joined.insert(joined.end(), begin, begin + static_cast<std::ptrdiff_t>(extents_[s].count));
        ++s;
      } while (s < extents_.size() &&
               extents_[s].position == first + static_cast<Index>(joined.size()));
      take(first, std::span<const double>(joined));
    }
    values_.clear();
    extents_.clear();
  }

  /// Bytes for a capacity: values, the same joined, and at worst an extent for each.
  static constexpr std::int64_t bytes(std::size_t capacity) {
    return static_cast<std::int64_t>(capacity * (2 * sizeof(double) + 2 * sizeof(FileExtent)));
  }

 private:
  struct FileExtent {
    Index position;     ///< of the first value
    std::size_t begin;  ///< of the first one in values_
    std::size_t count;
  };

  std::size_t capacity_;
  std::vector<double> values_;
  std::vector<FileExtent> extents_;
};

}  // namespace encke::sink
