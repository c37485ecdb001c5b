#include <fmt/compile.h>

#include <cmath>
#include <cstring>
#include <encke/base/text/decimal.hpp>
#include <encke/sink/format/value_text.hpp>

namespace encke::sink {

char* print_value(char* at, double value, bool float32, int digits) {
  if (std::isnan(value)) {
    std::memcpy(at, "nan", 3);
    return at + 3;
  }
  if (digits == 0) return print_shortest(at, value, float32);
  if (char* const end = print_decimal(at, value, digits)) return end;
  return fmt::format_to(at, FMT_COMPILE("{:.{}g}"), value, digits);
}

}  // namespace encke::sink
