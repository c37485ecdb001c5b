#pragma once

#include <algorithm>
#include <cstdint>
#include <encke/file/input_file.hpp>
#include <span>
#include <vector>

namespace encke::io {

/// Rows of equal length in a file, of each of which the same bytes are wanted.
struct StoredRows {
  Index offset = 0;     ///< of the first row in the file
  Index row_bytes = 0;  ///< from one row to the next
  Range wanted;         ///< bytes within a row
};

/// Reads rows in chunks. What is not wanted is read too where leaving it out would take longer.
class RowChunks {
 public:
  /// `in_passing`: what is read may be taken into the file's digest.
  RowChunks(InputFile& file, const StoredRows& rows, bool in_passing)
      : file_(file), rows_(rows), in_passing_(in_passing) {}

  /// Bytes from one row to the next in a chunk.
  Index stride() const { return separate() ? rows_.wanted.size() : rows_.row_bytes; }

  /// Calls take(first, count, bytes) for successive chunks of about `chunk_bytes` of the rows
  /// `rows`; `bytes` points to what is wanted of row `first`, and may be changed. All
  /// chunks but the last have a multiple of `group` rows. Throws Error(read).
  template <class Take>
  void for_each(Range rows, Index chunk_bytes, Index group, Take take) {
    const Index fit = std::clamp<Index>(chunk_bytes / stride(), 1, std::max<Index>(rows.size(), 1));
    const Index chunk = round_up(fit, group);
    buffer_.resize(static_cast<std::size_t>(std::min(chunk, rows.size()) * stride()));
    for (Index first = rows.begin; first < rows.end; first += chunk) {
      const Index count = std::min(chunk, rows.end - first);
      read(first, count);
      take(first, count, buffer_.data());
    }
  }

 private:
  // A gap of this length is worth a system call.
  static constexpr Index worth_a_call = 16 << 10;

  bool separate() const { return rows_.row_bytes - rows_.wanted.size() >= worth_a_call; }

  void read(Index first, Index count) {
    const Index begin = rows_.offset + first * rows_.row_bytes + rows_.wanted.begin;
    if (!separate()) {
      // up to the end of the last row's wanted bytes: the file may end there
      return read_bytes(begin, 0, (count - 1) * rows_.row_bytes + rows_.wanted.size());
    }
    for (Index r = 0; r < count; ++r) {
      read_bytes(begin + r * rows_.row_bytes, r * rows_.wanted.size(), rows_.wanted.size());
    }
  }

  void read_bytes(Index offset, Index to, Index size) {
    const auto bytes = std::as_writable_bytes(std::span(buffer_))
                           .subspan(static_cast<std::size_t>(to), static_cast<std::size_t>(size));
    if (in_passing_) return file_.read_in_passing(offset, bytes);
    file_.read_at(offset, bytes);
  }

  InputFile& file_;
  StoredRows rows_;
  bool in_passing_;
  std::vector<std::uint8_t> buffer_;
};

}  // namespace encke::io
