#include <algorithm>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/schedule/domain/window.hpp>
#include <string>
#include <unordered_set>
#include <utility>

namespace encke {
namespace {

[[noreturn]] void refuse(const std::string& message) {
  throw Error(Failure::inconsistent, message);
}

void check_number(std::size_t vectors) {
  constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
  if (vectors > most) {
    refuse("a window of " + std::to_string(vectors) + " vectors: at most " + std::to_string(most) +
           " are supported");
  }
}

/// One past the last vector of the group of each vector.
std::vector<std::uint32_t> ends_of_groups(std::span<const std::uint32_t> groups) {
  check_number(groups.size());
  std::vector<std::uint32_t> ends(groups.size());
  std::unordered_set<std::uint32_t> seen;
  for (std::size_t begin = 0, end = 0; begin < groups.size(); begin = end) {
    if (!seen.insert(groups[begin]).second) {
      refuse("vector " + std::to_string(begin) + " (from 0) is of group " +
             std::to_string(groups[begin]) +
             ", which had ended before: expected the vectors of a group one after the other");
    }
    while (end < groups.size() && groups[end] == groups[begin]) ++end;
    std::fill(ends.begin() + static_cast<Index>(begin), ends.begin() + static_cast<Index>(end),
              static_cast<std::uint32_t>(end));
  }
  return ends;
}

void check_coordinate(std::span<const double> coordinates, std::size_t v, bool begins) {
  const std::string where = "the coordinate of vector " + std::to_string(v) + " (from 0)";
  if (!std::isfinite(coordinates[v])) refuse(where + " is not a finite number");
  if (begins || coordinates[v - 1] <= coordinates[v]) return;
  refuse(where + " is " + std::to_string(coordinates[v]) + ", below " +
         std::to_string(coordinates[v - 1]) +
         " of the vector before it: expected coordinates that do not fall within a group");
}

}  // namespace

Window Window::within_groups(std::span<const std::uint32_t> groups) {
  return Window(ends_of_groups(groups));
}

Window Window::within_distance(std::span<const double> coordinates, double distance,
                               std::span<const std::uint32_t> groups) {
  if (!(distance >= 0)) {
    refuse("a window of distance " + std::to_string(distance) + ": expected 0 or more");
  }
  if (!groups.empty() && groups.size() != coordinates.size()) {
    refuse(std::to_string(groups.size()) + " groups were given for " +
           std::to_string(coordinates.size()) + " coordinates");
  }
  check_number(coordinates.size());
  const auto vectors = static_cast<std::uint32_t>(coordinates.size());
  std::vector<std::uint32_t> ends = groups.empty() ? std::vector(coordinates.size(), vectors)  //
                                                   : ends_of_groups(groups);
  for (std::size_t v = 0, end = 0; v < coordinates.size(); ++v) {
    const bool begins = v == 0 || (!groups.empty() && groups[v - 1] != groups[v]);
    check_coordinate(coordinates, v, begins);
    end = std::max(end, v + 1);
    while (end < ends[v] && coordinates[end] - coordinates[v] <= distance) ++end;
    ends[v] = static_cast<std::uint32_t>(end);
  }
  return Window(std::move(ends));
}

Window Window::within_places(Index vectors, Index places) {
  if (places < 0 || vectors < 0) {
    refuse("a window of " + std::to_string(places) + " places in " + std::to_string(vectors) +
           " vectors: expected 0 or more");
  }
  check_number(static_cast<std::size_t>(vectors));
  std::vector<std::uint32_t> ends(static_cast<std::size_t>(vectors));
  for (Index v = 0; v < vectors; ++v) {
    ends[static_cast<std::size_t>(v)] =
        static_cast<std::uint32_t>(v + 1 + std::min(places, vectors - v - 1));
  }
  return Window(std::move(ends));
}

Window Window::of_ends(std::vector<std::uint32_t> ends) {
  for (std::size_t v = 0; v < ends.size(); ++v) {
    const bool rises = v == 0 || ends[v - 1] <= ends[v];
    if (rises && v < ends[v] && ends[v] <= ends.size()) continue;
    throw Error(Failure::checksum, "the ends of vectors are not those of a window");
  }
  return Window(std::move(ends));
}

Window Window::operator&(const Window& other) const {
  if (vectors() != other.vectors()) {
    refuse("windows of " + std::to_string(vectors()) + " and " + std::to_string(other.vectors()) +
           " vectors do not fit together");
  }
  Window both = *this;
  for (std::size_t v = 0; v < ends_.size(); ++v) {
    both.ends_[v] = std::min(ends_[v], other.ends_[v]);
  }
  return both;
}

Index Window::first_that_meets(Range range, Index vector) const {
  const auto begin = ends_.begin();
  return std::partition_point(begin + range.begin, begin + range.end,
                              [vector](std::uint32_t end) { return Index{end} <= vector; }) -
         begin;
}

}  // namespace encke
