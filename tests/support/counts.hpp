#pragma once

#include <encke/base/mix.hpp>
#include <encke/pack/packers.hpp>
#include <vector>

namespace encke::test {

/// Counts as plain numbers, [vector][field].
using Counts = std::vector<std::vector<std::uint16_t>>;

inline constexpr Element count_elements[] = {Element::count2, Element::count3, Element::count8,
                                             Element::count16};

/// Numbers from 0 to `most`; about a quarter are 0 and a quarter `most`.
inline Counts random_counts(Index vectors, Index fields, int most, std::uint64_t seed) {
  Counts counts(static_cast<std::size_t>(vectors));
  std::uint64_t state = seed;
  for (auto& vector : counts) {
    for (Index f = 0; f < fields; ++f) {
      const std::uint64_t x = mix(++state + (seed << 32));
      const auto any = (x >> 8) % (static_cast<std::uint64_t>(most) + 1);
      vector.push_back(static_cast<std::uint16_t>(x % 4 == 0   ? 0
                                                  : x % 4 == 1 ? static_cast<std::uint64_t>(most)
                                                               : any));
    }
  }
  return counts;
}

inline PackedVectors pack(Element element, Index fields, const Counts& counts) {
  auto packed = pack::counts(element, static_cast<Index>(counts.size()), fields);
  for (std::size_t v = 0; v < counts.size(); ++v) {
    pack::set_counts(packed, static_cast<Index>(v), counts[v]);
  }
  return packed;
}

inline PackedVectors pack_as_float64(Index fields, const Counts& counts) {
  auto packed = pack::profiles(Element::float64, static_cast<Index>(counts.size()), fields);
  for (std::size_t v = 0; v < counts.size(); ++v) {
    const std::vector<double> reals(counts[v].begin(), counts[v].end());
    pack::set_profile(packed, static_cast<Index>(v), std::span<const double>(reals));
  }
  return packed;
}

}  // namespace encke::test
