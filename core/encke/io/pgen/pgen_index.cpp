#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/io/pgen/pgen_index.hpp>
#include <numeric>
#include <span>

namespace encke::io {
namespace {

constexpr Index fixed_bytes = 12;  // before what depends on the numbers

std::uint64_t little_endian(const std::uint8_t* at, Index bytes) {
  std::uint64_t value = 0;
  for (Index b = bytes; b-- > 0;) value = value << 8 | at[b];
  return value;
}

}  // namespace

/// Reads a header from front to back.
class PgenIndex::Header {
 public:
  explicit Header(InputFile& file) : file_(file) {
    const auto first = next(fixed_bytes);
    mode = first[2];
    variants = static_cast<Index>(little_endian(&first[3], 4));
    samples = static_cast<Index>(little_endian(&first[7], 4));
    form = first[11];
  }

  /// The next bytes; valid until the next call.
  std::span<const std::uint8_t> next(Index bytes) {
    if (bytes > file_.size() - at_) {
      throw MalformedInput(
          {.file = file_.path()},
          fmt::format("the file ends within the header: {} bytes found, at least {} expected",
                      file_.size(), at_ + bytes));
    }
    buffer_.resize(idx(bytes));
    file_.read_in_passing(at_, std::as_writable_bytes(std::span(buffer_)));
    at_ += bytes;
    return buffer_;
  }

  [[noreturn]] void refuse(Index offset, const std::string& message) const {
    throw MalformedInput({.file = file_.path(), .offset = offset}, message);
  }

  Index at() const { return at_; }
  const InputFile& file() const { return file_; }
  bool wide_types() const { return (form & 0x0f) >= 4; }
  Index length_bytes() const { return (form & 3) + 1; }
  Index allele_bytes() const { return form >> 4 & 3; }
  bool has_flags() const { return form >> 6 == 3; }
  /// Bytes of the header that describe some records.
  Index description_bytes(Index records) const {
    return (wide_types() ? records : divide_up(records, 2)) +
           records * (length_bytes() + allele_bytes()) + (has_flags() ? divide_up(records, 8) : 0);
  }

  unsigned mode = 0;
  Index variants = 0;
  Index samples = 0;
  unsigned form = 0;

