#pragma once

#include <cstddef>
#include <encke/sink/ids.hpp>
#include <encke/sink/sink.hpp>
#include <string>

namespace encke::sink {

enum class EdgeFormat {
  /// Header line; ID1 ID2 [ID3] [A1 A2 [A3]] VALUE, which is called DISTANCE where it is one; of
  /// chi-squared statistics also DF P; where sites are known CHR1 POS1 BASES1 CHR2 POS2 BASES2
  /// [CHR3 POS3 BASES3].
  edges,
  named_alleles,  ///< as edges with A1 A2 [A3]; ids are ID:ALLELE, a tuple has one value
  abc,            ///< no header; LABEL1 LABEL2 [LABEL3] VALUE, label = id or id:allele
  /// CoMet's binary records, without a header (its class SingleMetricIO, driver/metrics_io.cc): for
  /// each vector a little-endian uint32, its index, for allele metrics 2 index + allele; then the
  /// value as float32, whatever the precision of the run.
  packed,
};

/// What is beside ids and values in an edge list of EdgeFormat::edges; and how values are printed,
/// in all lists of text.
struct EdgeColumns {
  SiteTexts sites = nullptr;
  bool hash = true;        ///< the header line begins with #
  int digits = 0;          ///< significant ones; 0: as few as read back with the same bits
  bool distances = false;  ///< the values are distances, which the header says
};

/// The lines of an edge list: one for each hit, columns separated by tabs. Or its records.
class EdgeLines {
 public:
  /// Throws Error(inconsistent) where there is not one id for each vector, an id contains a tab or
  /// a line break, or a tuple has neither one value nor one for each combination of alleles; of
  /// records, which have no ids, where a number of a vector would not fit.
  EdgeLines(EdgeFormat format, Ids ids, const SinkInfo& info, const EdgeColumns& columns = {});

  /// The header line, or "" where the format has none.
  std::string header() const;
  /// Buffer that print() needs, in bytes.
  std::size_t longest() const { return longest_; }
  /// Prints a hit of the run's way with its line end, or its record; returns the end.
  template <int Way>
  char* print(char* at, const Hit<Way>& hit) const;

 private:
  void check_numbers(Index vectors) const;
  char* print_id(char* at, std::uint32_t vector) const;
  char* print_site(char* at, std::uint32_t vector) const;
  char* print_allele(char* at, std::uint32_t vector) const;
  template <int Way>
  char* print_record(char* at, const Hit<Way>& hit) const;

  EdgeFormat format_;
  Ids ids_;
  int way_;
  bool alleles_;
  bool float32_;
  bool chi_squared_;
  EdgeColumns columns_;
  std::size_t longest_;
};

extern template char* EdgeLines::print(char* at, const Hit<2>& hit) const;
extern template char* EdgeLines::print(char* at, const Hit<3>& hit) const;

}  // namespace encke::sink
