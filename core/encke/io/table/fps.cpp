#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/same_text.hpp>
#include <encke/comm/agree.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/host/region.hpp>
#include <encke/io/plink/plink_text.hpp>
#include <encke/io/table/fps.hpp>
#include <encke/pack/packers.hpp>
#include <optional>
#include <string_view>

namespace encke::io {
namespace {

static_assert(std::endian::native == std::endian::little, "bytes are words as they lie");

constexpr std::string_view line_expected = "hexadecimal digits, a tab and an id expected";

/// What the first reading finds.
struct FpsScan {
  Index fields = 0;
  Index first_line = 0;  ///< of the fingerprints; the others follow without a gap
  std::vector<std::string> names;
  std::vector<Index> offsets;
  FileRecord record;
};

/// Lines of a file on their way to a FpsScan.
class Scanner {
 public:
  explicit Scanner(InputFile& file) : file_(file), reader_(file) {}

  FpsScan scan() {
    for (Index offset = reader_.offset(); reader_.next(); offset = reader_.offset()) {
      const std::string_view line = reader_.line();
      if (line.empty()) {
        blank_ = blank_ == 0 ? reader_.number() : blank_;
        continue;
      }
      if (blank_ != 0) fail_at(blank_, "an empty line before others");
      if (line.front() == '#') {
        take_header(line);
      } else {
        take_fingerprint(line, offset);
      }
    }
    if (found_.names.empty()) throw MalformedInput({.file = file_.path()}, "no fingerprints");
    found_.record = file_.record();
    return std::move(found_);
  }

 private:
  [[noreturn]] void fail_at(Index line, const std::string& message) const {
    throw MalformedInput({.file = file_.path(), .line = line}, message);
  }
  [[noreturn]] void fail(const std::string& message) const { fail_at(reader_.number(), message); }

  void take_header(std::string_view line) {
    if (!found_.names.empty()) fail("a line that begins with # among the fingerprints");
    constexpr std::string_view bits = "#num_bits=";
    if (line.starts_with("#FPS") && line != "#FPS1") {
      fail(fmt::format("{} found, the version #FPS1 expected", in_quotes(line)));
    }
    if (!line.starts_with(bits)) return;
    const std::string_view text = line.substr(bits.size());
    const auto [stop, problem] =
        std::from_chars(text.data(), text.data() + text.size(), found_.fields);
    const bool whole = problem == std::errc() && stop == text.data() + text.size();
    constexpr Index most = Index{1} << 40;
    if (!whole || found_.fields < 1 || found_.fields > most) {
      fail(fmt::format("{} found, a number of bits expected", in_quotes(text)));
    }
  }

  void take_fingerprint(std::string_view line, Index offset) {
    const auto tab = line.find('\t');
    if (tab == std::string_view::npos) fail(fmt::format("no tab found, {}", line_expected));
    const std::string_view id = line.substr(tab + 1, line.find('\t', tab + 1) - tab - 1);
    if (tab == 0 || id.empty()) fail(fmt::format("an empty cell found, {}", line_expected));
    if (found_.names.empty()) begin(static_cast<Index>(tab));
    if (static_cast<Index>(tab) != digits_) {
      fail(fmt::format("{} hexadecimal digits found, {} expected as in {}", tab, digits_,
                       named_ ? "#num_bits" : "the first fingerprint"));
    }
    found_.names.emplace_back(id);
    found_.offsets.push_back(offset);
  }

  /// The first one, which has so many digits.
  void begin(Index digits) {
    named_ = found_.fields > 0;
    if (!named_) found_.fields = digits * 4;
    digits_ = divide_up(found_.fields, 8) * 2;
    found_.first_line = reader_.number();
  }

  InputFile& file_;
  LineReader reader_;
  FpsScan found_;
  Index digits_ = 0;
  Index blank_ = 0;
  bool named_ = false;  // the number of bits is
};

/// Value of a hexadecimal digit; `none` of other characters.
constexpr std::uint8_t none = 0x80;
constexpr auto digit_values = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(none);
  for (std::uint8_t i = 0; i < 10; ++i) values['0' + i] = i;
  for (std::uint8_t i = 0; i < 6; ++i) values['a' + i] = values['A' + i] = 10 + i;
  return values;
}();

constexpr std::uint64_t each_byte = 0x0101010101010101ULL;

/// True if all eight characters are hexadecimal digits. Sums do not reach the next byte, as none is
/// above 0x7f.
bool are_digits(std::uint64_t text) {
  const std::uint64_t small = text | 0x20 * each_byte;
  const std::uint64_t digit = (text + 0x50 * each_byte) & ~(text + 0x46 * each_byte);
  const std::uint64_t letter = (small + 0x1f * each_byte) & ~(small + 0x19 * each_byte);
  return (text & 0x80 * each_byte) == 0 &&
         ((digit | letter) & 0x80 * each_byte) == 0x80 * each_byte;
}

/// The four bytes that eight digits are, the first in the lowest byte.
std::uint32_t bytes_of(std::uint64_t text) {
  const std::uint64_t values = (text & 0x0f * each_byte) + 9 * ((text >> 6) & each_byte);
  std::uint64_t bytes = (values << 4 | values >> 8) & 0x00ff00ff00ff00ffULL;
  bytes = (bytes | bytes >> 8) & 0x0000ffff0000ffffULL;
  return static_cast<std::uint32_t>(bytes | bytes >> 16);
}

/// Bytes of as many pairs of digits; false where there are other characters.
bool decode(std::string_view digits, std::uint8_t* out) {
  const std::size_t pairs = digits.size() / 2;
  bool right = true;
  std::size_t i = 0;
  for (; i + 4 <= pairs; i += 4) {
    const auto text = word_at<std::uint64_t>(digits, 2 * i);
    right = right && are_digits(text);
    const std::uint32_t bytes = bytes_of(text);
    std::memcpy(out + i, &bytes, sizeof bytes);
  }
  std::uint8_t wrong = 0;
  const auto* const at = reinterpret_cast<const std::uint8_t*>(digits.data());
  for (; i < pairs; ++i) {
    const std::uint8_t high = digit_values[at[2 * i]];
    const std::uint8_t low = digit_values[at[2 * i + 1]];
    wrong |= high | low;
    out[i] = static_cast<std::uint8_t>(high << 4 | low);
  }
  return right && (wrong & none) == 0;
}

/// The bits from `first` on of `from`, as the words of `to`; `from` has a word more.
void shift(const std::vector<std::uint64_t>& from, Index first, std::vector<std::uint64_t>& to) {
  const auto skipped = idx(first / 64);
  const auto bits = static_cast<unsigned>(first % 64);
  for (std::size_t w = 0; w < to.size(); ++w) {
    const std::uint64_t above = bits == 0 ? 0 : from[skipped + w + 1] << (64 - bits);
    to[w] = from[skipped + w] >> bits | above;
  }
}

class FpsSource final : public Source {
 public:
  FpsSource(InputFile file, FpsScan scan)
      : Source({.element = Element::bit,
                .vectors = std::ssize(scan.names),
                .fields = scan.fields,
                .vectors_in_file = std::ssize(scan.names),
                .fields_in_file = scan.fields,
                .names = std::move(scan.names)}),
        file_(std::move(file)),
        first_line_(scan.first_line),
        offsets_(std::move(scan.offsets)),
        record_(std::move(scan.record)) {}

