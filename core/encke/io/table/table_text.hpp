#pragma once

#include <encke/file/input_file.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/io/source.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace encke::io {

/// What the first reading of a tab-separated table finds: all that can be told without parsing
/// numbers.
struct TableText {
  Index header = 1;               ///< line of the header; the rows follow without a gap
  std::string columns;            ///< the header, but for its first cell
  Index cells = 0;                ///< of each line
  Index numbers = 0;              ///< of each row: a last column of words is left out
  std::vector<Index> offsets;     ///< of the rows' lines in the text
  std::vector<std::string> rows;  ///< their names, without quotes
  /// The header is that of `biom convert --to-tsv`, whose columns are samples.
  bool rows_are_features = false;
  FileRecord record;
};

/// Reads all lines. Throws Error(read), and MalformedInput with the line for a table without rows
/// or numbers, an empty line between rows, and for one that begins with a row: all cells of its
/// first line but the first are numbers, not all of them whole and different.
TableText scan_table(InputFile& file);

/// Names of the columns of numbers, without quotes.
std::vector<std::string> column_names(const TableText& text);

/// True where all names of columns are numbers: the table may have no header.
bool has_numbers_for_names(const TableText& text);

/// Throw MalformedInput, with the place, for a name that is empty or comes twice.
void check_row_names(const TableText& text, const std::string& path);
void check_column_names(const TableText& text, const std::vector<std::string>& names,
                        const std::string& path);

/// The rows, or the columns, as vectors.
std::unique_ptr<Source> table_of_rows(InputFile file, TableText text, Element element);
std::unique_ptr<Source> table_of_columns(InputFile file, TableText text, Element element);

/// Reads rows of a table again, from any on. The parts of a rank come one after the other, so that
/// a compressed file is decompressed once.
class TableLines {
 public:
  explicit TableLines(InputFile file, Index header, std::vector<Index> offsets)
      : file_(std::move(file)), header_(header), offsets_(std::move(offsets)) {}

  const std::string& path() const { return file_.path(); }
  /// next() is this row.
  void move_to(Index row);
  /// Throws Error(read) at the end of the file.
  void next();
  std::string_view line() const { return reader_->line(); }
  Index number() const { return reader_->number(); }

 private:
  InputFile file_;
  Index header_;
  std::vector<Index> offsets_;
  std::optional<LineReader> reader_;
};

}  // namespace encke::io
