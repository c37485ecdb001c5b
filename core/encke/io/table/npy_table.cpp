#include <fmt/format.h>

#include <array>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/comm/agree.hpp>
#include <encke/file/npy_header.hpp>
#include <encke/io/rows/real_rows.hpp>
#include <encke/io/table/table.hpp>
#include <limits>
#include <string_view>
#include <utility>

namespace encke::io {
namespace {

constexpr std::array<std::pair<std::string_view, NumberType>, 10> number_types = {{
    {"f4", NumberType::f4},
    {"f8", NumberType::f8},
    {"i1", NumberType::i1},
    {"i2", NumberType::i2},
    {"i4", NumberType::i4},
    {"i8", NumberType::i8},
    {"u1", NumberType::u1},
    {"u2", NumberType::u2},
    {"u4", NumberType::u4},
    {"u8", NumberType::u8},
}};

NpyHeader read_header(InputFile& file) {
  std::string bytes(static_cast<std::size_t>(npy_preamble), '\0');
  const auto read = [&](std::size_t from) {
    return from + file.read_next(std::as_writable_bytes(std::span(bytes)).subspan(from));
  };
  bytes.resize(read(0));
  const Index length = npy_header_length(bytes, file.path());
  const std::size_t preamble = bytes.size();
  bytes.resize(static_cast<std::size_t>(length));
  bytes.resize(read(preamble));
  return parse_npy_header(bytes, file.path());
}

NumberType number_type(const NpyHeader& header, const std::string& path) {
  const std::string_view dtype = header.dtype;
  const auto refuse = [&](std::string_view what) {
    return MalformedInput(
        {.file = path},
        fmt::format("dtype {} found{}, little-endian float32, float64 or integers of 8 to 64 bits "
                    "expected",
                    in_quotes(dtype), what));
  };
  if (dtype.size() < 2) throw refuse("");
  if (dtype[1] == 'O') throw refuse(" (Python objects)");
  for (const auto& [name, type] : number_types) {
    if (dtype.substr(1) != name) continue;
    const bool one_byte = size_of(type) == 1;
    if (dtype[0] == '>' && !one_byte) throw refuse(" (big-endian)");
    if (dtype[0] == '<' || one_byte) return type;
  }
  throw refuse("");
}

// Checks shape and file size, without overflow, before anything is allocated.
StoredMatrix matrix_of(const NpyHeader& header, const InputFile& file) {
  const std::string& path = file.path();
  const NumberType type = number_type(header, path);
  if (header.shape.size() != 2) {
    throw MalformedInput({.file = path}, fmt::format("an array of {} dimensions found, 2 expected",
                                                     header.shape.size()));
  }
  const Index rows = header.shape[0];
  const Index fields = header.shape[1];
  if (rows == 0 || fields == 0) {
    throw MalformedInput({.file = path}, fmt::format("a shape of {} x {} found, at least 1 x 1 "
                                                     "expected",
                                                     rows, fields));
  }
  const Index data_bytes = file.size() - header.data_offset;
  const Index numbers = data_bytes / size_of(type);
  // rows * fields == numbers, without a product that could overflow
  if (data_bytes % size_of(type) != 0 || numbers % fields != 0 || numbers / fields != rows) {
    throw MalformedInput({.file = path},
                         fmt::format("{} bytes found after the header, {} x {} numbers of {} bytes "
                                     "expected",
                                     data_bytes, rows, fields, size_of(type)));
  }
  return {type, rows, fields, header.data_offset, header.fortran_order};
}

class NpySource final : public Source {
 public:
  NpySource(InputFile file, const StoredMatrix& matrix, Element element, bool alone)
      : Source(numbered(element, matrix.vectors, matrix.fields)),
        file_(std::move(file)),
        matrix_(matrix),
        alone_(alone) {}

  std::vector<FileRecord> files(const Communicator& world) override {
    return {record_of(file_, world)};
  }

 private:
  PackedVectors read_range(const ReadRange& part) override {
    return pack_matrix(file_, matrix_, element(), part, alone_ && !file_.is_digested());
  }

  InputFile file_;
  StoredMatrix matrix_;
  bool alone_;
};

}  // namespace

StoredMatrix npy_matrix(InputFile& file) { return matrix_of(read_header(file), file); }

std::unique_ptr<Source> open_npy(const std::string& path, Element element,
                                 const Communicator& world) {
  std::unique_ptr<Source> source;
  agree(world, [&] {
    InputFile file(path);
    const StoredMatrix matrix = npy_matrix(file);
    source = std::make_unique<NpySource>(std::move(file), matrix, element, world.size() == 1);
  });
  return source;
}

}  // namespace encke::io
