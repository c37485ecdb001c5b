#include <algorithm>
#include <bit>
#include <cstring>
#include <encke/network/read/separators.hpp>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace encke::network {
namespace {

#if defined(__SSE2__)

constexpr std::size_t step = 16;

/// A bit for each of 16 bytes: it is a tab or a line feed.
std::uint64_t separators_at(const char* text) {
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text));
  const __m128i tabs = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\t'));
  const __m128i feeds = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n'));
  return static_cast<std::uint64_t>(_mm_movemask_epi8(_mm_or_si128(tabs, feeds)));
}

#else

constexpr std::size_t step = 8;

/// The highest bit of each byte of a word that is 0.
std::uint64_t zero_bytes(std::uint64_t word) {
  constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7fULL;
  return ~(((word & low) + low) | word | low);
}

/// A bit for each of 8 bytes: it is a tab or a line feed.
std::uint64_t separators_at(const char* text) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t word = 0;
  std::memcpy(&word, text, 8);
  const std::uint64_t found =
      zero_bytes(word ^ 0x0909090909090909ULL) | zero_bytes(word ^ 0x0a0a0a0a0a0a0a0aULL);
  return ((found >> 7) * 0x0102040810204080ULL) >> 56;  // the bits side by side
}

#endif

}  // namespace

void Separators::find_more() {
  next_ = last_ = 0;
  std::uint32_t* out = places_.data();
  while (out == places_.data() && done_ < end_) {
    const std::size_t stop = done_ + std::min(together, end_ - done_);
    for (; done_ + step <= stop; done_ += step) {
      for (std::uint64_t bits = separators_at(text_ + done_); bits != 0; bits &= bits - 1) {
        *out++ =
            static_cast<std::uint32_t>(done_ + static_cast<std::size_t>(std::countr_zero(bits)));
      }
    }
    for (; done_ < stop; ++done_) {
      if (text_[done_] == '\t' || text_[done_] == '\n') *out++ = static_cast<std::uint32_t>(done_);
    }
  }
  last_ = static_cast<std::size_t>(out - places_.data());
}

}  // namespace encke::network