  // Every rank has read it all.
  std::vector<FileRecord> files(const Communicator& /*world*/) override { return {record_}; }
  SourceCosts costs() const override {
    SourceCosts costs = Source::costs();
    costs.held += std::ssize(offsets_) * Index{sizeof(Index)};
    costs.slow_again = true;
    return costs;
  }

 private:
  /// What reads from this vector on: see TableSource.
  LineReader& reader_at(Index vector) {
    const Index offset = offsets_[idx(vector)];
    const Index lines = first_line_ + vector - 1;
    reader_ ? reader_->move_to(offset, lines) : void(reader_.emplace(file_, offset, lines));
    return *reader_;
  }

  PackedVectors read_range(const ReadRange& part) override {
    const Region region("pack");
    auto vectors = pack::bits(part.vectors.size(), part.fields.size());
    LineReader& reader = reader_at(part.vectors.begin);
    std::vector<std::uint64_t> all(idx(divide_up(fields(), 64) + 1));
    std::vector<std::uint64_t> wanted(idx(divide_up(part.fields.size(), 64)));
    for (Index v = 0; v < part.vectors.size(); ++v) {
      read_bits(reader, all);
      shift(all, part.fields.begin, wanted);
      if (const Index left = part.fields.size() % 64; left != 0) {
        wanted.back() &= (std::uint64_t{1} << left) - 1;
      }
      pack::set_bit_words(vectors, v, wanted);
    }
    return vectors;
  }

  void read_bits(LineReader& reader, std::vector<std::uint64_t>& words) const {
    const Index bytes = divide_up(fields(), 8);
    const auto digits = idx(bytes * 2);
    if (!reader.next() || reader.line().size() <= digits || reader.line()[digits] != '\t') {
      throw Error(Failure::read, file_.path() + ": the file changed while it was read");
    }
    const std::string_view text = reader.line().substr(0, digits);
    auto* const out = reinterpret_cast<std::uint8_t*>(words.data());
    if (!decode(text, out)) {
      const auto at = text.find_first_not_of("0123456789abcdefABCDEF");
      fail(reader, static_cast<Index>(at) + 1,
           fmt::format("{} found, a hexadecimal digit expected", in_quotes(text.substr(at, 1))));
    }
    if (fields() % 8 != 0 && out[bytes - 1] >> (fields() % 8) != 0) {
      fail(reader, bytes * 2 - 1, fmt::format("bits behind the last of {} are set", fields()));
    }
  }

  [[noreturn]] void fail(const LineReader& reader, Index column, const std::string& message) const {
    throw MalformedInput({.file = file_.path(), .line = reader.number(), .column = column},
                         message);
  }

  InputFile file_;
  Index first_line_;
  std::vector<Index> offsets_;
  FileRecord record_;
  std::optional<LineReader> reader_;
};

/// A result would not say which of two fingerprints with one id it means.
void refuse_duplicates(const InputFile& file, const FpsScan& found) {
  const Duplicates same = find_duplicates(found.names);
  if (same.count == 0) return;
  const auto line_of = [&](auto name) { return found.first_line + (name - found.names.begin()); };
  const auto first = std::ranges::find(found.names, same.first);
  const auto second = std::find(first + 1, found.names.end(), same.first);
  throw MalformedInput({.file = file.path(), .line = line_of(second)},
                       fmt::format("id {} found, which line {} has, too: ids that differ expected",
                                   in_quotes(same.first), line_of(first)));
}

}  // namespace

std::unique_ptr<Source> open_fps(const std::string& path, const Communicator& world) {
  std::unique_ptr<Source> source;
  agree(world, [&] {
    InputFile file(path);
    FpsScan found = Scanner(file).scan();
    refuse_duplicates(file, found);
    source = std::make_unique<FpsSource>(std::move(file), std::move(found));
  });
  return source;
}

}  // namespace encke::io
