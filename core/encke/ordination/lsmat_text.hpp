#pragma once

#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/file/input_file.hpp>
#include <encke/file/line_reader.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace encke::ordination::detail {

/// The lines of a square matrix in text, scikit-bio's lsmat (see sink::Lsmat), one after the other.
/// Its functions are to be called in their order here, row() for each row; they throw Error(read)
/// and MalformedInput.
class LsmatText {
 public:
  /// `file` must outlive this.
  explicit LsmatText(io::InputFile& file);

  std::vector<std::string> ids();
  /// The next row, the i-th from 0, which must be that of `id`, into `values`: one for each id.
  void row(Index i, std::string_view id, std::span<double> values);
  /// Throws where there are more rows.
  void end();

  /// Where the value of a row and a column stands, both from 0.
  Place place(Index row, Index column) const;

 private:
  [[noreturn]] void fail(Index column, const std::string& message) const;
  double number(std::string_view cell, Index column) const;

  std::string path_;
  io::LineReader reader_;
  Index header_ = 1;
  Index cells_ = 0;
};

}  // namespace encke::ordination::detail
