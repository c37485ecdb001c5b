#include "encke/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace encke::cli {

std::string grouped(Index number) {
  std::string digits = std::to_string(number);
  const std::size_t sign = number < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > sign + 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

std::string counted(Index number, const std::string& noun) {
  return grouped(number) + ' ' + noun + (number == 1 ? "" : "s");
}

std::string bytes_text(std::int64_t bytes) {
  return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1 << 20));
}

std::string seconds_text(double seconds) {
  if (seconds < 0.1) return fmt::format("{:.1f} ms", 1000 * seconds);
  if (seconds < 10) return fmt::format("{:.2f} s", seconds);
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  const auto whole = static_cast<Index>(std::min(seconds, 1e15));
  if (whole < 7200) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", grouped(whole / 3600), whole % 3600 / 60);
}

std::string rate_text(double per_second) { return fmt::format("{:.2e}", per_second); }

}  // namespace encke::cli
