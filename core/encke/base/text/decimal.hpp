#pragma once

namespace encke {

/// Prints `value` with `digits` significant digits, 9 or 17, as C's %.9g and %.17g do. Only the
/// numbers that can be printed by whole-number arithmetic alone, which are those of tables: at
/// least 1e-4 and below 1e9 (9 digits) or 1e16, either sign, and 0. Returns the end of the text, at
/// most 24 characters; null for any other number, and for one that lies exactly between two
/// texts: nothing that counts has then been written.
///
/// With value = m 2^e and k digits behind the point, m 5^k fits in 128 bits, so that the digits
/// are its upper bits and the rest decides about rounding: nothing is approximated.
char* print_decimal(char* at, double value, int digits);

}  // namespace encke
