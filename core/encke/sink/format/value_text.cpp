#include <fmt/compile.h>

#include <cmath>
#include <cstring>
#include <encke/base/text/decimal.hpp>
#include <encke/sink/format/value_text.hpp>

namespace encke::sink {

char* print_value(char* at, double value, bool float32) {
  if (std::isnan(value)) {
    std::memcpy(at, "nan", 3);
    return at + 3;
  }
  if (char* const end = print_decimal(at, value, float32 ? 9 : 17)) return end;
  return float32 ? fmt::format_to(at, FMT_COMPILE("{:.9g}"), value)
                 : fmt::format_to(at, FMT_COMPILE("{:.17g}"), value);
}

}  // namespace encke::sink
