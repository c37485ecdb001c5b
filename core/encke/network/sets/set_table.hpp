#pragma once

#include <encke/network/format/format_table.hpp>
#include <encke/network/sets/variant_sets.hpp>
#include <span>
#include <string_view>

namespace encke::network {

/// A format of files of sets: all that is known of it.
struct SetFormatRow {
  std::string_view name;
  std::span<const std::string_view> endings;  ///< of its files
  std::string_view help;
  std::string_view not_in_ids;    ///< characters that ids of variants must not have
  std::string_view not_in_names;  ///< nor names of sets
  std::string_view not_an_id;     ///< a word that stands for something else
  bool needs_sites;               ///< chromosomes and positions, and one chromosome a set
  /// Writes the files, which come in the order of `endings`. Throws Error(write).
  void (*write)(std::span<const VariantSet> sets, ResultFiles files);
};

std::span<const SetFormatRow> set_formats();

/// Throws NameRefused for a set whose name or variants the format cannot hold, Error(inconsistent)
/// for one of several chromosomes where it cannot have these.
void check_sets(const SetFormatRow& format, std::span<const VariantSet> sets);

}  // namespace encke::network
