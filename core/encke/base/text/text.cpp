#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <encke/base/text/text.hpp>

namespace encke {

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
  constexpr double enough = 10'240;  // of a unit, to be told in the next
  double count = static_cast<double>(bytes) / (1 << 20);
  const char* unit = "MiB";
  for (const char* const larger : {"GiB", "TiB"}) {
    if (count < enough) break;
    count /= 1024;
    unit = larger;
  }
  return fmt::format("{:.1f} {}", count, unit);
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

bool parse_reals(std::string_view text, std::vector<double>& numbers) {
  for (;;) {
    const auto comma = std::min(text.find(','), text.size());
    double number = 0;
    const char* const end = text.data() + comma;
    const auto [stop, problem] = std::from_chars(text.data(), end, number);
    if (problem != std::errc{} || stop != end || !std::isfinite(number)) return false;
    numbers.push_back(number);
    if (comma == text.size()) return true;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace encke
