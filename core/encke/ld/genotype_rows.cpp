#include <algorithm>
#include <bit>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/base/function.hpp>
#include <encke/ld/genotype_rows.hpp>

// The bodies are compiled for several instruction sets, as functions of this file alone, so that
// the linker cannot take one for another.

namespace encke::ld {
namespace {

constexpr Index words_of_line = 8;
using LineCounts = std::int64_t[words_of_line];

ENCKE_FUNCTION std::int64_t bits_of(std::uint64_t word) { return __builtin_popcountll(word); }
ENCKE_FUNCTION std::int64_t total(const LineCounts& counts) {
  std::int64_t sum = 0;
  for (const std::int64_t count : counts) sum += count;
  return sum;
}

/// Σ x_a x_b.
ENCKE_FUNCTION std::int64_t product(const GenotypeRow& a, const GenotypeRow& b, Index words) {
  const std::uint64_t *za = a.words, *na = za + words, *zb = b.words, *nb = zb + words;
  LineCounts sum = {};
  for (Index w = 0; w < words; w += words_of_line) {
    for (Index k = w; k < w + words_of_line; ++k) {
      const std::uint64_t both = za[k] & zb[k];
      sum[k - w] += bits_of(both) - 2 * bits_of(both & (na[k] ^ nb[k]));
    }
  }
  return total(sum);
}

/// Sums of `row` over the samples that are present in `other`: Σx in the upper half, Σx^2 in the
/// lower.
ENCKE_FUNCTION std::int64_t sums_in(const GenotypeRow& row, const GenotypeRow& other, Index words) {
  const std::uint64_t *z = row.words, *n = z + words, *m = other.words + 2 * words;
  LineCounts sum = {};
  for (Index w = 0; w < words; w += words_of_line) {
    for (Index k = w; k < w + words_of_line; ++k) {
      const std::int64_t nonzero = bits_of(z[k] & m[k]), negative = bits_of(n[k] & m[k]);
      sum[k - w] += nonzero + (nonzero - 2 * negative) * (std::int64_t{1} << 32);
    }
  }
  return total(sum);
}

ENCKE_FUNCTION std::int64_t present_in(const GenotypeRow& a, const GenotypeRow& b, Index words) {
  const std::uint64_t *ma = a.words + 2 * words, *mb = b.words + 2 * words;
  LineCounts sum = {};
  for (Index w = 0; w < words; w += words_of_line) {
    for (Index k = w; k < w + words_of_line; ++k) sum[k - w] += bits_of(ma[k] & mb[k]);
  }
  return total(sum);
}

struct RowSums {
  std::int64_t sum, squares;
};
/// Σx and Σx^2 of a row over the samples present in another.
ENCKE_FUNCTION RowSums sums_of(const GenotypeRow& row, const GenotypeRow& other, Index words) {
  if (other.complete) return {row.sum, row.squares};
  const std::int64_t both = sums_in(row, other, words);
  return {both >> 32, both & 0xffffffff};
}

ENCKE_FUNCTION CentredMoments moments_of(const GenotypeRow& a, const GenotypeRow& b, Index words,
                                         std::int64_t xx) {
  const std::int64_t n = a.complete ? b.present : b.complete ? a.present : present_in(a, b, words);
  const RowSums of_a = sums_of(a, b, words), of_b = sums_of(b, a, words);
  return {.both = n * xx - of_a.sum * of_b.sum,
          .first = n * of_a.squares - of_a.sum * of_a.sum,
          .second = n * of_b.squares - of_b.sum * of_b.sum};
}

ENCKE_FUNCTION bool is_above(const CentredMoments& pair, double limit) {
  const auto both = static_cast<double>(pair.both);
  return both * both > limit * (static_cast<double>(pair.first) * static_cast<double>(pair.second));
}

/// At least n Σx^2 - (Σx)^2 of a row without any `missing` of its samples.
ENCKE_FUNCTION std::int64_t least_variation(const GenotypeRow& row, std::int64_t missing) {
  const std::int64_t sum = std::abs(row.sum) + missing;
  return (row.present - missing) * (row.squares - missing) - sum * sum;
}

/// False where a pair with this product is not linked, whichever samples of each are missing.
ENCKE_FUNCTION bool may_be_linked(const GenotypeRow& a, const GenotypeRow& b, std::int64_t xx,
                                  std::int64_t samples, double limit) {
  const std::int64_t of_a = samples - a.present, of_b = samples - b.present;
  const std::int64_t first = least_variation(a, of_b), second = least_variation(b, of_a);
  if (first <= 0 || second <= 0) return true;
  const std::int64_t sum_a = a.sum, sum_b = b.sum;
  const std::int64_t slack =
      (of_a + of_b) * std::abs(xx) + of_b * std::abs(sum_b) + of_a * std::abs(sum_a) + of_a * of_b;
  const std::int64_t most = std::abs(samples * xx - sum_a * sum_b) + slack;
  return is_above({.both = most, .first = first, .second = second}, limit);
}

ENCKE_FUNCTION bool are_linked(const LinkSearch& s, const GenotypeRow& a, const GenotypeRow& b) {
  const std::int64_t xx = product(a, b, s.words);
  if (!(a.complete && b.complete) && !may_be_linked(a, b, xx, s.samples, s.limit)) return false;
  return is_above(moments_of(a, b, s.words, xx), s.limit);
}

ENCKE_FUNCTION Index search_all(const LinkSearch& s, Index& compared) {
  if (s.first >= s.end) return s.end;
  const GenotypeRow one = s.rows[s.variant];
  std::uint64_t bits = s.kept.word(s.first / 64) & ~std::uint64_t{0} << s.first % 64;
  for (Index w = s.first / 64;;) {
    for (; bits != 0; bits &= bits - 1) {
      const Index v = w * 64 + std::countr_zero(bits);
      if (v >= s.end) return s.end;
      ++compared;
      if (are_linked(s, one, s.rows[v])) return v;
    }
    if (++w * 64 >= s.end) return s.end;
    bits = s.kept.word(w);
  }
}

using Search = Index (*)(const LinkSearch&, Index&);

Index search_plain(const LinkSearch& s, Index& compared) { return search_all(s, compared); }

#if defined(__x86_64__)
[[gnu::target("popcnt")]] Index search_popcnt(const LinkSearch& s, Index& compared) {
  return search_all(s, compared);
}
// g++ vectorises for 256 bits unless told; clang does not know the option in a function.
#if defined(__clang__)
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,popcnt")]]
#else
[[gnu::target(
    "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,popcnt,prefer-vector-width=512")]]
#endif
Index search_avx512(const LinkSearch& s, Index& compared) {
  return search_all(s, compared);
}
#endif

Search best_search() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
    return &search_avx512;
  }
  if (__builtin_cpu_supports("popcnt")) return &search_popcnt;
#endif
  return &search_plain;
}

}  // namespace

