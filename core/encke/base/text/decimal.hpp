#pragma once

namespace encke {

/// Prints `value` with `digits` significant digits, 1 to 17, as C's %.{digits}g does. Only the
/// numbers that can be printed by whole-number arithmetic alone, which are those of tables: at
/// least 1e-4 and not above 1e9 (9 digits) or 1e16, either sign, and 0. Returns the end of the
/// text, at most 24 characters; `at` has 32 bytes. Returns null for any other number, and for one
/// that lies exactly between two texts: nothing that counts has then been written.
///
/// With value = m 2^e and k digits behind the point, m 5^k fits in 128 bits, so that the digits
/// are its upper bits and the rest decides about rounding: nothing is approximated.
char* print_decimal(char* at, double value, int digits);

/// Prints `value`, which is not NaN, with as few digits as read back to the same number: the same
/// double, or with `float32` the same float. Of the texts that short it is the nearest. A number
/// below 1e-4, or of 1e16 and more, has an exponent. Returns the end of the text, at most 24
/// characters; `at` has 32 bytes. Digits are those of std::to_chars, about twice as fast.
char* print_shortest(char* at, double value, bool float32);

}  // namespace encke
