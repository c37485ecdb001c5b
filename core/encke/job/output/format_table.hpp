#pragma once

#include <encke/job/request/request.hpp>
#include <span>
#include <string_view>

namespace encke::job {

/// One form of the file of values: all that jobs know of it. A new one is a name in Format, and a
/// row with its sink in format_table.cpp.
struct FormatRow {
  Format format;
  std::string_view name;
  std::string_view ending;  ///< of the file's name
  std::string_view help;
  bool holds_all = false;    ///< it holds every value, and takes no threshold
  bool matrix = false;       ///< whole rows of the symmetric matrix of distances
  bool streams = true;       ///< is written from front to back, and so can be compressed
  bool two_alleles = false;  ///< CoMet's: of markers with two alleles only
  bool sorts = true;         ///< its sink holds values until it can sort them
  /// Bytes of the file for one value, at least.
  Index (*bytes_of_value)(bool float32);
};

/// All formats, in the order of the enumeration.
std::span<const FormatRow> format_table();
const FormatRow& format_row(Format format);
inline const FormatRow& format_of(const Request& request) { return format_row(request.format); }

}  // namespace encke::job
