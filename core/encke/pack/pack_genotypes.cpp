#include <cstring>
#include <encke/base/error.hpp>
#include <encke/pack/packed_vectors.hpp>

// Splits two-bit codes into bit planes, 8 vectors (one group) and 64 samples at a time.

namespace encke {
namespace {

constexpr std::uint64_t even = 0x5555555555555555ULL;

/// Moves the even bits of x to the lower half.
inline std::uint64_t compress_even(std::uint64_t x) {
  x &= even;
  x = (x | (x >> 1)) & 0x3333333333333333ULL;
  x = (x | (x >> 2)) & 0x0f0f0f0f0f0f0f0fULL;
  x = (x | (x >> 4)) & 0x00ff00ff00ff00ffULL;
  x = (x | (x >> 8)) & 0x0000ffff0000ffffULL;
  x = (x | (x >> 16)) & 0x00000000ffffffffULL;
  return x;
}

/// Spelled out, because a baseline build has no popcount instruction and would call a function.
inline Index count_bits(std::uint64_t x) {
  x -= (x >> 1) & even;
  x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
  x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
  return static_cast<Index>((x * 0x0101010101010101ULL) >> 56);
}

struct Bits {
  std::uint64_t nonzero, negative, missing;
};

/// 32 codes to even bits: which are x != 0, x < 0 and missing.
inline Bits classify(std::uint64_t codes, GenotypeCode code) {
  const std::uint64_t low = codes & even;
  const std::uint64_t high = (codes >> 1) & even;
  const std::uint64_t both = high & low;
  const std::uint64_t none = ~(high | low) & even;
  if (code == GenotypeCode::bed) return {both | none, both, low & ~high};
  return {both | none, none, high & ~low};
}

inline std::uint64_t load_tail(const std::uint8_t* p, Index bytes) {
  std::uint64_t x = 0;
  if (bytes > 0) std::memcpy(&x, p, static_cast<std::size_t>(bytes < 8 ? bytes : 8));
  return x;
}

/// 64 samples of one vector; bits beyond the last sample are zero in every plane.
inline Bits read_word(const std::uint8_t* row, Index word, Index row_bytes, Index fields,
                      GenotypeCode code) {
  const Index at = word * 16;
  const Bits a = classify(load_tail(row + at, row_bytes - at), code);
  const Bits b = classify(load_tail(row + at + 8, row_bytes - at - 8), code);
  const Index left = fields - word * 64;
  const std::uint64_t keep = left >= 64 ? ~0ULL : (1ULL << left) - 1;
  const auto join = [keep](std::uint64_t low, std::uint64_t high) {
    return (compress_even(low) | (compress_even(high) << 32)) & keep;
  };
  Bits bits{join(a.nonzero, b.nonzero), join(a.negative, b.negative), 0};
  if ((a.missing | b.missing) != 0) bits.missing = join(a.missing, b.missing);
  return bits;
}

}  // namespace

void PackedVectors::add_present_plane() {
  mask_ = AlignedBuffer<std::uint64_t>(groups_ * words_ * 8);
  for (Index g = 0; g < groups_; ++g) {
    const Index in_group = vectors_ - g * 8 < 8 ? vectors_ - g * 8 : 8;
    for (Index w = 0; w < words_; ++w) {
      const Index left = fields_ - w * 64;
      const std::uint64_t all = left >= 64 ? ~0ULL : (1ULL << left) - 1;
      for (Index lane = 0; lane < in_group; ++lane) mask_[(g * words_ + w) * 8 + lane] = all;
    }
  }
}

void PackedVectors::set_genotypes(Index first, Index count, const std::uint8_t* codes, Index stride,
                                  GenotypeCode code, MissingCode missing) {
  if (element_ != Element::genotype || first < 0 || first % 8 != 0 || first + count > vectors_) {
    throw Error(Failure::internal, "genotypes are set in whole groups of 8 vectors that exist");
  }
  for (Index v = 0; v < count; v += 8) {
    const Index in_group = count - v < 8 ? count - v : 8;
    std::uint64_t* mask = mask_.empty() ? nullptr : mask_.data() + (first + v) * words_;
    if (pack_group((first + v) / 8, first + v, in_group, codes + v * stride, stride, code, missing,
                   mask)) {
      continue;
    }
    // The first missing sample of all: from here on there is a third plane.
    add_present_plane();
    pack_group((first + v) / 8, first + v, in_group, codes + v * stride, stride, code, missing,
               mask_.data() + (first + v) * words_);
  }
}

bool PackedVectors::pack_group(Index group, Index first, Index count, const std::uint8_t* codes,
                               Index stride, GenotypeCode code, MissingCode missing,
                               std::uint64_t* mask) {
  const Index row_bytes = divide_up(fields_, 4);
  std::uint64_t* out = signs_.data() + group * words_ * 16;
  Index nonzeros[8] = {};
  Index negatives[8] = {};
  Index absent[8] = {};
  for (Index w = 0; w < words_; ++w) {
    for (Index lane = 0; lane < count; ++lane) {
      Bits bits = read_word(codes + lane * stride, w, row_bytes, fields_, code);
      out[w * 16 + lane] = bits.nonzero;
      out[w * 16 + 8 + lane] = bits.negative;
      nonzeros[lane] += count_bits(bits.nonzero);
      negatives[lane] += count_bits(bits.negative);
      if (missing == MissingCode::het) bits.missing = 0;
      if (mask == nullptr && bits.missing == 0) continue;
      if (mask == nullptr) return false;
      const Index left = fields_ - w * 64;
      const std::uint64_t all = left >= 64 ? ~0ULL : (1ULL << left) - 1;
      mask[w * 8 + lane] = all & ~bits.missing;
      absent[lane] += count_bits(bits.missing);
    }
  }
  for (Index lane = 0; lane < count; ++lane) {
    const auto v = idx(first + lane);
    missing_ += absent[lane] - (fields_ - present_[v]);
    present_[v] = fields_ - absent[lane];
    positive_[v] = nonzeros[lane] - negatives[lane];
    x_sum_[v] = nonzeros[lane] - 2 * negatives[lane];
  }
  return true;
}

}  // namespace encke
