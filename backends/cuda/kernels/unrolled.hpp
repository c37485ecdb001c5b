#pragma once

#include <encke/base/function.hpp>
#include <utility>

namespace encke::cuda {

/// A number that is known when the code is compiled, as an argument.
template <int i>
struct Number {
  static constexpr int value = i;
};

/// A type as a value.
template <class T>
struct Type {
  using type = T;
};

template <class F, int... i>
ENCKE_FUNCTION void unrolled_over(const F& body, std::integer_sequence<int, i...>) {
  (body(Number<i>{}), ...);
}

/// Calls body(Number<0>), … body(Number<count - 1>): a loop that is unrolled for certain, so that
/// arrays that are indexed by it stay in registers.
template <int count, class F>
ENCKE_FUNCTION void unrolled(const F& body) {
  unrolled_over(body, std::make_integer_sequence<int, count>());
}

}  // namespace encke::cuda
