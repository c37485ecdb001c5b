#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace encke::io {

/// Chromosomes as PLINK's --chr takes them: names and numbers separated by commas, and ranges such
/// as 1-4 or 21-X. A name is known with and without "chr", X also as 23 (see
/// usual_name_of_chromosome()).
class ChromosomeList {
 public:
  /// `option` is for messages. Throws Error(command_line) for an empty name, and for a range that
  /// falls.
  ChromosomeList(std::string_view option, std::string_view text);

  bool has(std::string_view chromosome) const;
  /// Usual names, in the order of the text; ranges one by one.
  const std::vector<std::string>& names() const { return names_; }

 private:
  void add(std::string_view option, std::string_view text, std::string_view part);

  std::vector<std::string> names_;
};

}  // namespace encke::io
