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
template <int Way>
bool precedes(const Hit<Way>& a, const Hit<Way>& b) {
  for (int v = 0; v < Way; ++v) {
    if (a.index[v] != b.index[v]) return a.index[v] < b.index[v];
  }
  return a.cell < b.cell;
}

}  // namespace encke
