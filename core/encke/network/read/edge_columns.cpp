#include <algorithm>
#include <encke/base/text/printable.hpp>
#include <encke/network/read/edge_columns.hpp>

namespace encke::network {
namespace {

std::optional<std::size_t> find(const std::vector<std::string_view>& names, std::string_view name) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) return std::nullopt;
  return static_cast<std::size_t>(at - names.begin());
}

std::optional<std::size_t> find_any(const std::vector<std::string_view>& names,
                                    std::initializer_list<std::string_view> wanted) {
  for (const std::string_view name : wanted) {
    if (const auto at = find(names, name)) return at;
  }
  return std::nullopt;
}

/// Columns of a header of Encke's; the numbers of ID and A are known by its names alone.
EdgeColumns encke_columns(const std::vector<std::string_view>& names, const std::string& path) {
  EdgeColumns columns;
  columns.format = "edges";
  columns.header = true;
  columns.count = names.size();
  const auto distance = find(names, "DISTANCE");
  const auto value = distance ? distance : find(names, "VALUE");
  if (!value || !find(names, "ID2")) {
    throw MalformedInput(
        {.file = path, .line = 1},
        "a header that begins with ID1 has also ID2 and VALUE or DISTANCE, by tabs");
  }
  columns.value = *value;
  columns.distances = distance.has_value();
  columns.way = find(names, "ID3") ? 3 : 2;
  columns.has_alleles = find(names, "A1").has_value();
  for (int v = 0; v < columns.way; ++v) {
    const std::string number = std::to_string(v + 1);
    const auto label = find(names, "ID" + number);
    const auto allele = find(names, "A" + number);
    if (!label || allele.has_value() != columns.has_alleles) {
      throw MalformedInput({.file = path, .line = 1},
                           std::string("column ") + (label ? "A" : "ID") + number + " is missing");
    }
    columns.label.at(static_cast<std::size_t>(v)) = *label;
    columns.allele.at(static_cast<std::size_t>(v)) = allele.value_or(0);
  }
  return columns;
}

std::optional<EdgeColumns> plink_columns(const std::vector<std::string_view>& names, bool tabs,
                                         const std::string& path) {
  const auto a = find_any(names, {"SNP_A", "ID_A"});
  const auto b = find_any(names, {"SNP_B", "ID_B"});
  if (!a || !b) return std::nullopt;
  const auto value =
      find_any(names, {"R2", "UNPHASED_R2", "PHASED_R2", "R", "UNPHASED_R", "PHASED_R"});
  if (!value) {
    throw MalformedInput({.file = path, .line = 1},
                         "a column R2, R, or one of these with UNPHASED_ or PHASED_ is missing");
  }
  EdgeColumns columns;
  columns.format = "PLINK";
  columns.header = true;
  columns.tabs = tabs;
  columns.count = names.size();
  columns.label = {*a, *b, 0};
  columns.value = *value;
  return columns;
}

/// A table of kinships; nothing where it is none.
std::optional<EdgeColumns> kin0_columns(const std::vector<std::string_view>& names, bool tabs,
                                        const std::string& path) {
  const auto a = find(names, "IID1");
  const auto b = find(names, "IID2");
  if (!a || !b) return std::nullopt;
  const auto value = find(names, "KINSHIP");
  if (!value) {
    throw MalformedInput({.file = path, .line = 1}, "a column KINSHIP is missing");
  }
  EdgeColumns columns;
  columns.format = "kin0";
  columns.header = true;
  columns.tabs = tabs;
  columns.count = names.size();
  columns.label = {*a, *b, 0};
  columns.value = *value;
  const auto first = find(names, "FID1");
  const auto second = find(names, "FID2");
  columns.has_families = first && second;
  if (columns.has_families) columns.family = {*first, *second};
  return columns;
}

}  // namespace

void split_columns(std::string_view line, bool tabs, std::vector<std::string_view>& cells) {
  cells.clear();
  const char* at = line.data();
  const char* const end = at + line.size();
  if (tabs) {
    for (const char* begin = at;; begin = ++at) {
      while (at < end && *at != '\t') ++at;
      cells.emplace_back(begin, static_cast<std::size_t>(at - begin));
      if (at == end) return;
    }
  }
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  while (true) {
    while (at < end && is_blank(*at)) ++at;
    if (at == end) return;
    const char* const begin = at;
    while (at < end && !is_blank(*at)) ++at;
    cells.emplace_back(begin, static_cast<std::size_t>(at - begin));
  }
}

EdgeColumns columns_of(std::string_view first_line, const std::string& path) {
  const bool tabs = first_line.find('\t') != std::string_view::npos;
  std::string_view line = first_line;
  if (line.starts_with('#')) line.remove_prefix(1);
  std::vector<std::string_view> cells;
  split_columns(line, tabs, cells);
  if (!cells.empty() && cells.front() == "ID1") return encke_columns(cells, path);
  if (const auto columns = plink_columns(cells, tabs, path)) return *columns;
  if (const auto columns = kin0_columns(cells, tabs, path)) return *columns;
  if (first_line.starts_with('#') || cells.size() < 3 || cells.size() > 4) {
    throw MalformedInput({.file = path, .line = 1},
                         "two or three labels and a value expected, or a header of Encke's edges "
                         "or of PLINK's --r2 or .kin0, " +
                             in_quotes(first_line) + " found");
  }
  EdgeColumns columns;
  columns.tabs = tabs;
  columns.count = cells.size();
  columns.way = static_cast<int>(cells.size()) - 1;
  columns.label = {0, 1, 2};
  columns.value = cells.size() - 1;
  return columns;
}

}  // namespace encke::network
