#pragma once

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/file/input_file.hpp>
#include <encke/file/npy_header.hpp>
#include <span>
#include <string>
#include <vector>

namespace encke::ordination::detail {

/// The values of an .npy file of float64 or float32, in the order of the file, as float64.
class NpyValues {
 public:
  /// `file` must outlive this. Throws Error(read); MalformedInput for a header that is none, and
  /// for other numbers.
  explicit NpyValues(const io::InputFile& file) : file_(file) {
    const io::NpyHeader header = header_of(file);
    if (header.dtype != "<f4" && header.dtype != "<f8") {
      throw MalformedInput(
          {.file = file.path()},
          "dtype " + in_quotes(header.dtype) + " found, little-endian float32 or float64 expected");
    }
    at_ = header.data_offset;
    width_ = header.dtype == "<f4" ? 4 : 8;
    shape_ = header.shape;
  }

  const std::vector<Index>& shape() const { return shape_; }
  Index count() const { return (file_.size() - at_) / width_; }
  bool whole() const { return (file_.size() - at_) % width_ == 0; }
  Index offset_of(Index value) const { return at_ + value * width_; }

  /// Values from `first` on. Throws Error(read).
  void read(Index first, std::span<double> out) {
    if (width_ == 8) return file_.read_at(offset_of(first), std::as_writable_bytes(out));
    narrow_.resize(out.size());
    file_.read_at(offset_of(first), std::as_writable_bytes(std::span(narrow_)));
    std::copy(narrow_.begin(), narrow_.end(), out.begin());
  }

 private:
  static io::NpyHeader header_of(const io::InputFile& file) {
    const auto read = [&](Index bytes) {
      std::string text(static_cast<std::size_t>(std::min(bytes, file.size())), '\0');
      file.read_at(0, std::as_writable_bytes(std::span(text)));
      return text;
    };
    const Index length = io::npy_header_length(read(io::npy_preamble), file.path());
    return io::parse_npy_header(read(length), file.path());
  }

  const io::InputFile& file_;
  Index at_ = 0;
  Index width_ = 8;
  std::vector<Index> shape_{};
  std::vector<float> narrow_{};
};

}  // namespace encke::ordination::detail
