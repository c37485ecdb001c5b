#include <cstring>
#include <encke/base/bits/count_bits.hpp>
#include <encke/base/error.hpp>
#include <encke/base/function.hpp>
#include <encke/pack/steps/split_codes.hpp>

// Eight vectors and 64 samples at a time, as loops over the vectors that the compiler turns into
// vector code. The same body is compiled for wider registers too (functions of this file alone,
// so that the linker cannot take one for another).

namespace encke {
namespace {

constexpr std::uint64_t even = 0x5555555555555555ULL;

/// Moves the even bits of x to the lower half.
ENCKE_FUNCTION std::uint64_t compress_even(std::uint64_t x) {
  x &= even;
  x = (x | (x >> 1)) & 0x3333333333333333ULL;
  x = (x | (x >> 2)) & 0x0f0f0f0f0f0f0f0fULL;
  x = (x | (x >> 4)) & 0x00ff00ff00ff00ffULL;
  x = (x | (x >> 8)) & 0x0000ffff0000ffffULL;
  return (x | (x >> 16)) & 0x00000000ffffffffULL;
}

struct Bits {
  std::uint64_t nonzero, negative, missing;
};

/// 64 codes (the first 32 in `a`, low bits first) to planes; `keep` has the samples that exist.
template <GenotypeCode code>
ENCKE_FUNCTION Bits split(std::uint64_t a, std::uint64_t b, std::uint64_t keep) {
  const auto join = [keep](std::uint64_t first, std::uint64_t second) {
    return (compress_even(first) | (compress_even(second) << 32)) & keep;
  };
  const std::uint64_t low = join(a, b);             // codes 01 and 11
  const std::uint64_t high = join(a >> 1, b >> 1);  // codes 10 and 11
  const std::uint64_t two = low & high;
  const std::uint64_t none = keep & ~(low | high);
  if constexpr (code == GenotypeCode::bed) return {two | none, two, low & ~high};
  return {two | none, none, high & ~low};
}

template <GenotypeCode code, class Count>
ENCKE_FUNCTION void split_word(const std::uint64_t* a, const std::uint64_t* b, std::uint64_t keep,
                               Index word, CodePlanes& to, std::uint64_t* counts) {
  std::uint64_t* signs = to.signs + word * 16;
  std::uint64_t present[8];
  for (int v = 0; v < 8; ++v) {
    const Bits bits = split<code>(a[v], b[v], keep);
    signs[v] = bits.nonzero;
    signs[8 + v] = bits.negative;
    present[v] = keep & ~bits.missing;
    counts[v] += Count{}(bits.nonzero);
    counts[8 + v] += Count{}(bits.negative);
    counts[16 + v] += Count{}(bits.missing);
  }
  if (to.mask != nullptr) std::memcpy(to.mask + word * 8, present, sizeof(present));
}

template <GenotypeCode code, class Count>
ENCKE_FUNCTION void split_rows(const CodeRows& from, CodePlanes& to) {
  std::uint64_t counts[24] = {};
  std::uint64_t a[8], b[8];
  const Index whole = from.fields / 64;
  for (Index w = 0; w < whole; ++w) {
    for (int v = 0; v < 8; ++v) {
      std::memcpy(&a[v], from.row[v] + w * 16, 8);
      std::memcpy(&b[v], from.row[v] + w * 16 + 8, 8);
    }
    split_word<code, Count>(a, b, ~0ULL, w, to, counts);
  }
  if (const Index left = from.fields % 64; left > 0) {
    const Index bytes = divide_up(left, 4);
    for (int v = 0; v < 8; ++v) {
      std::uint8_t tail[16] = {};
      std::memcpy(tail, from.row[v] + whole * 16, static_cast<std::size_t>(bytes));
      std::memcpy(&a[v], tail, 8);
      std::memcpy(&b[v], tail + 8, 8);
    }
    split_word<code, Count>(a, b, (1ULL << left) - 1, whole, to, counts);
  }
  for (int v = 0; v < 8; ++v) {
    to.nonzero[v] = static_cast<Index>(counts[v]);
    to.negative[v] = static_cast<Index>(counts[8 + v]);
    to.missing[v] = static_cast<Index>(counts[16 + v]);
  }
}

template <class Count>
ENCKE_FUNCTION void split_any(const CodeRows& from, CodePlanes& to) {
  if (from.code == GenotypeCode::bed) {
    split_rows<GenotypeCode::bed, Count>(from, to);
  } else {
    split_rows<GenotypeCode::packed, Count>(from, to);
  }
}

void split_plain(const CodeRows& from, CodePlanes& to) { split_any<CountBySteps>(from, to); }

#if defined(__x86_64__)
[[gnu::target("avx2")]] void split_avx2(const CodeRows& from, CodePlanes& to) {
  split_any<CountBySteps>(from, to);
}
// g++ vectorises for 256 bits unless told; clang does not know the option in a function.
#if defined(__clang__)
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]]
#else
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,prefer-vector-width=512")]]
#endif
void split_avx512(const CodeRows& from, CodePlanes& to) {
  split_any<CountBySteps>(from, to);
}
#if defined(__clang__)
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")]]
#else
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,prefer-vector-width=512")]]
#endif
void split_avx512_popcount(const CodeRows& from, CodePlanes& to) {
  split_any<CountAtOnce>(from, to);
}
#endif

}  // namespace

std::vector<SplitCodes> split_codes_forms() {
  std::vector<SplitCodes> forms{&split_plain};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) forms.push_back(&split_avx2);
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq")) {
    forms.push_back(&split_avx512);
    if (__builtin_cpu_supports("avx512vpopcntdq")) forms.push_back(&split_avx512_popcount);
  }
#endif
  return forms;
}

void split_codes(const CodeRows& from, CodePlanes& to) {
  static const SplitCodes fastest = split_codes_forms().back();
  fastest(from, to);
}

void check_groups(const PackedVectors& to, Element expected, Index first, Index count) {
  if (to.element() != expected || first < 0 || first + count > to.vectors()) {
    throw Error(Failure::internal, "vectors that do not exist are to be set");
  }
  if (first % 8 == 0 && (count % 8 == 0 || first + count == to.vectors())) return;
  throw Error(
      Failure::inconsistent,
      std::to_string(count) + " vectors from " + std::to_string(first) +
          " on: genotypes and bits are set in groups of 8 vectors, which begin at a multiple "
          "of 8 and end at one or at the last vector");
}

}  // namespace encke
