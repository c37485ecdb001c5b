#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <span>
#include <vector>

namespace encke {

/// Vectors of which each stands for itself and those equal to it: lists of indices in the whole
/// problem, each ascending.
class VectorCopies {
 public:
  /// Begins the list of the next vector.
  void next() { begins_.push_back(static_cast<std::uint32_t>(indices_.size())); }
  void add(Index index) { indices_.push_back(static_cast<std::uint32_t>(index)); }

  std::span<const std::uint32_t> of(Index vector) const {
    const auto v = static_cast<std::size_t>(vector);
    const std::size_t end = v + 1 < begins_.size() ? begins_[v + 1] : indices_.size();
    return {indices_.data() + begins_[v], end - begins_[v]};
  }
  Index vectors() const { return std::ssize(begins_); }

 private:
  std::vector<std::uint32_t> begins_, indices_;
};

}  // namespace encke
