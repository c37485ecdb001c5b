#include <algorithm>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/contraction/count_minima.hpp>
#include <encke/io/value_range.hpp>

namespace encke::io {
namespace {

/// Adds all elements of packed float64; the padding is 0.
void add(const PackedVectors& vectors, ValueRange& range) {
  const Panel panel = vectors.panel({0, vectors.vectors()});
  const Index in_group = panel.words * panel.lanes;
  for (Index g = 0; g < divide_up(panel.vectors, panel.lanes); ++g) {
    const auto* values = reinterpret_cast<const double*>(panel.values.group(g));
    double largest = range.largest;
    int fractions = 0;
    for (Index i = 0; i < in_group; ++i) {
      largest = values[i] > largest ? values[i] : largest;
      fractions |= std::floor(values[i]) != values[i] ? 1 : 0;
    }
    range.largest = largest;
    range.whole = range.whole && fractions == 0;
  }
  for (Index v = 0; v < vectors.vectors(); ++v) {
    range.largest_sum = std::max(range.largest_sum, vectors.sum(v));
  }
}

}  // namespace

ValueRange value_range(Source& source, Range vectors) {
  constexpr Index chunk_elements = Index{1} << 19;  // 4 MiB
  if (source.element() != Element::float64) {
    throw Error(Failure::internal, "the range of values of other elements than float64");
  }
  ValueRange range;
  const Index piece =
      std::max<Index>(8, chunk_elements / std::max<Index>(source.fields(), 1) / 8 * 8);
  for (Index first = vectors.begin; first < vectors.end && range.whole; first += piece) {
    const Range some{first, std::min(first + piece, vectors.end)};
    add(source.read({some, {0, source.fields()}}), range);
  }
  return range;
}

std::optional<Element> exact_element(const ValueRange& range) {
  if (!range.whole || range.largest_sum > static_cast<double>(CountMinima::most_sum)) return {};
  if (range.largest <= 1) return Element::bit;
  for (const Element element :
       {Element::count2, Element::count3, Element::count8, Element::count16}) {
    if (range.largest <= element.largest_count()) return element;
  }
  return {};
}

}  // namespace encke::io
