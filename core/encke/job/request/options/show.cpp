#include <fmt/format.h>

#include <charconv>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/job/request/options/show.hpp>

namespace encke::job {
namespace {

template <class Number>
Number stored(std::string_view entry, const std::string& text) {
  Number number{};
  const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem == std::errc{} && stop == text.data() + text.size()) return number;
  throw Error(Failure::inconsistent,
              fmt::format("stored run: {} is {}, a number expected", entry, in_quotes(text)));
}

}  // namespace

std::string number_text(double number) { return fmt::format("{}", number); }

Index stored_count(std::string_view entry, const std::string& text) {
  return stored<Index>(entry, text);
}

double stored_real(std::string_view entry, const std::string& text) {
  return stored<double>(entry, text);
}

std::size_t stored_choice(std::string_view entry, const std::string& text,
                          std::span<const std::string_view> choices) {
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (choices[i] == text) return i;
  }
  throw Error(Failure::inconsistent,
              fmt::format("stored run: its {} is {}", entry, in_quotes(text)));
}

}  // namespace encke::job
