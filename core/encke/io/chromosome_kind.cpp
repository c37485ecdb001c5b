#include <array>
#include <charconv>
#include <encke/io/chromosome_kind.hpp>

namespace encke::io {
namespace {

constexpr int autosomes = 22;
constexpr int last_number = 26;

struct Named {
  std::string_view name;
  int number;
};

constexpr std::array chromosome_names = {Named{"X", 23}, Named{"Y", 24}, Named{"XY", 25},
                                         Named{"MT", 26}, Named{"M", 26}};

std::string upper_case(std::string_view name) {
  std::string upper(name);
  for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return upper;
}

std::string_view without_chr(std::string_view name) {
  const auto is = [](char found, char lower) { return found == lower || found == lower - 32; };
  const bool prefixed = name.size() > 3 && is(name[0], 'c') && is(name[1], 'h') && is(name[2], 'r');
  return prefixed ? name.substr(3) : name;
}

bool is_shared_part(std::string_view upper) { return upper == "PAR1" || upper == "PAR2"; }

}  // namespace

int number_of_chromosome(std::string_view name) {
  const std::string_view text = without_chr(name);
  int number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size()) {
    return number >= 0 && number <= last_number ? number : -1;
  }
  const std::string upper = upper_case(text);
  for (const Named& named : chromosome_names) {
    if (named.name == upper) return named.number;
  }
  return -1;
}

ChromosomeKind kind_of_chromosome(std::string_view name) {
  const int number = number_of_chromosome(name);
  if (number == 0) return ChromosomeKind::unplaced;
  if (number >= 1 && number <= autosomes) return ChromosomeKind::autosome;
  constexpr std::array kinds = {ChromosomeKind::x, ChromosomeKind::y, ChromosomeKind::pseudo,
                                ChromosomeKind::mt};
  if (number > autosomes) return kinds[static_cast<std::size_t>(number - autosomes - 1)];
  return is_shared_part(upper_case(without_chr(name))) ? ChromosomeKind::pseudo
                                                       : ChromosomeKind::other;
}

std::string usual_name_of_chromosome(std::string_view name) {
  const int number = number_of_chromosome(name);
  for (const Named& named : chromosome_names) {
    if (named.number == number) return std::string(named.name);
  }
  if (number >= 0) return std::to_string(number);
  std::string upper = upper_case(without_chr(name));
  return is_shared_part(upper) ? upper : std::string(without_chr(name));
}

}  // namespace encke::io
