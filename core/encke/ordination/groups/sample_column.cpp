#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/base/text/text_hash.hpp>
#include <encke/file/input_file.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/ordination/groups/grouping.hpp>
#include <string_view>

namespace encke::ordination {
namespace {

constexpr std::size_t shown = 5;  ///< names in a message

/// A header without a cell for the ids.
constexpr std::string_view of_r =
    " (the first cell of the header is that of the ids, which R leaves out unless col.names = NA)";

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  for (;;) {
    const std::size_t end = std::min(line.find('\t'), line.size());
    std::string_view cell = line.substr(0, end);
    if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"') {
      cell = cell.substr(1, cell.size() - 2);
    }
    cells.emplace_back(cell);
    if (end == line.size()) return cells;
    line.remove_prefix(end + 1);
  }
}

bool is_unknown(std::string_view value) {
  return value.empty() || value == "NA" || value == "nan" || value == "NaN";
}

/// "'a', 'b' and 3 more"
std::string list_of(const std::vector<std::string>& names) {
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), shown); ++i) {
    list += (i > 0 ? ", " : "") + in_quotes(names[i]);
  }
  if (names.size() > shown) list += fmt::format(" and {} more", names.size() - shown);
  return list;
}

/// Lines of the table on their way to the values of a column.
class Metadata {
 public:
  Metadata(const std::string& path, const std::string& column) : file_(path), reader_(file_) {
    if (!reader_.next()) throw MalformedInput({.file = path}, "the file is empty");
    header_ = cells_of(reader_.line());
    const auto at = std::find(header_.begin() + 1, header_.end(), column);
    if (at == header_.end()) {
      const std::vector<std::string> others(header_.begin() + 1, header_.end());
      throw Error(Failure::inconsistent,
                  fmt::format("{}: no column {}; it has {}{}", path, in_quotes(column),
                              others.empty() ? "none" : list_of(others),
                              header_.front() == column ? std::string(of_r) : ""));
    }
    column_ = static_cast<std::size_t>(at - header_.begin());
  }

  TextMap<std::string> values() {
    TextMap<std::string> values;
    while (reader_.next()) {
      if (reader_.line().empty() || reader_.line().starts_with('#')) continue;
      std::vector<std::string> cells = cells_of(reader_.line());
      if (cells.size() != header_.size()) {
        const bool as_r =
            values.empty() && cells.size() == header_.size() + 1 && !cells.back().empty();
        refuse(fmt::format("{} cells found, {} expected as in the header line{}", cells.size(),
                           header_.size(), as_r ? of_r : ""));
      }
      std::string value = is_unknown(cells[column_]) ? "" : std::move(cells[column_]);
      if (!values.emplace(cells.front(), std::move(value)).second) {
        refuse(fmt::format("the sample {} comes a second time", in_quotes(cells.front())));
      }
    }
    return values;
  }

  io::FileRecord record() { return file_.record(); }

 private:
  [[noreturn]] void refuse(const std::string& message) const {
    throw MalformedInput({.file = file_.path(), .line = reader_.number()}, message);
  }

  io::InputFile file_;
  io::LineReader reader_;
  std::vector<std::string> header_;
  std::size_t column_ = 0;
};

}  // namespace

SampleColumn read_sample_column(const std::string& path, const std::string& column,
                                const std::vector<std::string>& ids) {
  Metadata table(path, column);
  const TextMap<std::string> all = table.values();
  SampleColumn found;
  std::vector<std::string> missing;
  for (const std::string& id : ids) {
    const auto at = all.find(id);
    if (at == all.end()) missing.push_back(id);
    found.values.push_back(at == all.end() ? "" : at->second);
  }
  if (!missing.empty()) {
    throw Error(Failure::inconsistent,
                fmt::format("{}: {} of the {} samples are not in it: {}", path, missing.size(),
                            ids.size(), list_of(missing)));
  }
  found.file = table.record();
  return found;
}

void refuse_unknown(const std::vector<std::string>& ids, const std::vector<std::string>& values,
                    const std::string& column) {
  std::vector<std::string> unknown;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (values[i].empty()) unknown.push_back(ids[i]);
  }
  if (unknown.empty()) return;
  throw Error(Failure::inconsistent,
              fmt::format("{} of {}: unknown; --unknown drop leaves samples without one out",
                          in_quotes(column), list_of(unknown)));
}

}  // namespace encke::ordination
