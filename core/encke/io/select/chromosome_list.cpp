#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/io/chromosome_kind.hpp>
#include <encke/io/select/chromosome_list.hpp>

namespace encke::io {

ChromosomeList::ChromosomeList(std::string_view option, std::string_view text) {
  std::string_view rest = text;
  for (;;) {
    const std::size_t comma = rest.find(',');
    add(option, text, rest.substr(0, comma));
    if (comma == std::string_view::npos) return;
    rest.remove_prefix(comma + 1);
  }
}

void ChromosomeList::add(std::string_view option, std::string_view text, std::string_view part) {
  const std::size_t dash = part.find('-');
  const int first = number_of_chromosome(part.substr(0, dash));
  const int last =
      dash == std::string_view::npos ? first : number_of_chromosome(part.substr(dash + 1));
  const bool range = dash != std::string_view::npos && first >= 0 && last >= 0;
  if (part.empty() || (range && last < first)) {
    throw Error(Failure::command_line,
                fmt::format("{} {}: names of chromosomes separated by commas, and ranges that rise "
                            "such as 1-4, expected",
                            option, in_quotes(std::string(text))));
  }
  if (!range) return names_.push_back(usual_name_of_chromosome(part));
  for (int number = first; number <= last; ++number) {
    names_.push_back(usual_name_of_chromosome(std::to_string(number)));
  }
}

bool ChromosomeList::has(std::string_view chromosome) const {
  return std::find(names_.begin(), names_.end(), usual_name_of_chromosome(chromosome)) !=
         names_.end();
}

}  // namespace encke::io
