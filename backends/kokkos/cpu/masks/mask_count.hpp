#pragma once

#include "kokkos/cpu/kernels.hpp"

// Sums over lists of missing samples. Planes are laid out by samples, a line of 64 bytes with a bit
// of each of 512 vectors; lines of the listed samples are added bit by bit, with carries, so that
// 512 counts are a few registers of bits. `L`: the lines of a level, see mask_lines.hpp.

namespace encke::cpu {

/// Where the lines of samples of `words` words are, those from word `first` of the lines on;
/// filled up to a multiple of 8 with the sample behind the last, whose lines are zero. Returns how
/// many. `bits(w, exist)`: the samples of word w that are wanted, of those that exist; of these
/// there are `fields`.
template <class L, class Bits>
ENCKE_FUNCTION Index list_samples(Index words, Index fields, Index first, std::uint32_t* list,
                                  const Bits& bits) {
  Index count = 0;
  const auto add = [&](Index w, std::uint64_t exist) __attribute__((always_inline)) {
    const std::uint64_t wanted = bits(w, exist);
    L::list(wanted, static_cast<int>((first + w) * 64), list + count);
    count += __builtin_popcountll(wanted);
  };
  const Index whole = fields / 64 < words ? fields / 64 : words;
  for (Index w = 0; w < whole; ++w) add(w, ~0ULL);
  if (whole < words) add(whole, (1ULL << fields % 64) - 1);
  while (count % 8 != 0) list[count++] = mask_samples * 64;
  return count;
}

/// A word of a vector in a stream of some planes, from the address of its first one.
ENCKE_FUNCTION std::uint64_t word_at(const std::byte* first, Index word) {
  return *reinterpret_cast<const std::uint64_t*>(first + word * 64);
}

/// The samples that a vector is missing. `mask`: the vector's word of the first of them.
template <class L>
ENCKE_FUNCTION Index list_missing(const std::byte* mask, const Range& words, Index fields,
                                  std::uint32_t* list) {
  return list_samples<L>(
      words.size(), fields - words.begin * 64, 0,
      list, [mask](Index w, std::uint64_t exist) __attribute__((always_inline)) {
        return ~word_at(mask, w) & exist;
      });
}

/// Adds eight lines to 512 counts; bits from the eighth on lie in memory.
template <class L>
ENCKE_FUNCTION void add_eight(typename L::Register (&c)[8], typename L::Register (&x)[8],
                              std::uint64_t* counts, int bits) {
  typename L::Register two[4], four[2], carry;
  L::add(x[0], x[1], x[2], two[0]);
  L::add(x[3], x[4], x[5], two[1]);
  L::add(x[0], x[6], x[7], two[2]);
  L::add(c[0], x[0], x[3], two[3]);
  L::add(two[0], two[1], two[2], four[0]);
  L::add(c[1], two[0], two[3], four[1]);
  L::add(c[2], four[0], four[1], carry);
#pragma GCC unroll 8
  for (int k = 3; k < 8; ++k) L::carry_on(c[k], carry);
  for (int k = 8; k < bits; ++k) {
    typename L::Register upper;
    L::load(upper, counts + k * 8);
    L::carry_on(upper, carry);
    L::store(counts + k * 8, upper);
  }
}

/// Adds the lines of `n` samples (a multiple of 8) to 512 counts. `lines`: of one plane. `Fresh`:
/// the counts hold nothing yet.
template <class L, bool Fresh = false>
ENCKE_FUNCTION void add_lines(const std::byte* lines, const std::uint32_t* list, Index n,
                              std::uint64_t* counts, int bits) {
  using Register = typename L::Register;
  constexpr int width = L::bytes_of_register / 8;
  for (int part = 0; part < 8; part += width, counts += width, lines += width * 8) {
    Register c[8] = {};
    if constexpr (Fresh) {
      for (int k = 8; k < (bits > 8 ? 16 : 8); ++k) L::store(counts + k * 8, c[0]);
    } else {
      for (int k = 0; k < 8; ++k) L::load(c[k], counts + k * 8);
    }
    for (Index i = 0; i < n; i += 8) {
      Register x[8];
#pragma GCC unroll 8
      for (int k = 0; k < 8; ++k) {
        L::load(x[k], reinterpret_cast<const std::uint64_t*>(lines + list[i + k]));
      }
      add_eight<L>(c, x, counts, bits);
    }
    for (int k = 0; k < 8; ++k) L::store(counts + k * 8, c[k]);
  }
}

/// The same, of counts that hold nothing yet where they are `fresh`.
template <class L>
ENCKE_FUNCTION void add_or_start(const std::byte* lines, const std::uint32_t* list, Index n,
                                 std::uint64_t* counts, int bits, bool fresh) {
  if (fresh) {
    add_lines<L, true>(lines, list, n, counts, bits);
  } else if (n > 0) {
    add_lines<L>(lines, list, n, counts, bits);
  }
}

/// Eight groups of 8 vectors: 64 bits, one of each vector, for each of the 64 samples of a word.
template <class L>
ENCKE_FUNCTION void lay_out_groups(const std::byte* const (&group)[8], Index offset,
                                   std::uint64_t (&out)[8][8][8], Index eighth) {
  typename L::Line x[8];
  for (int g = 0; g < 8; ++g) {
    if (group[g] == nullptr) {
      L::clear(x[g]);
      continue;
    }
    L::load(x[g], group[g] + offset);
    __builtin_prefetch(group[g] + offset + 1024);
    L::transpose_squares(x[g]);
  }
  L::transpose_words(x);
  for (int b = 0; b < 8; ++b) {
    L::transpose_bytes(x[b]);
    L::store(out[b][eighth], x[b]);
  }
}

/// Lays out planes of up to 512 vectors by samples: bit v of line [p][sample] is bit `sample` of
/// plane p of vector v.
template <class L, int Planes>
ENCKE_FUNCTION void lay_out(const Stream& stream, Index groups, const Range& words,
                            std::byte* lines) {
  constexpr Index run = 4;  // words of a group that are read together
  // [word][plane][byte of the word][64 vectors][bit of the byte]
  alignas(64) std::uint64_t part[run][Planes][8][8][8] = {};
  for (Index begin = words.begin; begin < words.end; begin += run) {
    const Index count = begin + run < words.end ? run : words.end - begin;
    for (Index first = 0; first < groups; first += 8) {
      const std::byte* group[8];
      for (int g = 0; g < 8; ++g) {
        group[g] = first + g < groups ? stream.group(first + g) + begin * Planes * 64 : nullptr;
      }
      for (Index w = 0; w < count; ++w) {
        for (int p = 0; p < Planes; ++p) {
          lay_out_groups<L>(group, (w * Planes + p) * 64, part[w][p], first / 8);
        }
      }
    }
    std::byte* out = lines + (begin - words.begin) * 64 * 64;
    for (Index w = 0; w < count; ++w) {
      for (int b = 0; b < 8; ++b, out += 8 * 64) {
        for (int p = 0; p < Planes; ++p) {
          typename L::Line y[8];
          for (int i = 0; i < 8; ++i) L::load(y[i], part[w][p][b][i]);
          L::transpose_words(y);
          for (int k = 0; k < 8; ++k) L::store(out + p * mask_plane_bytes + k * 64, y[k]);
        }
      }
    }
  }
}

/// Of each 512 counts the bits of 64 vectors side by side, as tallies are made of them.
template <class L>
ENCKE_FUNCTION void transpose_counts(std::uint64_t* begin, const std::uint64_t* end) {
  for (; begin < end; begin += 64) {
    typename L::Line bits[8];
    for (int k = 0; k < 8; ++k) L::load(bits[k], begin + k * 8);
    L::transpose_words(bits);
    for (int k = 0; k < 8; ++k) L::store(begin + k * 8, bits[k]);
  }
}

/// What list_missing() will read of the next eight vectors.
ENCKE_FUNCTION void prefetch_masks(const std::byte* mask, Index words) {
  for (Index w = 0; w < words; ++w) __builtin_prefetch(mask + w * 64);
}

/// See MaskCount. `Planes`: of the values.
template <class L, int Planes>
void count_missing(const MaskCount& m) {
  alignas(64) std::uint32_t list[mask_samples + 64];
  const Index groups = (m.vectors + 7) / 8;
  const Index words = (m.fields + 63) / 64;
  const bool masks = m.mask.data != nullptr;
  const int planes = Planes + (masks ? 1 : 0);
  const Index size = (m.bits > 8 ? 16 : 8) * 8;  // of the counts of a plane
  Range some{0, 0};
  for (; some.begin < words; some.begin = some.end) {
    const Index end = some.begin + mask_samples / 64;
    some.end = end < words ? end : words;
    if (!m.laid_out) {
      lay_out<L, Planes>(m.values, groups, some, m.lines);
      if (masks) lay_out<L, 1>(m.mask, groups, some, m.lines + Planes * mask_plane_bytes);
    }
    for (Index j = m.others.begin; j < m.others.end; ++j) {
      if (j % 8 == 0) prefetch_masks(m.lists.group(j / 8 + 1) + some.begin * 64, some.size());
      const std::byte* mask = m.lists.group(j / 8) + j % 8 * 8 + some.begin * 64;
      const Index n = list_missing<L>(mask, some, m.fields, list);
      std::uint64_t* counts = m.counts + j * planes * size;
      for (int p = 0; p < planes; ++p, counts += size) {
        add_or_start<L>(m.lines + p * mask_plane_bytes, list, n, counts, m.bits, some.begin == 0);
      }
    }
  }
  transpose_counts<L>(m.counts + m.others.begin * planes * size,
                      m.counts + m.others.end * planes * size);
}

}  // namespace encke::cpu
