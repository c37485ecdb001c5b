#include <fmt/format.h>

#include <algorithm>
#include <encke/base/index.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/io/plink/plink_text.hpp>
#include <encke/io/rows/real_rows.hpp>
#include <encke/io/rows/text_row.hpp>
#include <encke/io/table/table_text.hpp>

namespace encke::io {
namespace {

/// "" where all fields have names of their own.
std::string remark_on_same_fields(const TableText& text, bool rows) {
  std::vector<std::string> names = rows ? column_names(text) : text.rows;
  std::erase(names, "");
  const Duplicates same = find_duplicates(names);
  if (same.count == 0) return "";
  return fmt::format("{} with a name that came before: {} (the first {}); each counts by itself",
                     rows ? "columns" : "rows", same.count, in_quotes(same.first));
}

/// What the log is to say of a table: what of it is compared, and what may not be meant so.
std::vector<std::string> remarks_on(const TableText& text, bool rows) {
  std::vector<std::string> remarks;
  if (text.rows_are_features) {
    remarks.push_back(
        std::string("a table of features by samples, by its header: ") +
        (rows ? "features are compared, its rows" : "samples are compared, its columns"));
  } else {
    remarks.emplace_back(rows ? "the table's rows are compared (its columns: --compare features)"
                              : "the table's columns are compared, as --compare features asks for");
  }
  if (has_numbers_for_names(text)) {
    remarks.push_back(fmt::format(
        "line {} is taken for the header, though its names of columns are all numbers: a table "
        "needs a header line before its first row",
        text.header));
  }
  if (text.numbers < text.cells - 1) remarks.push_back("its last column, of words, is left out");
  const std::string same = remark_on_same_fields(text, rows);
  if (!same.empty()) remarks.push_back(same);
  return remarks;
}

class RowsSource final : public Source {
 public:
  RowsSource(InputFile file, TableText text, Element element)
      : Source({.element = element,
                .vectors = std::ssize(text.rows),
                .fields = text.numbers,
                .vectors_in_file = std::ssize(text.rows),
                .fields_in_file = text.numbers,
                .names = std::move(text.rows),
                .remarks = remarks_on(text, true)}),
        cells_(text.cells),
        lines_(std::move(file), text.header, std::move(text.offsets)),
        record_(std::move(text.record)) {}

  // Every rank has read it all.
  std::vector<FileRecord> files(const Communicator& /*world*/) override { return {record_}; }
  SourceCosts costs() const override {
    SourceCosts costs = Source::costs();
    costs.held += vectors() * Index{sizeof(Index)};  // where its lines begin
    costs.slow_again = true;
    return costs;
  }

 private:
  PackedVectors read_range(const ReadRange& part) override {
    auto vectors = room_for_rows(element(), part.vectors.size(), part.fields.size());
    TableRow row(lines_.path(), element(), cells_, part.fields);
    lines_.move_to(part.vectors.begin);
    for (Index v = part.vectors.begin; v < part.vectors.end; ++v) {
      lines_.next();
      row.parse(lines_.line(), lines_.number());
      set_row(vectors, v - part.vectors.begin, row.values(), v,
              {.file = lines_.path(), .line = lines_.number()});
    }
    return vectors;
  }

  Index cells_;
  TableLines lines_;
  FileRecord record_;
};

class ColumnsSource final : public Source {
 public:
  ColumnsSource(InputFile file, TableText text, std::vector<std::string> names, Element element)
      : Source({.element = element,
                .vectors = text.numbers,
                .fields = std::ssize(text.rows),
                .vectors_in_file = text.numbers,
                .fields_in_file = std::ssize(text.rows),
                .names = std::move(names),
                .remarks = remarks_on(text, false)}),
        header_(text.header),
        cells_(text.cells),
        lines_(std::move(file), text.header, std::move(text.offsets)),
        record_(std::move(text.record)) {}

  // Every rank has read it all.
  std::vector<FileRecord> files(const Communicator& /*world*/) override { return {record_}; }
  SourceCosts costs() const override {
    SourceCosts costs = Source::costs();
    costs.held += fields() * Index{sizeof(Index)};
    costs.reading += std::max<Index>(8 * fields(), std::min(chunk_bytes, 8 * fields() * vectors()));
    costs.slow_again = true;
    return costs;
  }

 private:
  /// Numbers that are collected before they are packed: so many columns at once, for each of
  /// which the lines are read again.
  static constexpr Index chunk_bytes = 64 << 20;

  PackedVectors read_range(const ReadRange& part) override {
    auto vectors = room_for_rows(element(), part.vectors.size(), part.fields.size());
    const Index fields = part.fields.size();
    const Index piece = std::clamp<Index>(chunk_bytes / 8 / fields, 1, part.vectors.size());
    std::vector<double> values(idx(piece * fields));
    for (Index first = part.vectors.begin; first < part.vectors.end; first += piece) {
      const Range columns{first, std::min(first + piece, part.vectors.end)};
      read_columns(columns, part.fields, values);
      for (Index v = columns.begin; v < columns.end; ++v) {
        const auto column = std::span(values).subspan(idx((v - first) * fields), idx(fields));
        set_row(vectors, v - part.vectors.begin, column, v,
                {.file = lines_.path(), .line = header_, .column = v + 2});
      }
    }
    return vectors;
  }

  /// values[column][row]
  void read_columns(Range columns, Range rows, std::vector<double>& values) {
    TableRow row(lines_.path(), element(), cells_, columns);
    lines_.move_to(rows.begin);
    for (Index r = 0; r < rows.size(); ++r) {
      lines_.next();
      row.parse(lines_.line(), lines_.number());
      for (Index c = 0; c < columns.size(); ++c) {
        values[idx(c * rows.size() + r)] = row.values()[idx(c)];
      }
    }
  }

  Index header_;
  Index cells_;
  TableLines lines_;
  FileRecord record_;
};

}  // namespace

std::unique_ptr<Source> table_of_rows(InputFile file, TableText text, Element element) {
  check_row_names(text, file.path());
  return std::make_unique<RowsSource>(std::move(file), std::move(text), element);
}

std::unique_ptr<Source> table_of_columns(InputFile file, TableText text, Element element) {
  auto names = column_names(text);
  check_column_names(text, names, file.path());
  return std::make_unique<ColumnsSource>(std::move(file), std::move(text), std::move(names),
                                         element);
}

}  // namespace encke::io
