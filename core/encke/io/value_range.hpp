#pragma once

#include <encke/io/source.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <optional>

namespace encke::io {

/// What some profiles hold.
struct ValueRange {
  bool whole = true;       ///< only whole numbers; else the others are of what was looked at
  double largest = 0;      ///< of all elements
  double largest_sum = 0;  ///< of all vectors
};

/// Looks at all elements of `vectors` of a source of float64, some MiB at a time, or up to the
/// first piece that has a fraction. Throws what Source::read() throws.
ValueRange value_range(Source& source, Range vectors);

/// The narrowest element that holds such numbers exactly: bit, count2 to count16; none for
/// fractions, larger numbers and sums above CountMinima::most_sum.
std::optional<Element> exact_element(const ValueRange& range);

}  // namespace encke::io
