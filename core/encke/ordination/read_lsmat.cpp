#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <encke/base/text/printable.hpp>
#include <encke/ordination/lsmat_text.hpp>
#include <encke/ordination/matrix_reader.hpp>
#include <string_view>

namespace encke::ordination::detail {
namespace {

constexpr std::string_view header_expected =
    "an empty cell and the ids of the samples expected, separated by tabs, as --format lsmat "
    "writes "
    "them";

/// The text up to the next tab, which is taken off with it.
std::string_view next_cell(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\t'), rest.size());
  const std::string_view cell = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return cell;
}

}  // namespace

LsmatText::LsmatText(io::InputFile& file) : path_(file.path()), reader_(file) {}

std::vector<std::string> LsmatText::ids() {
  do {  // scikit-bio takes lines before the header that begin with # for remarks
    if (!reader_.next()) throw MalformedInput({.file = path_}, "the file is empty");
  } while (reader_.line().starts_with('#') || reader_.line().empty());
  std::string_view rest = reader_.line();
  if (!rest.starts_with('\t')) {
    throw MalformedInput({.file = path_, .line = reader_.number()}, std::string(header_expected));
  }
  header_ = reader_.number();
  cells_ = std::count(rest.begin(), rest.end(), '\t');
  rest.remove_prefix(1);
  std::vector<std::string> ids;
  for (Index c = 0; c < cells_; ++c) ids.emplace_back(next_cell(rest));
  check_ids(ids,
            [this](Index i) { return Place{.file = path_, .line = header_, .column = i + 2}; });
  return ids;
}

void LsmatText::row(Index i, std::string_view id, std::span<double> values) {
  if (!reader_.next() || reader_.line().empty()) {
    throw MalformedInput({.file = path_, .line = header_ + i + 1},
                         fmt::format("no row of {}: {} rows found, {} expected as there are ids "
                                     "in the header: the matrix is not square",
                                     in_quotes(id), i, values.size()));
  }
  std::string_view rest = reader_.line();
  const Index cells = std::count(rest.begin(), rest.end(), '\t');
  if (cells != cells_) {
    throw MalformedInput({.file = path_, .line = reader_.number()},
                         fmt::format("{} values found, {} expected as there are ids in the "
                                     "header: the matrix is not square",
                                     cells, cells_));
  }
  const std::string_view name = next_cell(rest);
  if (name != id) {
    fail(1, fmt::format("{} found, the row of {} expected, as in the header", in_quotes(name),
                        in_quotes(id)));
  }
  for (std::size_t c = 0; c < values.size(); ++c) {
    values[c] = number(next_cell(rest), static_cast<Index>(c) + 2);
  }
}

void LsmatText::end() {
  while (reader_.next()) {
    if (reader_.line().empty()) continue;
    throw MalformedInput({.file = path_, .line = reader_.number()},
                         fmt::format("more rows than the {} ids of the header: the matrix is not "
                                     "square",
                                     cells_));
  }
}

Place LsmatText::place(Index row, Index column) const {
  return {.file = path_, .line = header_ + 1 + row, .column = column + 2};
}

void LsmatText::fail(Index column, const std::string& message) const {
  throw MalformedInput({.file = path_, .line = reader_.number(), .column = column}, message);
}

double LsmatText::number(std::string_view cell, Index column) const {
  double value = 0;
  const char* const end = cell.data() + cell.size();
  const auto [stop, problem] = std::from_chars(cell.data(), end, value);
  if (stop == end && problem == std::errc() && !cell.empty()) return value;
  fail(column, fmt::format("{} found, a number expected", in_quotes(cell)));
}

Distances read_lsmat(const std::string& path, std::int64_t memory) {
  io::InputFile file(path);
  LsmatText text(file);
  Distances distances{.ids = text.ids()};
  SquareRows rows(path, distances.samples(), memory,
                  [&](Index row, Index column) { return text.place(row, column); });
  std::vector<double> row(distances.ids.size());
  for (Index i = 0; i < distances.samples(); ++i) {
    text.row(i, distances.ids[static_cast<std::size_t>(i)], row);
    rows.add(row);
  }
  text.end();
  distances.values = rows.take();
  distances.files = {file.record()};
  return distances;
}

}  // namespace encke::ordination::detail
