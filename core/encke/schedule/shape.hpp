#pragma once

#include <encke/base/array.hpp>
#include <encke/base/index.hpp>

namespace encke {

/// Shape of the region of tuples i < j (< k) whose vectors lie in given blocks, by which of the
/// ascending blocks are equal.
enum class Shape {
  triangle,     ///< pairs, one block twice
  rectangle,    ///< pairs, two blocks
  tetrahedron,  ///< triples, one block three times
  prism_low,    ///< triples, the lower block twice: (a, a, b), a < b
  prism_high,   ///< triples, the higher block twice: (a, b, b), a < b
  box,          ///< triples, three blocks
};

constexpr Shape shape_of(const Array<Index, 2>& ascending) {
  return ascending[0] == ascending[1] ? Shape::triangle : Shape::rectangle;
}

constexpr Shape shape_of(const Array<Index, 3>& ascending) {
  const bool low = ascending[0] == ascending[1];
  const bool high = ascending[1] == ascending[2];
  if (low) return high ? Shape::tetrahedron : Shape::prism_low;
  return high ? Shape::prism_high : Shape::box;
}

}  // namespace encke
