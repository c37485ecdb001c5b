#pragma once

#include <cstddef>
#include <cstdint>
#include <queue>
#include <utility>

namespace encke::job {

/// The lengths of some of the lines: of those whose places are least when the hits are scattered,
/// so that which are taken does not depend on the order in which threads find them.
class LineLengths {
 public:
  bool wants(std::uint64_t place) const {
    return lengths_.size() < enough || place < lengths_.top().first;
  }
  void add(std::uint64_t place, std::ptrdiff_t length) {
    lengths_.emplace(place, length);
    sum_ += length;
    if (lengths_.size() <= enough) return;
    sum_ -= lengths_.top().second;
    lengths_.pop();
  }
  double mean() const {
    return lengths_.empty() ? 0 : static_cast<double>(sum_) / static_cast<double>(lengths_.size());
  }

 private:
  static constexpr std::size_t enough = 10'000;
  std::priority_queue<std::pair<std::uint64_t, std::ptrdiff_t>> lengths_;
  std::int64_t sum_ = 0;
};

}  // namespace encke::job
