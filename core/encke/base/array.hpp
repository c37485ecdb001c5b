#pragma once

#include <compare>
#include <encke/base/function.hpp>

namespace encke {

/// Fixed-size array that works inside kernels on every device and at every instruction-set level
/// (std::array's members are neither marked for devices nor guaranteed to be inlined).
template <class T, int N>
struct Array {
  static_assert(N > 0);
  T items[N];

  ENCKE_FUNCTION constexpr T& operator[](int i) { return items[i]; }
  ENCKE_FUNCTION constexpr const T& operator[](int i) const { return items[i]; }
  ENCKE_FUNCTION constexpr T* begin() { return items; }
  ENCKE_FUNCTION constexpr const T* begin() const { return items; }
  ENCKE_FUNCTION constexpr T* end() { return items + N; }
  ENCKE_FUNCTION constexpr const T* end() const { return items + N; }
  ENCKE_FUNCTION constexpr const T& front() const { return items[0]; }
  ENCKE_FUNCTION constexpr const T& back() const { return items[N - 1]; }
  static constexpr int size() { return N; }

  friend constexpr auto operator<=>(const Array&, const Array&) = default;
};

/// base^exponent for small non-negative exponents.
ENCKE_FUNCTION constexpr int ipow(int base, int exponent) {
  int result = 1;
  for (int e = 0; e < exponent; ++e) result *= base;
  return result;
}

}  // namespace encke
