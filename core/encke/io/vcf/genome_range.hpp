#pragma once

#include <encke/base/index.hpp>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace encke::io {

/// Positions of a chromosome, both ends included. VCF counts them from 1; 0 is before the first.
struct GenomeRange {
  std::string chromosome;
  Index first = 0;
  Index last = std::numeric_limits<Index>::max();

  bool contains(std::string_view name, Index position) const {
    return first <= position && position <= last && name == chromosome;
  }
  friend bool operator==(const GenomeRange&, const GenomeRange&) = default;
};

/// Reads ranges as bcftools' --regions takes them: CHR, CHR:POS, CHR:FROM-TO or CHR:FROM-, several
/// separated by commas. `is_name` knows names of chromosomes, which may have colons in
/// them. Ranges of one chromosome that touch become one; those of a chromosome stand where its
/// first is, in rising order. Throws Error(command_line) where a text is none of these.
std::vector<GenomeRange> read_ranges(const std::string& text,
                                     const std::function<bool(const std::string&)>& is_name);

}  // namespace encke::io
