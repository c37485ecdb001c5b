#pragma once

#include <array>
#include <cstdint>
#include <encke/base/index.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace encke::io {

/// Most alleles of a marker.
inline constexpr int most_alleles = 255;

/// A line of a table of allele codes: the marker's name, then for each sample a cell with the codes
/// of its two alleles, such as A/C or 152|156, or with "./.", ".|." or "NA" where it is missing.
class AlleleRow {
 public:
  /// Two places in alleles(), or `missing` twice.
  using Pair = std::array<std::uint8_t, 2>;
  static constexpr std::uint8_t missing = 255;

  /// Reads tables with `fields` samples; `path` is named in errors and must outlive this.
  AlleleRow(const std::string& path, Index fields) : path_(path), fields_(fields) {}

  /// `number` is the line's number, from 1. Throws MalformedInput, with line and column, for
  /// another number of cells than the header's; a name that is empty; a cell that is empty or has
  /// not two codes; a code that is empty, "." beside another, or contains ':'; more than
  /// most_alleles different codes.
  void parse(std::string_view line, Index number);

  /// Codes that occur: whole numbers first, by value, then others by their bytes. Valid as long as
  /// the parsed line.
  const std::vector<std::string_view>& alleles() const { return alleles_; }
  /// One for each sample.
  const std::vector<Pair>& pairs() const { return pairs_; }
  std::string_view name() const { return name_; }

 private:
  [[noreturn]] void fail(Index column, const std::string& message) const;
  void parse_cell(std::string_view cell, Index column);
  std::uint8_t place_of(std::string_view code, Index column);
  void sort_alleles();

  const std::string& path_;
  Index fields_;
  Index line_ = 0;
  std::string_view name_;
  std::vector<std::string_view> alleles_;
  std::vector<Pair> pairs_;
};

}  // namespace encke::io
