#pragma once

#include <cstddef>

namespace encke::sink {

/// Characters that a value can take at most.
inline constexpr std::size_t value_text_size = 32;

/// Prints `value` as C's %.9g (float32) or %.17g does, so that reading it back gives the same
/// bits; any NaN as "nan". Returns the end of the text; `at` needs room for value_text_size.
char* print_value(char* at, double value, bool float32);

}  // namespace encke::sink