Index first_linked(const LinkSearch& search, Index& compared) {
  static const Search best = best_search();
  return best(search, compared);
}

CentredMoments compare(const GenotypeRow& a, const GenotypeRow& b, Index words) {
  return moments_of(a, b, words, product(a, b, words));
}

GenotypeRows::GenotypeRows(Index most, Index fields)
    : fields_(fields), words_(most * 3 * words_for(fields)) {}

std::int64_t GenotypeRows::bytes_for(Index vectors, Index fields) {
  return vectors * 3 * 8 * words_for(fields);
}

Index GenotypeRows::words_for(Index fields) {
  return round_up(divide_up(fields, 64), words_of_line);
}

void GenotypeRows::take(const PackedVectors& from, GenotypeRow* to) {
  const Index size = words_for(fields_);
  if (from.element() != Element::genotype_moments || from.fields() != fields_ ||
      from.vectors() * 3 * size > words_.size()) {
    throw Error(Failure::internal, "vectors of another form are to be rows of genotypes");
  }
  const auto* const lines = reinterpret_cast<const std::uint64_t*>(from.values());
  for (Index v = 0; v < from.vectors(); ++v) {
    const Index group = v / 8 * from.words(), lane = v % 8;
    std::uint64_t* const words = words_.data() + v * 3 * size;
    for (Index w = 0; w < from.words(); ++w) {
      words[w] = lines[(group + w) * 16 + lane];
      words[size + w] = lines[(group + w) * 16 + 8 + lane];
    }
    to[v] = {words, static_cast<std::int32_t>(from.present_count(v)),
             static_cast<std::int32_t>(from.x_sum(v)),
             static_cast<std::int32_t>(from.square_sum(v)), !from.has_missing(v)};
    if (!from.has_missing(v)) continue;
    for (Index w = 0; w < from.words(); ++w) {
      words[2 * size + w] = from.mask()[(group + w) * 8 + lane];
    }
  }
}

}  // namespace encke::ld
