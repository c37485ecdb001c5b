#pragma once

#include <cstddef>

namespace encke::sink {

/// Characters that a value can take at most.
inline constexpr std::size_t value_text_size = 32;

/// Digits with which any double reads back with the same bits.
inline constexpr int most_digits = 17;

/// Prints `value` with `digits` significant digits, 1 to 17, as C's %g does; with 0 as the shortest
/// text that reads back with the same bits, of a float32 as a float. Any NaN is "nan". Returns the
/// end of the text; `at` has value_text_size bytes.
char* print_value(char* at, double value, bool float32, int digits = 0);

}  // namespace encke::sink
