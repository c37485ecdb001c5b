#pragma once

#include <algorithm>
#include <cstdint>
#include <encke/base/index.hpp>
#include <span>
#include <vector>

namespace encke {

/// Pairs of vectors that may be in a triple which passes a threshold. A triple with any other pair
/// needs no computing. Made by find_useful_pairs(); indices are those of the whole problem.
class UsefulPairs {
 public:
  /// `pairs`: first << 32 | second with first < second < vectors, each once, in any order.
  UsefulPairs(Index vectors, std::span<const std::int64_t> pairs)
      : starts_(static_cast<std::size_t>(vectors + 1)), partners_(pairs.size()) {
    for (const std::int64_t pair : pairs) ++starts_[first_of(pair) + 1];
    for (std::size_t v = 1; v < starts_.size(); ++v) starts_[v] += starts_[v - 1];
    std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
    for (const std::int64_t pair : pairs) {
      partners_[next[first_of(pair)]++] = static_cast<std::uint32_t>(pair);
    }
    for (std::size_t v = 0; v + 1 < starts_.size(); ++v) {
      std::sort(partners_.begin() + static_cast<std::ptrdiff_t>(starts_[v]),
                partners_.begin() + static_cast<std::ptrdiff_t>(starts_[v + 1]));
    }
  }

  /// From now on backends use them also where this takes longer; for tests.
  void force() { forced_ = true; }
  bool forced() const { return forced_; }

  Index size() const { return static_cast<Index>(partners_.size()); }

  /// The later vectors, ascending, that make a useful pair with `vector` and lie in `among`.
  std::span<const std::uint32_t> later(Index vector, const Range& among) const {
    const auto v = static_cast<std::size_t>(vector);
    const std::span<const std::uint32_t> all(partners_.data() + starts_[v],
                                             starts_[v + 1] - starts_[v]);
    if (all.empty() || all.back() < among.begin || all.front() >= among.end) return {};
    const auto begin = std::ranges::lower_bound(all, among.begin, {}, as_index);
    const auto end = std::lower_bound(begin, all.end(), static_cast<std::uint32_t>(among.end));
    return {begin, end};
  }

  /// Memory of the pairs, in bytes.
  std::int64_t bytes() const { return 4 * size() + 8 * static_cast<Index>(starts_.size()); }

 private:
  static std::size_t first_of(std::int64_t pair) { return static_cast<std::size_t>(pair >> 32); }
  static Index as_index(std::uint32_t v) { return v; }

  bool forced_ = false;
  std::vector<std::size_t> starts_;
  std::vector<std::uint32_t> partners_;
};

}  // namespace encke
