#pragma once

#include <cstdint>
#include <encke/base/array.hpp>

namespace encke {

/// One value that was selected. Vector indices ascend; bit (Way - 1 - v) of `cell` is the channel
/// (for allele metrics: the allele) of vector v. Of chi-squared statistics `cell` holds the degrees
/// of freedom.
template <int Way>
struct Hit {
  Array<std::uint32_t, Way> index;
  std::uint32_t cell;
  double value;

  friend bool operator==(const Hit&, const Hit&) = default;
};

/// Order of output files: by vector indices, then cell.
struct FileOrder {
  template <int Way>
  constexpr bool operator()(const Hit<Way>& a, const Hit<Way>& b) const {
    static_assert(Way == 2 || Way == 3);
    const auto two = [](std::uint32_t high, std::uint32_t low) {
      return std::uint64_t{high} << 32 | low;
    };
    const std::uint64_t first_a = two(a.index[0], a.index[1]);
    const std::uint64_t first_b = two(b.index[0], b.index[1]);
    if (first_a != first_b) return first_a < first_b;
    if constexpr (Way == 2) return a.cell < b.cell;
    return two(a.index[Way - 1], a.cell) < two(b.index[Way - 1], b.cell);
  }
};

/// An object, so that it becomes part of the code of a sort, in which output of millions of hits
/// spends its time.
inline constexpr FileOrder precedes;

}  // namespace encke
