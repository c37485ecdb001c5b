#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cstring>
#include <encke/base/index.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/io/vcf/calls.hpp>
#include <limits>

namespace encke::io {
namespace {

static_assert(std::endian::native == std::endian::little, "calls are loaded as 64-bit words");

// Codes of a .bed. They follow from the copies of A1: 3, 2 and 0 for 0, 1 and 2.
constexpr std::uint8_t missing_code = 1;
constexpr std::uint64_t code_of_copies(std::uint64_t copies) { return 3 - copies - (copies >> 1); }

constexpr Index missing_allele = -1;
constexpr Index no_allele = -2;

/// A call's two alleles; a haploid call has no second one.
struct Call {
  Index first = missing_allele;
  Index second = no_allele;
};

std::uint8_t code_of(Call call, Index sample, const CallSite& site, CallRules& rules) {
  if (call.first > site.alts || call.second > site.alts) {
    site.refuse(sample, fmt::format("allele {} found, 0 to {} expected",
                                    std::max(call.first, call.second), site.alts));
  }
  if (call.first == missing_allele && call.second < 0) return missing_code;
  if (call.second == missing_allele || call.first == missing_allele) {
    Index& unknown = call.first == missing_allele ? call.first : call.second;
    const Index known = call.first == missing_allele ? call.second : call.first;
    ++rules.half_calls;
    switch (rules.half_call) {
      case HalfCall::error:
        site.refuse(sample,
                    "half a call, of which one allele is missing; --vcf-half-call says what it "
                    "is to be");
        break;
      case HalfCall::missing:
        return missing_code;
      case HalfCall::haploid:
        unknown = known;
        break;
      case HalfCall::reference:
        unknown = 0;
        break;
    }
  } else if (call.second == no_allele) {
    ++rules.haploid_calls;
    call.second = call.first;
  }
  const int copies = (call.first > 0 ? 1 : 0) + (call.second > 0 ? 1 : 0);
  return static_cast<std::uint8_t>(code_of_copies(static_cast<std::uint64_t>(copies)));
}

/// Takes the codes of a row one after another.
class RowWriter {
 public:
  explicit RowWriter(std::uint8_t* row) : row_(row) {}

  bool at_byte() const { return filled_ == 0; }
  void add(std::uint8_t code) {
    byte_ |= static_cast<std::uint8_t>(code << filled_);
    filled_ += 2;
    if (filled_ == 8) flush();
  }
  /// Four codes, where at_byte().
  void add_byte(std::uint64_t codes) { *row_++ = static_cast<std::uint8_t>(codes); }
  void flush() {
    if (filled_ > 0) *row_++ = byte_;
    byte_ = 0;
    filled_ = 0;
  }

