#pragma once

#include <encke/file/output/output_set.hpp>
#include <encke/job/request/request.hpp>
#include <encke/sink/format/edge_lines.hpp>
#include <encke/sink/ids.hpp>
#include <encke/sink/sink.hpp>
#include <memory>
#include <span>
#include <string_view>

namespace encke::job {

/// How a file holds the names of the vectors.
enum class HoldsIds {
  none,        ///< it numbers the vectors
  columns,     ///< between tabs
  terminated,  ///< in HDF5, up to a NUL
};

/// Characters of the texts in a line: the mean over some vectors.
struct TextLengths {
  double name = 0;
  double site = 0;  ///< 0 where sites are not written
};

/// One form of the file of values: all that jobs know of it. A new one is a name in Format, and a
/// row with its sink in format_table.cpp.
struct FormatRow {
  Format format;
  std::string_view name;
  std::string_view ending;  ///< of the file's name
  std::string_view help;
  bool names_beside = false;  ///< P.ids has the names of the vectors
  bool holds_all = false;     ///< it holds every value, and takes no threshold
  bool columns = false;  ///< a line for each tuple, whose values are its columns (see MetricRow)
  bool matrix = false;   ///< whole rows of the symmetric matrix of values
  bool squares = false;  ///< a matrix for each locus, where there are loci
  bool streams = true;   ///< is written from front to back, and so can be compressed
  bool two_alleles = false;  ///< CoMet's: of markers with two alleles only
  bool sorts = true;         ///< its sink holds values until it can sort them
  HoldsIds ids = HoldsIds::columns;
  /// Bytes of the file for one value, at least.
  Index (*bytes_of_value)(bool float32);
  /// Bytes of a line or record, about, for the size of the output that is expected; null: those of
  /// a value.
  double (*bytes_of_line)(const Request& request, const TextLengths& text) = nullptr;
  /// Lines that are printed of a sample, where that size is large enough to ask one: as long as
  /// those of the file.
  sink::EdgeFormat lines = sink::EdgeFormat::edges;
  bool prints_values = false;  ///< as text, with as many digits as are wanted
  /// Makes the sink that writes it, whose file gets its name with those of the set. Throws
  /// Error(open).
  std::unique_ptr<Sink> (*make)(const Request& request, const sink::Ids& ids,
                                const sink::SiteTexts& sites, sink::OutputSet& set);
};

/// The sink of a format with `squares`, of all vectors where there are no loci. Throws Error(open);
/// Error(inconsistent) for more loci than there may be files.
std::unique_ptr<Sink> make_squares(const Request& request, const sink::Ids& ids,
                                   const sink::SiteTexts& sites, const std::vector<io::Locus>& loci,
                                   sink::OutputSet& set);

/// All formats, in the order of the enumeration.
std::span<const FormatRow> format_table();
const FormatRow& format_row(Format format);
/// Characters of a value in text.
double length_of_value(const Request& request);
/// Characters of the ids and the value in a line of text, with what is between and behind them.
double length_of_ids_and_value(const Request& request, const TextLengths& text);
inline const FormatRow& format_of(const Request& request) { return format_row(request.format); }

}  // namespace encke::job
