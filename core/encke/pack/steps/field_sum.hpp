#pragma once

#include <algorithm>
#include <cstddef>
#include <encke/contraction/minima.hpp>
#include <span>
#include <type_traits>

namespace encke::detail {

template <class V>
std::span<const V> piece(std::span<const V> values, std::size_t begin, std::size_t most) {
  return values.subspan(begin, std::min(most, values.size() - begin));
}

/// The sum of the values of a segment (see Minima) as elements T.
template <class T, class V>
double segment_sum(std::span<const V> values) {
  constexpr std::size_t chunk = std::is_same_v<T, float> ? Minima::chunk : 1;
  double sum = 0;
  for (std::size_t begin = 0; begin < values.size(); begin += chunk) {
    T part = 0;
    for (const V x : piece(values, begin, chunk)) part += static_cast<T>(x);
    sum += static_cast<double>(part);
  }
  return sum;
}

/// The sum of the values as elements T, in the order that Minima defines.
template <class T, class V>
double field_sum(std::span<const V> values) {
  double sum = 0;
  for (std::size_t begin = 0; begin < values.size(); begin += Minima::segment) {
    sum += segment_sum<T>(piece(values, begin, Minima::segment));
  }
  return sum;
}

}  // namespace encke::detail
