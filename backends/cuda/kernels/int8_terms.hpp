#pragma once

#include "bit_job.hpp"
#include "lists.hpp"

// The route by 8-bit integers: planes are expanded to one number a field, and a library multiplies
// the matrices. A list of AND products (products.hpp) has fewer products of numbers.

namespace encke::cuda {

/// What a field becomes.
enum class Int8Kind {
  ternary,  ///< planes z and n: x in {-1, 0, 1}
  plane,    ///< one plane: 0 or 1
  level,    ///< planes of a count: 1 where it is at least `which`
};
struct Int8Term {
  Int8Kind kind = Int8Kind::plane;
  int which = 0;   ///< the plane, or the level
  int planes = 0;  ///< level: planes of the count
};

/// out[product] += left term times right term.
struct Int8Product {
  int left;
  int right;
  int product;
};

/// The terms and products of a list.
struct Int8List {
  static constexpr int most = 9;
  int left_terms = 0, right_terms = 0, products = 0;
  Int8Term left[most];
  Int8Term right[most];
  Int8Product product[most];

  constexpr void add(int l, int r, int p) { product[products++] = {l, r, p}; }
};

/// Terms: each plane by itself, where a list is of pairs of planes.
constexpr Int8List int8_planes(int planes) {
  Int8List list;
  list.left_terms = list.right_terms = planes;
  for (int p = 0; p < planes; ++p) list.left[p] = list.right[p] = {Int8Kind::plane, p, 0};
  for (int l = 0; l < planes; ++l) {
    for (int r = 0; r < planes; ++r) list.add(l, r, l * planes + r);
  }
  return list;
}

constexpr Int8List int8_levels(int planes) {
  Int8List list;
  list.left_terms = list.right_terms = (1 << planes) - 1;
  for (int t = 0; t < list.left_terms; ++t) {
    list.left[t] = list.right[t] = {Int8Kind::level, t + 1, planes};
    list.add(t, t, 0);
  }
  return list;
}

/// Matches: terms x and z, and m where some are missing.
constexpr Int8List int8_matches(bool missing) {
  Int8List list;
  list.left[0] = list.right[0] = {Int8Kind::ternary, 0, 0};
  list.left[1] = list.right[1] = {Int8Kind::plane, 0, 0};
  list.left[2] = list.right[2] = {Int8Kind::plane, 2, 0};
  list.left_terms = list.right_terms = missing ? 3 : 2;
  list.add(0, 0, 0);
  list.add(1, 1, 1);
  if (!missing) return list;
  list.add(1, 2, 2);
  list.add(2, 1, 3);
  list.add(2, 2, 4);
  return list;
}

/// Terms of genotypes: x, m and z of the left, x, m and z of the right.
constexpr Int8List int8_genotypes(BitList from) {
  constexpr Int8Term x{Int8Kind::ternary, 0, 0}, m{Int8Kind::plane, 2, 0}, z{Int8Kind::plane, 0, 0};
  Int8List list;
  list.left[0] = list.right[0] = x;
  list.left[1] = list.right[1] = m;
  list.left[2] = list.right[2] = z;
  list.left_terms = list.right_terms = from == BitList::complete  ? 1
                                       : from == BitList::moments ? 3
                                                                  : 2;
  list.add(0, 0, 0);
  if (from == BitList::complete) return list;
  list.add(0, 1, 1);
  if (from == BitList::ternary_left) {
    list.left_terms = 1;
    return list;
  }
  if (from == BitList::mask_left) {
    list.left[0] = {Int8Kind::plane, 0, 0};
    list.left_terms = 1;
    return list;
  }
  list.add(1, 0, 2);
  list.add(1, 1, 3);
  if (from == BitList::missing) return list;
  list.add(2, 1, 4);
  list.add(1, 2, 5);
  return list;
}

constexpr Int8List int8_list(BitList list) {
  switch (list) {
    case BitList::one_plane:
      return int8_planes(1);
    case BitList::two_planes:
      return int8_planes(2);
    case BitList::three_planes:
      return int8_planes(3);
    case BitList::count2:
      return int8_levels(2);
    case BitList::count3:
      return int8_levels(3);
    case BitList::matches:
      return int8_matches(false);
    case BitList::matches_missing:
      return int8_matches(true);
    default:
      return int8_genotypes(list);
  }
}

/// Expands words [first_word, first_word + words) of vectors: [vector][field], 64 fields a word.
struct ExpandJob {
  PlaneSet from;
  Int8Term term;
  Index first_word = 0;
  Index words = 0;
  Index vectors = 0;  ///< a multiple of 8
  std::int8_t* out = nullptr;

  ENCKE_FUNCTION Index items() const { return vectors * words * 4; }
};

/// One of four quarters of a word: sixteen fields. Neighbouring items write side by side.
ENCKE_FUNCTION void expand_quarter(const ExpandJob& job, Index item) {
  const Index quarter = item % 4;
  const Index word = item / 4 % job.words;
  const Index vector = item / (4 * job.words);
  std::uint32_t plane[PlaneSet::most] = {};
  const int planes = job.term.kind == Int8Kind::level ? job.term.planes : 2;
  for (int p = 0; p < PlaneSet::most; ++p) {
    const bool wanted = job.term.kind == Int8Kind::plane ? p == job.term.which : p < planes;
    if (!wanted) continue;
    const auto whole = *reinterpret_cast<const std::uint64_t*>(
        job.from.plane[p] + vector / 8 * job.from.group_stride[p] +
        (job.first_word + word) * job.from.word_stride[p] + vector % 8 * 8);
    plane[p] = static_cast<std::uint32_t>(whole >> 16 * quarter & 0xffff);
  }
  std::uint32_t one = 0, minus_one = 0;  // fields that become 1 and -1
  if (job.term.kind == Int8Kind::ternary) {
    one = plane[0] ^ plane[1];
    minus_one = plane[1];
  } else if (job.term.kind == Int8Kind::plane) {
    one = plane[job.term.which];
  } else {
    one = 0xffff;
    for (int b = 0; b < planes; ++b) {
      one = (job.term.which >> b & 1) != 0 ? plane[b] & one : plane[b] | one;
    }
  }
  struct alignas(16) Sixteen {
    std::int8_t byte[16];
  };
  Sixteen sixteen;
  for (int i = 0; i < 16; ++i) {
    sixteen.byte[i] = static_cast<std::int8_t>(static_cast<int>(one >> i & 1) -
                                               static_cast<int>(minus_one >> i & 1));
  }
  *reinterpret_cast<Sixteen*>(job.out + (vector * job.words + word) * 64 + 16 * quarter) = sixteen;
}

/// out[row][col] (+)= sum over k of left[row][k] right[col][k].
struct Int8Job {
  const std::int8_t* left = nullptr;
  const std::int8_t* right = nullptr;
  Index k = 0;     ///< a multiple of 64
  Index rows = 0;  ///< multiples of `padding`
  Index cols = 0;
  std::int32_t* out = nullptr;
  Index row_stride = 0;
  bool add = false;  ///< to what is there
};

}  // namespace encke::cuda
