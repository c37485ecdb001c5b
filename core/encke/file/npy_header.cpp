#include <fmt/format.h>

#include <charconv>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/file/npy_header.hpp>
#include <optional>
#include <utility>

namespace encke::io {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view magic = "\x93NUMPY"sv;

// Reads the dictionary literal of a header, e.g.
//   {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
class DictionaryParser {
 public:
  DictionaryParser(std::string_view bytes, Index begin, const std::string& path)
      : bytes_(bytes), at_(static_cast<std::size_t>(begin)), path_(path) {}

  NpyHeader parse() {
    expect('{');
    while (!accept('}')) {
      const std::string key = text();
      expect(':');
      if (key == "descr") {
        once(dtype_.has_value(), key);
        dtype_ = descr();
      } else if (key == "fortran_order") {
        once(fortran_order_.has_value(), key);
        fortran_order_ = boolean();
      } else if (key == "shape") {
        once(shape_.has_value(), key);
        shape_ = tuple();
      } else {
        fail("'descr', 'fortran_order' or 'shape' expected, " + in_quotes(key) + " found");
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skip_blanks();
    if (at_ != bytes_.size()) fail("nothing but blanks expected after the header's dictionary");
    if (!dtype_) fail("the header has no 'descr'");
    if (!fortran_order_) fail("the header has no 'fortran_order'");
    if (!shape_) fail("the header has no 'shape'");
    return {*dtype_, *fortran_order_, *shape_, static_cast<Index>(bytes_.size())};
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw MalformedInput({.file = path_, .offset = static_cast<Index>(at_)}, message);
  }

  void once(bool seen, const std::string& key) const {
    if (seen) fail("'" + key + "' appears twice in the header");
  }

  void skip_blanks() {
    while (at_ < bytes_.size() && " \t\r\n"sv.find(bytes_[at_]) != std::string_view::npos) ++at_;
  }

  bool accept(char c) {
    skip_blanks();
    if (at_ == bytes_.size() || bytes_[at_] != c) return false;
    ++at_;
    return true;
  }

  void expect(char c) {
    if (!accept(c)) fail(fmt::format("'{}' expected in the header's dictionary", c));
  }

  std::string text() {
    skip_blanks();
    const char quote = accept('\'') ? '\'' : '"';
    if (quote == '"') expect('"');
    const auto end = bytes_.find(quote, at_);
    if (end == std::string_view::npos) fail("closing quote expected in the header's dictionary");
    const auto begin = std::exchange(at_, end + 1);
    return std::string(bytes_.substr(begin, end - begin));
  }

  std::string descr() {
    skip_blanks();
    if (at_ < bytes_.size() && bytes_[at_] == '[') {
      fail("an array of numbers expected, a structured dtype found");
    }
    return text();
  }

  bool boolean() {
    skip_blanks();
    for (const auto& [text, value] : {std::pair{"True"sv, true}, std::pair{"False"sv, false}}) {
      if (bytes_.substr(at_, text.size()) == text) {
        at_ += text.size();
        return value;
      }
    }
    fail("True or False expected for 'fortran_order'");
  }

  std::vector<Index> tuple() {
    std::vector<Index> extents;
    expect('(');
    while (!accept(')')) {
      extents.push_back(extent());
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return extents;
  }

  Index extent() {
    skip_blanks();
    Index value = -1;
    const char* const end = bytes_.data() + bytes_.size();
    const auto [stop, error] = std::from_chars(bytes_.data() + at_, end, value);
    if (error == std::errc::result_out_of_range) fail("an extent of the shape exceeds 2^63 - 1");
    if (error != std::errc() || value < 0) fail("extents >= 0 expected in the shape");
    at_ = static_cast<std::size_t>(stop - bytes_.data());
    return value;
  }

  std::string_view bytes_;
  std::size_t at_;
  const std::string& path_;
  std::optional<std::string> dtype_;
  std::optional<bool> fortran_order_;
  std::optional<std::vector<Index>> shape_;
};

Index byte_at(std::string_view bytes, std::size_t i) {
  return static_cast<unsigned char>(bytes[i]);
}

// 10 for version 1.0, which has two bytes for the length, 12 for 2.0 and 3.0, which have four.
Index dictionary_offset(std::string_view begin) { return begin[6] == 1 ? 10 : 12; }

}  // namespace

Index npy_header_length(std::string_view begin, const std::string& path) {
  if (begin.substr(0, magic.size()) != magic) {
    throw MalformedInput({.file = path, .offset = 0},
                         "not an .npy file: it does not begin with the bytes 93 'NUMPY'");
  }
  if (static_cast<Index>(begin.size()) < npy_preamble) {
    throw MalformedInput({.file = path}, "the file ends within the .npy header");
  }
  if (begin[6] < 1 || begin[6] > 3 || begin[7] != 0) {
    throw MalformedInput({.file = path, .offset = 6},
                         fmt::format(".npy version 1.0, 2.0 or 3.0 expected, {}.{} found",
                                     byte_at(begin, 6), byte_at(begin, 7)));
  }
  const Index offset = dictionary_offset(begin);
  Index length = 0;
  for (Index i = offset - 1; i >= 8; --i) {
    length = length * 256 + byte_at(begin, static_cast<std::size_t>(i));
  }
  if (length > npy_longest_header) {
    throw MalformedInput({.file = path, .offset = 8},
                         fmt::format("the .npy header is {} bytes long, at most {} are supported",
                                     length, npy_longest_header));
  }
  if (offset + length < npy_preamble) {
    throw MalformedInput(
        {.file = path, .offset = 8},
        fmt::format("the .npy header is {} bytes long, a dictionary expected", length));
  }
  return offset + length;
}

NpyHeader parse_npy_header(std::string_view bytes, const std::string& path) {
  if (npy_header_length(bytes, path) != static_cast<Index>(bytes.size())) {
    throw MalformedInput({.file = path}, "the file ends within the .npy header");
  }
  return DictionaryParser(bytes, dictionary_offset(bytes), path).parse();
}

std::string npy_header(std::string_view dtype, std::span<const Index> shape) {
  std::string extents;
  for (const Index extent : shape) extents += fmt::format("{}, ", extent);
  // Python's notation: (2, 3) but (2,)
  if (!extents.empty()) extents.resize(extents.size() - (shape.size() == 1 ? 1 : 2));
  std::string dictionary =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", dtype, extents);
  constexpr Index preamble = 10;
  const Index unpadded = preamble + static_cast<Index>(dictionary.size()) + 1;
  const Index length = round_up(unpadded, 64) - preamble;
  if (length > 0xffff) throw Error(Failure::internal, "an .npy header exceeds 65535 bytes");
  dictionary.resize(static_cast<std::size_t>(length) - 1, ' ');
  std::string header(magic);
  header += '\x01';
  header += '\x00';
  header += static_cast<char>(length & 0xff);
  header += static_cast<char>(length >> 8);
  return header + dictionary + '\n';
}

}  // namespace encke::io
