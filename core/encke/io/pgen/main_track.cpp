#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/io/pgen/main_track.hpp>

namespace encke::io {
namespace {

constexpr std::uint64_t even = 0x5555555555555555ULL;
constexpr Index group_size = 64;  // of the samples of a list of differences

/// The codes of a .bed for 0 REF/REF, 1 REF/ALT, 2 ALT/ALT, 3 missing.
constexpr std::array<std::uint8_t, 4> bed_code = {3, 2, 0, 1};

/// Calls work(word) with the codes in words of 32; `codes` has whole words.
template <class Work>
void change_words(std::vector<std::uint8_t>& codes, Work work) {
  for (std::size_t at = 0; at < codes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, codes.data() + at, 8);
    word = work(word);
    std::memcpy(codes.data() + at, &word, 8);
  }
}

/// The codes of eight samples for each byte of a bit array that tells the lower from the higher of
/// two categories.
using EightCodes = std::array<std::uint16_t, 256>;

constexpr EightCodes eight_codes(unsigned lower, unsigned higher) {
  EightCodes table{};
  for (unsigned bits = 0; bits < 256; ++bits) {
    unsigned codes = 0;
    for (unsigned s = 0; s < 8; ++s) {
      codes |= static_cast<unsigned>(bed_code[(bits >> s & 1) != 0 ? higher : lower]) << 2 * s;
    }
    table[bits] = static_cast<std::uint16_t>(codes);
  }
  return table;
}

constexpr std::array<EightCodes, 6> tables = {eight_codes(0, 1), eight_codes(0, 2),
                                              eight_codes(0, 3), eight_codes(1, 2),
                                              eight_codes(1, 3), eight_codes(2, 3)};

/// Codes for the first byte of a record of type 1; null: it stands for no pair.
const EightCodes* table_of(unsigned pair) {
  constexpr std::array<std::uint8_t, 6> pairs = {1, 2, 3, 5, 6, 9};
  const auto* const found = std::find(pairs.begin(), pairs.end(), pair);
  return found == pairs.end() ? nullptr : &tables[idx(found - pairs.begin())];
}

/// Bytes of a sample's number. The specification (draft) has one byte for 256 samples, too, and so
/// on; but PLINK 2 writes and reads as many as the number of samples itself needs.
Index bytes_of_ids(Index samples) {
  Index bytes = 1;
  while (samples >> 8 * bytes != 0) ++bytes;
  return bytes;
}

/// The codes of a value 0 to 3 at each of the four places in a byte. Shifts by a variable take
/// longer than to look them up.
constexpr auto placed_codes = [] {
  std::array<std::array<std::uint8_t, 4>, 4> table{};
  for (unsigned place = 0; place < 4; ++place) {
    for (unsigned value = 0; value < 4; ++value) {
      table[place][value] = static_cast<std::uint8_t>(bed_code[value] << 2 * place);
    }
  }
  return table;
}();

void set_value(std::uint8_t* codes, std::uint64_t sample, unsigned value) {
  constexpr std::array<std::uint8_t, 4> others = {0xfc, 0xf3, 0xcf, 0x3f};
  std::uint8_t& byte = codes[sample / 4];
  byte = static_cast<std::uint8_t>((byte & others[sample % 4]) | placed_codes[sample % 4][value]);
}

}  // namespace

/// What is left of a record.
class MainTrack::Bytes {
 public:
  Bytes(const std::string& path, const PgenRecord& record)
      : path_(path), record_(record), at_(record.bytes.data()), end_(at_ + record.bytes.size()) {}

  const std::uint8_t* at() const { return at_; }
  Index left() const { return end_ - at_; }
  void move_to(const std::uint8_t* at) { at_ = at; }

  const std::uint8_t* next(Index count) {
    if (count > left()) refuse(end_, "the record ends within the genotypes");
    const std::uint8_t* const bytes = at_;
    at_ += count;
    return bytes;
  }

  /// A number of seven bits a byte, the lowest first.
  Index number() {
    Index value = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
      const Index byte = *next(1);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    refuse(at_ - 1, "a number of more than 32 bits");
  }

  /// Unused bits after the last of some codes or flags, of which `used` bits are used.
  void check_padding(const std::uint8_t* bytes, Index used) const {
    if (used % 8 == 0) return;
    const std::uint8_t* const last = bytes + used / 8;
    if (*last >> used % 8 != 0) refuse(last, "bits after the last sample are not 0");
  }

  [[noreturn]] void refuse(const std::uint8_t* at, const std::string& what) const {
    throw MalformedInput({.file = path_, .offset = record_.offset + (at - record_.bytes.data())},
                         fmt::format("variant {}: {}", record_.variant + 1, what));
  }

 private:
  const std::string& path_;
  const PgenRecord& record_;
  const std::uint8_t* at_;
  const std::uint8_t* end_;
};

MainTrack::MainTrack(std::string path, Index samples)
    : path_(std::move(path)),
      samples_(samples),
      base_(idx(8 * divide_up(samples, 32))),
      derived_(base_.size()) {}