 private:
  InputFile& file_;
  Index at_ = 0;
  std::vector<std::uint8_t> buffer_;
};

PgenIndex::PgenIndex(InputFile& file, InputFile* index_file, PgenShape shape) : shape_(shape) {
  Header header(index_file != nullptr ? *index_file : file);
  const unsigned mode = storage_mode(file);
  const unsigned expected = index_file != nullptr ? mode + 0x10 : mode;
  if (header.mode != expected) {
    header.refuse(2, fmt::format("{:#04x} found, {:#04x} expected: the index of a .pgen",
                                 header.mode, expected));
  }
  if (header.variants != shape.variants) {
    header.refuse(3, fmt::format("{} variants in the header, {} in the file of variants",
                                 header.variants, shape.variants));
  }
  if (header.samples != shape.samples) {
    header.refuse(7, fmt::format("{} samples in the header, {} in the file of samples",
                                 header.samples, shape.samples));
  }
  if ((header.form & 0x0f) > (mode < 0x10 ? 0 : 7)) {
    header.refuse(11, fmt::format("{:#04x} found: an unknown form of header", header.form));
  }
  if (mode < 0x10) {
    read_fixed(header, mode);
  } else {
    read_blocks(header);
    check_places(file, index_file != nullptr ? 3 : header.at(), mode == 0x10);
  }
}

void PgenIndex::read_fixed(Header& header, unsigned mode) {
  const Index dosage_bytes = mode == 0x02 ? 0 : mode == 0x03 ? 2 : 4;
  fixed_type_ = mode == 0x02 ? 0x00 : mode == 0x03 ? 0x40 : 0xc0;
  fixed_length_ = divide_up(samples(), 4) + dosage_bytes * samples();
  const Index begin = fixed_bytes + (header.has_flags() ? divide_up(variants(), 8) : 0);
  const Index size = header.file().size();
  if (size != begin + variants() * fixed_length_) {
    throw MalformedInput(
        {.file = header.file().path()},
        fmt::format("{} bytes found, {} expected for {} variants and {} samples", size,
                    begin + variants() * fixed_length_, variants(), samples()));
  }
  header.next(begin - fixed_bytes);
  blocks_ = {begin};
}

void PgenIndex::read_blocks(Header& header) {
  const Index count = divide_up(variants(), block);
  const Index last = variants() - (count - 1) * block;
  const Index size = fixed_bytes + 8 * count + (count - 1) * header.description_bytes(block) +
                     header.description_bytes(last);
  if (size > header.file().size()) {
    throw MalformedInput(
        {.file = header.file().path()},
        fmt::format("{} bytes found, at least {} expected for the header of {} variants",
                    header.file().size(), size, variants()));
  }
  const auto places = header.next(8 * count);
  for (Index b = 0; b < count; ++b) {
    const std::uint64_t place = little_endian(&places[idx(8 * b)], 8);
    if (place >> 62 != 0) header.refuse(fixed_bytes + 8 * b, "a place beyond the end of the file");
    blocks_.push_back(static_cast<Index>(place));
  }
  types_.reserve(idx(variants()));
  lengths_.reserve(idx(variants()));
  for (Index b = 0; b < count; ++b) read_block(header, b);
}

void PgenIndex::read_block(Header& header, Index number) {
  const Index records = std::min(block, variants() - number * block);
  const Index begin = header.at();
  const auto bytes = header.next(header.description_bytes(records));
  for (Index r = 0; r < records; ++r) {
    const unsigned type =
        header.wide_types() ? bytes[idx(r)] : bytes[idx(r / 2)] >> 4 * (r % 2) & 15;
    if ((type & 7) == 5) {
      header.refuse(begin + (header.wide_types() ? r : r / 2),
                    fmt::format("variant {} has a record of type 5, which is reserved",
                                number * block + r + 1));
    }
    types_.push_back(static_cast<std::uint8_t>(type));
  }
  if (is_difference(types_[idx(number * block)])) {
    header.refuse(begin, fmt::format("variant {}, the first of a block, refers to the one before",
                                     number * block + 1));
  }
  const Index wide = header.length_bytes();
  const std::uint8_t* at = bytes.data() + (header.wide_types() ? records : divide_up(records, 2));
  for (Index r = 0; r < records; ++r, at += wide) {
    lengths_.push_back(static_cast<std::uint32_t>(little_endian(at, wide)));
  }
}

void PgenIndex::check_places(const InputFile& file, Index least, bool ends_with_file) const {
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    const Index first = static_cast<Index>(b) * block;
    const auto from = lengths_.begin() + first;
    const auto to = lengths_.begin() + std::min(first + block, variants());
    const Index end = blocks_[b] + std::accumulate(from, to, Index{0});
    const bool last = b + 1 == blocks_.size();
    const Index next = last ? file.size() : blocks_[b + 1];
    if (blocks_[b] >= least && (last && !ends_with_file ? end <= next : end == next)) {
      least = end;
      continue;
    }
    throw MalformedInput(
        {.file = file.path()},
        fmt::format("the records of the variants from {} on lie in the bytes {} to {} by the "
                    "header, {} to {} expected",
                    first + 1, blocks_[b], end, least, next));
  }
}

Index PgenIndex::offset(Index variant) const {
  if (types_.empty()) return blocks_.front() + variant * fixed_length_;
  const auto first = lengths_.begin() + variant / block * block;
  return std::accumulate(first, lengths_.begin() + variant, blocks_[idx(variant / block)]);
}

Index PgenIndex::first_needed(Index variant) const {
  while (is_difference(type(variant))) --variant;
  return variant;
}

unsigned storage_mode(const InputFile& file) {
  std::array<std::uint8_t, 3> magic{};
  const Index found = std::min<Index>(file.size(), 3);
  if (found == 0) throw MalformedInput({.file = file.path()}, "the file is empty");
  file.read_at(0, std::as_writable_bytes(std::span(magic)).first(idx(found)));
  const unsigned mode = magic[2];
  if (found < 3 || magic[0] != 0x6c || magic[1] != 0x1b) {
    throw MalformedInput(
        {.file = file.path(), .offset = 0},
        fmt::format("not a .pgen: 6c 1b expected, {:02x} {:02x} found", magic[0], magic[1]));
  }
  if (mode == 0x00) {
    throw MalformedInput({.file = file.path(), .offset = 2},
                         "the file is sample-major (6c 1b 00); PLINK 2 --make-pgen converts it");
  }
  const bool known = mode <= 0x04 || mode == 0x10 || mode == 0x11 || has_index_file(mode);
  if (!known) {
    throw MalformedInput({.file = file.path(), .offset = 2},
                         fmt::format("{:#04x} found: an unknown storage mode of a .pgen", mode));
  }
  return mode;
}

}  // namespace encke::io
