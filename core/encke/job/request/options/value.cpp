#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/job/request/options/value.hpp>

namespace encke::job {
namespace {

template <class Number>
bool parse_number(std::string_view text, Number& number) {
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, number);
  return problem == std::errc{} && stop == end;
}

/// 1 to 999,999,999, without leading zeros; 0 for another text.
Index parse_ordinal(std::string_view text) {
  Index number = 0;
  const bool plain = !text.empty() && text.size() <= 9 && text.front() >= '1' &&
                     text.front() <= '9' && parse_number(text, number);
  return plain ? number : 0;
}

}  // namespace

void refuse(const std::string& message) { throw Error(Failure::command_line, message); }

void OptionValue::refuse(const std::string& expected) const {
  job::refuse(fmt::format("{} {}: {} expected", option, shortened(text), expected));
}

Index OptionValue::count(Index least, Index most) const {
  Index number = 0;
  if (!parse_number(text, number) || number < least || number > most) {
    refuse(fmt::format("a whole number from {} to {}", least, most));
  }
  return number;
}

Index OptionValue::mebibytes(Index most) const {
  constexpr std::string_view units = "MGT";
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view unit = std::string_view(text).substr(digits);
  const std::size_t power = unit.empty() ? 0 : units.find(unit.front());
  const bool known = unit.size() <= 1 || unit.substr(1) == "B" || unit.substr(1) == "iB";
  Index number = 0;
  const bool plain = parse_number(std::string_view(text).substr(0, digits), number);
  const Index factor = power < units.size() ? Index{1} << (10 * power) : 0;
  if (!plain || !known || factor == 0 || number < 1 || number > most / factor) {
    refuse(fmt::format("MiB from 1 to {}, or a number such as 500M, 8G or 1T,", most));
  }
  return number * factor;
}

double OptionValue::real() const {
  double number = 0;
  if (!parse_number(text, number) || !std::isfinite(number)) refuse("a finite number");
  return number;
}

double OptionValue::real(double least, double most) const {
  const double number = real();
  if (number >= least && number <= most) return number;
  refuse(fmt::format("a number from {} to {}", least, most));
}

std::vector<double> OptionValue::reals() const {
  std::vector<double> numbers;
  if (parse_reals(text, numbers)) return numbers;
  if (text.find(',') == std::string::npos) return {real()};  // says what is wrong
  refuse("finite numbers separated by commas");
}

std::size_t OptionValue::choice(std::span<const std::string_view> choices) const {
  const auto at = std::find(choices.begin(), choices.end(), text);
  if (at != choices.end()) return static_cast<std::size_t>(at - choices.begin());
  refuse(fmt::format("one of {}", fmt::join(choices, ", ")));
}

Shares OptionValue::shares() const {
  const std::string_view all = text;
  const auto slash = std::min(all.find('/'), all.size());
  const auto dash = std::min(all.find('-'), slash);
  const Index first = parse_ordinal(all.substr(0, dash));
  const Index last = dash < slash ? parse_ordinal(all.substr(dash + 1, slash - dash - 1)) : first;
  const Index of = slash < all.size() ? parse_ordinal(all.substr(slash + 1)) : 0;
  const bool ordered = first > 0 && first <= last && last <= of;
  if (!ordered) refuse("K/N or K-L/N with 1 <= K <= L <= N");
  return {first - 1, last - 1, of};
}

std::string share_text(const Shares& shares) {
  const std::string last = shares.last > shares.first ? fmt::format("-{}", shares.last + 1) : "";
  return fmt::format("{}{}/{}", shares.first + 1, last, shares.of);
}

std::span<const std::pair<std::string_view, Element>> count_names() {
  static constexpr std::pair<std::string_view, Element> names[] = {{"u16", Element::count16},
                                                                   {"u8", Element::count8},
                                                                   {"u3", Element::count3},
                                                                   {"u2", Element::count2}};
  return names;
}

std::string_view count_name(Element element) {
  for (const auto& [name, count] : count_names()) {
    if (count == element) return name;
  }
  return "";
}

}  // namespace encke::job
