#include <algorithm>
#include <bit>
#include <cstring>
#include <encke/base/index.hpp>
#include <encke/io/rows/bed_rows.hpp>

namespace encke::io {
namespace {

static_assert(std::endian::native == std::endian::little, "codes are loaded as 64-bit words");

constexpr std::uint64_t even_bits = 0x5555555555555555ULL;

// Eight bytes of a row, fewer at its end.
std::uint64_t load(const std::uint8_t* row, Index row_bytes, Index word) {
  std::uint64_t codes = 0;
  const Index left = row_bytes - 8 * word;
  std::memcpy(&codes, row + 8 * word, left < 8 ? idx(left) : 8);
  return codes;
}

// Sums bits in the even positions of many words: byte lanes first, their sum now and then.
// Spelled out because a build for any x86-64 has no popcount instruction; compilers vectorise this.
class EvenBits {
 public:
  static constexpr Index words_before_flush = 63;  // 4 bits a byte and word: 252 <= 255

  void add(std::uint64_t bits) {
    bits = (bits & 0x3333333333333333ULL) + ((bits >> 2) & 0x3333333333333333ULL);
    bytes_ += (bits & 0x0f0f0f0f0f0f0f0fULL) + ((bits >> 4) & 0x0f0f0f0f0f0f0f0fULL);
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
    : samples_(static_cast<Index>(kept.size())) {
  for (std::size_t first = 0; first < kept.size(); first += 32) {
    words_.push_back(
        make_word(kept.subspan(first, std::min<std::size_t>(32, kept.size() - first))));
    kept_ += words_.back().bits / 2;
  }
}

// A code goes down by the number of codes below it that are not kept, the binary digits of this
// number one after the other, lowest first: so no two codes ever meet.
BedSamples::Word BedSamples::make_word(std::span<const std::uint8_t> kept) {
  Word word;
  unsigned dropped = 0;
  for (unsigned sample = 0; sample < kept.size(); ++sample) {
    if (kept[sample] == 0) {
      ++dropped;
      continue;
    }
    unsigned place = sample;
    word.kept |= std::uint64_t{3} << (2 * place);
    word.bits += 2;
    for (unsigned step = 0; step < word.moves.size(); ++step) {
      if ((dropped >> step & 1) == 0) continue;
      word.moves[step] |= std::uint64_t{3} << (2 * place);
      place -= 1U << step;
    }
  }
  return word;
}

GenotypeCounts BedSamples::count(const std::uint8_t* row) const {
  const Index words = static_cast<Index>(words_.size());
  Index low = 0;
  Index high = 0;
  Index both = 0;
  for (Index begin = 0; begin < words; begin += EvenBits::words_before_flush) {
    const Index end = std::min(words, begin + EvenBits::words_before_flush);
    EvenBits lows;
    EvenBits highs;
    EvenBits boths;
    for (Index w = begin; w < end; ++w) {
      const std::uint64_t codes = load(row, row_bytes(), w);
      const std::uint64_t lane = words_[idx(w)].kept & even_bits;
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
  std::uint64_t ready = 0;
  int filled = 0;  // bits of `ready`, less than 64
  for (std::size_t w = 0; w < words_.size(); ++w) {
    const Word& word = words_[w];
    std::uint64_t codes = load(row, row_bytes(), static_cast<Index>(w)) & word.kept;
    for (unsigned step = 0; step < word.moves.size(); ++step) {
      const std::uint64_t moved = codes & word.moves[step];
      codes = (codes ^ moved) | (moved >> (2U << step));
    }
    ready |= codes << filled;
    filled += word.bits;
    if (filled < 64) continue;
    std::memcpy(out, &ready, 8);
    out += 8;
    filled -= 64;
    // what did not fit; nothing where the word fitted exactly, and then the shift may be 64
    ready = filled == 0 ? 0 : codes >> (word.bits - filled);
  }
  if (filled > 0) std::memcpy(out, &ready, idx(divide_up(filled, 8)));
}

}  // namespace encke::io
