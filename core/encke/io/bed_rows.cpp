#include <array>
#include <bit>
#include <cstring>
#include <encke/io/bed_rows.hpp>

namespace encke::io {
namespace {

static_assert(std::endian::native == std::endian::little, "codes are loaded as 64-bit words");

std::size_t idx(Index i) { return static_cast<std::size_t>(i); }

// The codes of a byte that belong to the samples of `nibble`, moved together.
constexpr std::uint8_t compress(unsigned codes, unsigned nibble) {
  unsigned out = 0;
  int filled = 0;
  for (int s = 0; s < 4; ++s) {
    if ((nibble >> s & 1) == 0) continue;
    out |= (codes >> (2 * s) & 3) << (2 * filled++);
  }
  return static_cast<std::uint8_t>(out);
}

using CompressTable = std::array<std::array<std::uint8_t, 256>, 16>;

constexpr CompressTable make_compress_table() {
  CompressTable table{};
  for (unsigned nibble = 0; nibble < 16; ++nibble) {
    for (unsigned codes = 0; codes < 256; ++codes) table[nibble][codes] = compress(codes, nibble);
  }
  return table;
}

constexpr CompressTable compressed = make_compress_table();

// Sums bits in the even positions of many words: byte lanes first, their sum now and then. Spelled
// out because a build for any x86-64 has no popcount instruction; compilers vectorise this.
class EvenBits {
 public:
  static constexpr Index words_before_flush = 63;  // 4 bits a byte and word: 252 <= 255

  void add(std::uint64_t even) {
    even = (even & 0x3333333333333333ULL) + ((even >> 2) & 0x3333333333333333ULL);
    bytes_ += (even & 0x0f0f0f0f0f0f0f0fULL) + ((even >> 4) & 0x0f0f0f0f0f0f0f0fULL);
  }
  Index flush() {
    const std::uint64_t pairs =
        (bytes_ & 0x00ff00ff00ff00ffULL) + ((bytes_ >> 8) & 0x00ff00ff00ff00ffULL);
    bytes_ = 0;
    return static_cast<Index>((pairs * 0x0001000100010001ULL) >> 48);
  }

 private:
  std::uint64_t bytes_ = 0;
};

}  // namespace

BedSamples::BedSamples(std::span<const std::uint8_t> kept)
    : samples_(static_cast<Index>(kept.size())),
      nibbles_(idx(divide_up(samples_, 4))),
      lanes_(idx(divide_up(samples_, 32))) {
  for (Index s = 0; s < samples_; ++s) {
    if (kept[idx(s)] == 0) continue;
    ++kept_;
    nibbles_[idx(s / 4)] |= static_cast<std::uint8_t>(1 << (s % 4));
    lanes_[idx(s / 32)] |= std::uint64_t{1} << (2 * (s % 32));
  }
}

GenotypeCounts BedSamples::count(const std::uint8_t* row) const {
  const Index words = static_cast<Index>(lanes_.size());
  Index low = 0;
  Index high = 0;
  Index both = 0;
  for (Index begin = 0; begin < words; begin += EvenBits::words_before_flush) {
    const Index end = std::min(words, begin + EvenBits::words_before_flush);
    EvenBits lows;
    EvenBits highs;
    EvenBits boths;
    for (Index w = begin; w < end; ++w) {
      std::uint64_t codes = 0;
      const Index left = row_bytes() - 8 * w;
      std::memcpy(&codes, row + 8 * w, left < 8 ? idx(left) : 8);
      const std::uint64_t lane = lanes_[idx(w)];
      lows.add(codes & lane);
      highs.add((codes >> 1) & lane);
      boths.add(codes & (codes >> 1) & lane);
    }
    low += lows.flush();
    high += highs.flush();
    both += boths.flush();
  }
  return {low - both, high - both, kept_ - low - high + both, both};
}

void BedSamples::gather(const std::uint8_t* row, std::uint8_t* out) const {
  std::uint64_t codes = 0;
  int filled = 0;  // bits of `codes`
  std::uint8_t* const end = out + gathered_bytes();
  for (std::size_t i = 0; i < nibbles_.size(); ++i) {
    const unsigned nibble = nibbles_[i];
    codes |= std::uint64_t{compressed[nibble][row[i]]} << filled;
    filled += 2 * std::popcount(nibble);
    if (filled >= 32) {
      std::memcpy(out, &codes, 4);
      out += 4;
      codes >>= 32;
      filled -= 32;
    }
  }
  if (out != end) std::memcpy(out, &codes, static_cast<std::size_t>(end - out));
}

}  // namespace encke::io
