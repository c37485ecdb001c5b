#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text_hash.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/io/plink/plink_text.hpp>
#include <encke/io/rows/coded_rows.hpp>
#include <limits>
#include <string_view>

namespace encke::io {
namespace {

constexpr std::size_t columns_expected = 6;
using SixColumns = std::array<std::string_view, columns_expected>;

// Calls take(columns, line number) for each line that is not blank. `what` names the file's
// columns.
template <class Take>
void read_six_columns(const std::string& path, std::string_view what, ReadLog& log, Take take) {
  InputFile file(path);
  LineReader reader(file);
  SixColumns columns;
  bool any = false;
  while (reader.next()) {
    const std::size_t found = split_blanks(reader.line(), columns);
    if (found == 0) continue;
    if (columns[0].front() == '#') {
      throw MalformedInput(
          {.file = path, .line = reader.number()},
          fmt::format("{} found in column 1: a .fam or .bim has no header line and "
                      "no comments, {} expected",
                      in_quotes(columns[0]), what));
    }
    if (found < columns_expected) {
      throw MalformedInput(
          {.file = path, .line = reader.number()},
          fmt::format("{} columns found, {} expected ({})", found, columns_expected, what));
    }
    take(columns, reader.number());
    any = true;
  }
  if (!any) throw MalformedInput({.file = path}, "the file is empty");
  log.files.push_back(file.record());
}

}  // namespace

// A table of the places of names by their hash, each in the first free slot: nodes of their own
// took ten times as long.
Duplicates find_duplicates(const std::vector<std::string>& names) {
  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  const std::size_t slots = std::bit_ceil(2 * names.size() + 1);
  std::vector<std::uint32_t> places(slots, none);
  Duplicates duplicates;
  for (std::size_t n = 0; n < names.size(); ++n) {
    std::size_t slot = TextHash{}(names[n]) & (slots - 1);
    while (places[slot] != none && names[places[slot]] != names[n]) slot = (slot + 1) & (slots - 1);
    if (places[slot] == none) {
      places[slot] = static_cast<std::uint32_t>(n);
    } else if (duplicates.count++ == 0) {
      duplicates.first = names[n];
    }
  }
  return duplicates;
}

Index remark_same_variants(const std::vector<std::string>& ids, ReadLog& log) {
  const Duplicates same = find_duplicates(ids);
  if (same.count > 0) {
    log.remarks.push_back(
        fmt::format("variants whose id an earlier variant has: {} (the first: {})", same.count,
                    shortened(same.first)));
  }
  return same.count;
}

void remark_same_samples(const std::string& path, const std::vector<SampleId>& samples,
                         ReadLog& log) {
  std::vector<std::string> both;
  both.reserve(samples.size());
  for (const SampleId& sample : samples) {
    both.push_back(fmt::format("{} {}", sample.family, sample.individual));
  }
  const Duplicates same = find_duplicates(both);
  if (same.count == 0) return;
  log.remarks.push_back(
      fmt::format("{}: samples whose FID and IID an earlier sample has: {} (the first: {})", path,
                  same.count, shortened(same.first)));
}

std::vector<SampleId> read_fam(const std::string& path, ReadLog& log) {
  std::vector<SampleId> samples;
  read_six_columns(path, "FID IID father mother sex phenotype", log,
                   [&](const SixColumns& c, Index line) {
                     const bool founder = c[2] == "0" && c[3] == "0";
                     samples.push_back({.family = std::string(c[0]),
                                        .individual = std::string(c[1]),
                                        .phenotype = std::string(c[5]),
                                        .line = line,
                                        .founder = founder,
                                        .male = c[4] == "1",
                                        .female = c[4] == "2"});
                   });
  remark_same_samples(path, samples, log);
  return samples;
}

BimVariants read_bim(const std::string& path, ReadLog& log) {
  BimVariants variants{.sites = Sites(path)};
  std::string alleles;
  read_six_columns(path, "chromosome id cM position A1 A2", log,
                   [&](const SixColumns& c, Index line) {
                     variants.ids.emplace_back(c[1]);
                     alleles.assign(c[4]).append("/").append(c[5]);
                     variants.sites.add(line, c[0], c[3], alleles);
                   });
  return variants;
}

Index keep_variants(const std::vector<std::uint8_t>& kept, std::vector<std::string>& names,
                    Sites& sites, MadeIds& made, ReadLog& log) {
  keep_names(names, kept);
  sites.keep(kept);
  // nearly always; the sets of name_by_sites() would take a tenth of the time of a short command
  if (std::ranges::find(names, ".") == names.end() && find_duplicates(names).count == 0) return 0;
  made = name_by_sites(sites, names);
  if (!made.remark.empty()) log.remarks.push_back(made.remark);
  return remark_same_variants(names, log);
}

}  // namespace encke::io
