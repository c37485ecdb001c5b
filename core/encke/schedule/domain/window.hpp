#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace encke {

/// How far apart the vectors of a tuple may be, where vectors have an order: for each vector the
/// end of those after it that it meets. Ends never fall from one vector to the next, so a tuple is
/// in the window if its last vector lies before the end of its first. A value.
class Window {
 public:
  static constexpr Index no_limit = std::numeric_limits<Index>::max();

  /// Vectors whose coordinates differ by at most `distance` >= 0, both in one unit (base pairs,
  /// centimorgans). With `groups`, such as chromosomes, one for each vector: of one group only;
  /// coordinates begin anew with each. Throws Error(inconsistent) where a coordinate is not a
  /// number or below that of the vector before it in its group, where a group's vectors do not
  /// follow one another, where there are not as many groups as coordinates, and for a negative
  /// distance.
  static Window within_distance(std::span<const double> coordinates, double distance,
                                std::span<const std::uint32_t> groups = {});

  /// Vectors of one group. Throws as within_distance().
  static Window within_groups(std::span<const std::uint32_t> groups);

  /// Vectors whose indices differ by at most `places`, 0 to no_limit (Error(inconsistent)
  /// otherwise). `vectors` >= 0.
  static Window within_places(Index vectors, Index places);

  /// Ends as ends() has them. Throws Error(checksum) where they are not those of a window.
  static Window of_ends(std::vector<std::uint32_t> ends);

  /// What is in both. Throws Error(inconsistent) where they are of different numbers of vectors.
  Window operator&(const Window& other) const;

  Index vectors() const { return static_cast<Index>(ends_.size()); }
  /// One more than the last vector that `vector` meets, at least vector + 1. 0 <= vector <
  /// vectors().
  Index end(Index vector) const { return ends_[static_cast<std::size_t>(vector)]; }
  std::span<const std::uint32_t> ends() const { return ends_; }
  std::int64_t bytes() const { return vectors() * 4; }
  /// The first vector of `range`, a part of {0, vectors()}, whose end is above `vector`;
  /// range.end where there is none.
  Index first_that_meets(Range range, Index vector) const;

  friend bool operator==(const Window&, const Window&) = default;

 private:
  explicit Window(std::vector<std::uint32_t> ends) : ends_(std::move(ends)) {}

  std::vector<std::uint32_t> ends_;  // a problem has fewer than 2^32 vectors
};

}  // namespace encke