const std::uint8_t* MainTrack::decode(const PgenRecord& record) {
  Bytes bytes(path_, record);
  const unsigned form = record.type & 7;
  const bool differs = (form & 6) == 2;
  std::vector<std::uint8_t>& codes = differs ? derived_ : base_;
  if (form == 0) {
    decode_plain(bytes);
  } else if (form == 1) {
    decode_two_common(bytes);
  } else if (differs) {
    derived_ = base_;
  } else {  // of 4, 6, 7 all samples but a few are in the category 0, 2, 3
    constexpr std::array<std::uint8_t, 4> all = {0xff, 0xaa, 0x00, 0x55};
    std::fill(base_.begin(), base_.end(), all[form - 4]);
  }
  if (form != 0) apply_differences(bytes, codes);
  if (form == 3) {  // inverted: two copies of the one allele for two of the other
    change_words(codes, [](std::uint64_t word) { return word ^ (~(word ^ word >> 1) & even) * 3; });
  }
  // other tracks may follow only where the type says so
  if (record.type < 8 && bytes.left() > 0) {
    bytes.refuse(bytes.at(), fmt::format("{} bytes after the genotypes", bytes.left()));
  }
  return codes.data();
}

void MainTrack::decode_plain(Bytes& bytes) {
  const Index size = divide_up(samples_, 4);
  const std::uint8_t* const codes = bytes.next(size);
  bytes.check_padding(codes, 2 * samples_);
  std::memcpy(base_.data(), codes, idx(size));
  change_words(base_, [](std::uint64_t word) {
    const std::uint64_t low = word & even;
    const std::uint64_t high = word >> 1 & even;
    return (high ^ even) << 1 | (low ^ high ^ even);
  });
}

void MainTrack::decode_two_common(Bytes& bytes) {
  const std::uint8_t* const pair = bytes.next(1);
  const EightCodes* const table = table_of(*pair);
  if (table == nullptr) {
    bytes.refuse(pair,
                 fmt::format("{} found, 1, 2, 3, 5, 6 or 9 expected for the two genotypes", *pair));
  }
  const Index size = divide_up(samples_, 8);
  const std::uint8_t* const flags = bytes.next(size);
  bytes.check_padding(flags, samples_);
  for (Index b = 0; b < size; ++b) {
    std::memcpy(base_.data() + 2 * b, &(*table)[flags[b]], 2);
  }
}

void MainTrack::apply_differences(Bytes& bytes, std::vector<std::uint8_t>& codes) const {
  const std::uint8_t* const begin = bytes.at();
  const Index count = bytes.number();
  if (count == 0) return;
  if (count > samples_) {
    bytes.refuse(begin, fmt::format("{} differences of {} samples", count, samples_));
  }
  const Index groups = divide_up(count, group_size);
  const Index id_bytes = bytes_of_ids(samples_);
  const std::uint8_t* const ids = bytes.next(groups * id_bytes);
  const std::uint8_t* const sizes = bytes.next(groups - 1);
  const std::uint8_t* const values = bytes.next(divide_up(count, 4));
  bytes.check_padding(values, 2 * count);
  Index least = 0;  // of the next sample
  for (Index g = 0; g < groups; ++g) {
    Index sample = 0;
    for (Index b = id_bytes; b-- > 0;) sample = sample << 8 | ids[g * id_bytes + b];
    if (sample < least || sample >= samples_) {
      bytes.refuse(ids + g * id_bytes, fmt::format("sample {} found, {} to {} expected", sample + 1,
                                                   least + 1, samples_));
    }
    const std::uint8_t* const from = bytes.at();
    const Index in_group = std::min(group_size, count - g * group_size);
    least = 1 + apply_group(bytes, sample, in_group, values + g * group_size / 4, codes.data());
    if (g + 1 < groups && bytes.at() - from != sizes[g] + 63) {
      bytes.refuse(sizes + g,
                   fmt::format("a group of {} bytes, {} found", sizes[g] + 63, bytes.at() - from));
    }
  }
}

Index MainTrack::apply_group(Bytes& bytes, Index sample, Index count, const std::uint8_t* values,
                             std::uint8_t* codes) const {
  const Index samples = samples_;
  // Of its own: what is written to the codes might be the place in `bytes`, for all the compiler
  // knows.
  const std::uint8_t* at = bytes.at();
  const std::uint8_t* const end = at + bytes.left();
  unsigned four = 0;  // values to come, of four samples
  for (Index i = 0;; ++i) {
    if (i % 4 == 0) four = *values++;
    set_value(codes, static_cast<std::uint64_t>(sample), four & 3);
    four >>= 2;
    if (i + 1 == count) break;
    const std::uint8_t* const from = at;
    Index step = 0;
    if (at < end && *at < 0x80) {  // nearly always
      step = *at++;
    } else {
      bytes.move_to(at);
      step = bytes.number();
      at = bytes.at();
    }
    sample += step;
    if (step == 0 || sample >= samples) {
      bytes.refuse(from, fmt::format("sample {} after {}, a later one up to {} expected",
                                     sample + 1, sample - step + 1, samples));
    }
  }
  bytes.move_to(at);
  return sample;
}

}  // namespace encke::io