 private:
  std::uint8_t* row_;
  std::uint8_t byte_ = 0;
  int filled_ = 0;
};

std::uint64_t load(const void* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

// Two calls of four characters each, such as "0/1\t": the letters of both alleles are in `letters`.
constexpr std::uint64_t letters = 0x00ff00ff00ff00ffULL;
constexpr std::uint64_t slash_and_tab = 0x09002f0009002f00ULL;
constexpr std::uint64_t pipe_and_tab = 0x09007c0009007c00ULL;
constexpr std::uint64_t zeros = 0x0030003000300030ULL;  // the letter 0
constexpr std::uint64_t ones = 0x0001000100010001ULL;

/// Their codes in bits 0 and 32, and `plain` stays true if alleles are 0 and 1 alone.
std::uint64_t codes_of_two(std::uint64_t calls, bool& plain, bool& phased) {
  const std::uint64_t between = calls & ~letters;
  const std::uint64_t alleles = (calls & letters) ^ zeros;
  plain = plain && (between == slash_and_tab || between == pipe_and_tab) && (alleles & ~ones) == 0;
  phased = phased || between == pipe_and_tab;
  const std::uint64_t copies = (alleles + (alleles >> 16)) & 0x0000000300000003ULL;
  return 0x0000000300000003ULL - copies - ((copies >> 1) & 0x0000000100000001ULL);
}

/// A number, or a dot; takes it off the text.
bool take_allele(std::string_view& text, Index& allele) {
  if (text.starts_with('.')) {
    allele = missing_allele;
    text.remove_prefix(1);
    return true;
  }
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || number < 0) return false;
  allele = number;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

Call read_call(std::string_view text, Index sample, const CallSite& site, bool& phased) {
  const std::string_view all = text;
  Call call;
  const auto separated = [&] { return text.starts_with('/') || text.starts_with('|'); };
  bool good = take_allele(text, call.first);
  if (good && separated()) {
    const bool pipe = text.front() == '|';
    text.remove_prefix(1);
    good = take_allele(text, call.second);
    phased = phased || (pipe && call.second >= 0);
  }
  if (good && separated()) {
    site.refuse(sample,
                fmt::format("call {}: more than two alleles, one or two expected", in_quotes(all)));
  }
  if (!good || !text.empty()) {
    site.refuse(sample, fmt::format("call {} found, one such as 0/1 expected", in_quotes(all)));
  }
  return call;
}

/// Field number `field` of a column; missing where the column ends before.
std::string_view field_of(std::string_view column, Index field) {
  for (; field > 0; --field) {
    const std::size_t colon = column.find(':');
    if (colon == std::string_view::npos) return ".";
    column.remove_prefix(colon + 1);
  }
  return column.substr(0, column.find(':'));
}

/// The number at a place of a BCF's GT: an allele.
Index allele_of(const std::uint8_t* at, Index width) {
  std::int32_t number = 0;
  if (width == 1) {
    number = static_cast<std::int8_t>(*at);
    if (number == std::numeric_limits<std::int8_t>::min() + 1) return no_allele;
  } else if (width == 2) {
    std::int16_t half = 0;
    std::memcpy(&half, at, sizeof half);
    number = half;
    if (number == std::numeric_limits<std::int16_t>::min() + 1) return no_allele;
  } else {
    std::memcpy(&number, at, sizeof number);
    if (number == std::numeric_limits<std::int32_t>::min() + 1) return no_allele;
  }
  return number < 2 ? missing_allele : (number >> 1) - 1;
}

/// Codes of four diploid calls of a byte an allele; false unless all alleles are 0 or 1.
bool read_four(std::uint64_t calls, std::uint64_t& codes) {
  constexpr std::uint64_t low = 0x0101010101010101ULL;
  const std::uint64_t numbers = (calls >> 1) & 0x7f7f7f7f7f7f7f7fULL;  // 1 and 2 for 0 and 1
  if (((numbers & ~(3 * low)) | (calls & (low << 7))) != 0) return false;
  if (((numbers ^ (numbers >> 1)) & low) != low) return false;
  const std::uint64_t alleles = (numbers >> 1) & low;
  const std::uint64_t copies = (alleles + (alleles >> 8)) & (3 * ones);
  const std::uint64_t four = 3 * ones - copies - ((copies >> 1) & ones);
  codes = four | four >> 14 | four >> 28 | four >> 42;
  return true;
}

}  // namespace

void set_missing(Index samples, std::uint8_t* row) {
  RowWriter writer(row);
  for (Index s = 0; s < samples; ++s) writer.add(missing_code);
  writer.flush();
}

bool read_text_calls(std::string_view columns, Index field, Index samples, const CallSite& site,
                     CallRules& rules, std::uint8_t* row) {
  RowWriter writer(row);
  bool phased = false;
  const char* at = columns.data();
  const char* const end = at + columns.size();
  const bool simple = field == 0;
  Index s = 0;
  while (s < samples) {
    if (simple && writer.at_byte() && s + 4 <= samples) {
      // most records have nothing but four characters a sample
      while (end - at > 16 && s + 4 <= samples) {
        bool plain = true;
        bool pipes = phased;
        const std::uint64_t low = codes_of_two(load(at), plain, pipes);
        const std::uint64_t high = codes_of_two(load(at + 8), plain, pipes);
        if (!plain) break;
        phased = pipes;
        writer.add_byte(low | low >> 30 | high << 4 | high >> 26);
        at += 16;
        s += 4;
      }
      if (s == samples) break;
    }
    const auto* tab = static_cast<const char*>(std::memchr(at, '\t', idx(end - at)));
    const bool last = s + 1 == samples;
    if (last != (tab == nullptr)) {
      site.refuse(s, fmt::format("the record {}, {} expected", last ? "goes on" : "ends here",
                                 last ? "its end" : "a column for each sample"));
    }
    const std::string_view column(at, idx((last ? end : tab) - at));
    writer.add(code_of(read_call(field_of(column, field), s, site, phased), s, site, rules));
    at = last ? end : tab + 1;
    ++s;
  }
  writer.flush();
  return phased;
}

bool read_binary_calls(std::span<const std::uint8_t> numbers, Index width, Index ploidy,
                       Index samples, const CallSite& site, CallRules& rules, std::uint8_t* row) {
  constexpr std::uint64_t phase_bits = 0x0100010001000100ULL;  // of second alleles
  RowWriter writer(row);
  std::uint64_t phases = 0;
  const std::uint8_t* at = numbers.data();
  const bool simple = width == 1 && ploidy == 2;
  for (Index s = 0; s < samples;) {
    std::uint64_t codes = 0;
    if (simple && s + 4 <= samples && writer.at_byte() && read_four(load(at), codes)) {
      phases |= load(at);
      writer.add_byte(codes);
      at += 8;
      s += 4;
      continue;
    }
    Call call;
    Index found = 0;
    for (Index a = 0; a < ploidy; ++a) {
      const Index allele = allele_of(at + a * width, width);
      if (allele == no_allele) break;
      (a == 0 ? call.first : call.second) = allele;
      ++found;
      if (a == 1 && (at[width] & 1) != 0 && call.second >= 0) phases |= phase_bits;
    }
    if (found > 2) site.refuse(s, "a call of more than two alleles, one or two expected");
    if (found == 0) call = {};
    writer.add(code_of(call, s, site, rules));
    at += ploidy * width;
    ++s;
  }
  writer.flush();
  return (phases & phase_bits) != 0;
}

}  // namespace encke::io
