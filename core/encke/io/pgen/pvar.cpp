#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/io/pgen/header_line.hpp>
#include <encke/io/pgen/pvar.hpp>
#include <string_view>

namespace encke::io {
namespace {

/// Where the columns are.
struct PvarLayout {
  std::size_t chromosome = 0;
  std::size_t position = 3;
  std::size_t id = 1;
  std::size_t ref = 5;
  std::size_t alt = 4;
  std::size_t columns = 6;  ///< as far as they are needed
};

PvarLayout pvar_layout(const HeaderLine& header, const std::string& path, Index line) {
  constexpr std::array<std::string_view, 5> names = {"#CHROM", "POS", "ID", "REF", "ALT"};
  const std::size_t end = header.find("FORMAT").value_or(header.columns().size());
  std::array<std::size_t, names.size()> at{};
  std::size_t columns = 0;
  for (std::size_t c = 0; c < names.size(); ++c) {
    at[c] = header.find(names[c]).value_or(end);
    columns = std::max(columns, at[c] + 1);
    if (at[c] < end) continue;
    throw MalformedInput(
        {.file = path, .line = line},
        fmt::format("no column {} among the column names, #CHROM POS ID REF ALT expected",
                    names[c]));
  }
  return {at[0], at[1], at[2], at[3], at[4], columns};
}

/// The layout of a file without column names, told by its first line.
PvarLayout layout_of_bim(std::string_view line) {
  std::array<std::string_view, 6> columns;
  if (split_blanks(line, columns) == columns.size()) return {};
  return {.position = 2, .ref = 4, .alt = 3, .columns = 5};
}

class PvarReader {
 public:
  explicit PvarReader(const std::string& path) : file_(path), lines_(file_) {
    variants_.sites = Sites(path);
  }

  PvarVariants read(ReadLog& log) {
    while (lines_.next()) {
      const std::string_view line = lines_.line();
      if (!has_layout_ && line.starts_with('#')) {
        read_header(line);
      } else {
        read_variant(line);
      }
    }
    if (variants_.ids.empty())
      throw MalformedInput({.file = file_.path()}, "the file has no variants");
    log.files.push_back(file_.record());
    if (made_ > 0) {
      log.remarks.push_back(
          fmt::format("{}: variants without an id, which are named CHROM:POS:REF:ALT: {}",
                      file_.path(), made_));
    }
    return std::move(variants_);
  }

 private:
  void read_header(std::string_view line) {
    if (line.starts_with("##")) return;
    const HeaderLine header(line);
    if (header.columns().front() != "#CHROM") return;
    layout_ = pvar_layout(header, file_.path(), lines_.number());
    columns_.resize(layout_.columns);
    has_layout_ = true;
  }

  void read_variant(std::string_view line) {
    if (!has_layout_) {
      layout_ = layout_of_bim(line);
      columns_.resize(layout_.columns);
    }
    const std::size_t found = split_blanks(line, columns_);
    if (found == 0) return;
    if (found < columns_.size()) {
      throw MalformedInput({.file = file_.path(), .line = lines_.number()},
                           fmt::format("{} columns found, at least {} expected (chromosome, "
                                       "position, id, reference and alternate alleles)",
                                       found, columns_.size()));
    }
    if (variants_.ids.empty()) expect_variants(line);
    has_layout_ = true;
    const std::string_view alt = columns_[layout_.alt];
    if (alt.find(',') != std::string_view::npos) {
      variants_.multiallelic.push_back(std::ssize(variants_.ids));
    }
    alleles_.assign(alt).append("/").append(columns_[layout_.ref]);
    variants_.sites.add(lines_.number(), columns_[layout_.chromosome], columns_[layout_.position],
                        alleles_);
    const std::string_view id = columns_[layout_.id];
    if (id != ".") {
      variants_.ids.emplace_back(id);
      return;
    }
    ++made_;
    variants_.ids.push_back(fmt::format("{}:{}:{}:{}", columns_[layout_.chromosome],
                                        columns_[layout_.position], columns_[layout_.ref], alt));
  }

  /// Makes room for as many variants as there are if all lines are as long as this one, so that
  /// what is there is not copied as it grows. Of a compressed file these are a part.
  void expect_variants(std::string_view line) {
    constexpr Index most = Index{1} << 20;  // what is too much is not touched
    const Index wanted = std::min(file_.size() / (std::ssize(line) + 1), most);
    variants_.ids.reserve(idx(wanted));
    variants_.sites.reserve(wanted);
  }

  InputFile file_;
  LineReader lines_;
  bool has_layout_ = false;
  PvarLayout layout_;
  std::vector<std::string_view> columns_;
  PvarVariants variants_;
  Index made_ = 0;
  std::string alleles_;
};

}  // namespace

PvarVariants read_pvar(const std::string& path, ReadLog& log) { return PvarReader(path).read(log); }

}  // namespace encke::io
