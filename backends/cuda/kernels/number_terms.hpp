#pragma once

#include "bit_job.hpp"
#include "lists.hpp"

// The route by numbers: planes are expanded to one number a field, and a library multiplies the
// matrices. A list of AND products (products.hpp) has fewer products of numbers.

namespace encke::cuda {

/// What a field becomes.
enum class NumberKind {
  ternary,  ///< planes z and n: x in {-1, 0, 1}
  plane,    ///< one plane: 0 or 1
  level,    ///< planes of a count: 1 where it is at least `which`
};
struct NumberTerm {
  NumberKind kind = NumberKind::plane;
  int which = 0;   ///< the plane, or the level
  int planes = 0;  ///< level: planes of the count
};

/// out[product] += left term times right term.
struct NumberProduct {
  int left;
  int right;
  int product;
};

/// The terms and products of a list.
struct NumberList {
  static constexpr int most = 9;
  int left_terms = 0, right_terms = 0, products = 0;
  NumberTerm left[most];
  NumberTerm right[most];
  NumberProduct product[most];

  constexpr void add(int l, int r, int p) { product[products++] = {l, r, p}; }

  /// Results that its products are added to, from 0 on.
  constexpr int results() const {
    int last = 0;
    for (int i = 0; i < products; ++i) last = last < product[i].product ? product[i].product : last;
    return last + 1;
  }
  /// Products that are added to one result, at most: so much a field may add to it.
  constexpr int products_of_result() const {
    int largest = 0;
    for (int r = 0; r < results(); ++r) {
      int here = 0;
      for (int i = 0; i < products; ++i) here += product[i].product == r ? 1 : 0;
      largest = largest < here ? here : largest;
    }
    return largest;
  }
};

/// Terms: each plane by itself, where a list is of pairs of planes.
constexpr NumberList number_planes(int planes) {
  NumberList list;
  list.left_terms = list.right_terms = planes;
  for (int p = 0; p < planes; ++p) list.left[p] = list.right[p] = {NumberKind::plane, p, 0};
  for (int l = 0; l < planes; ++l) {
    for (int r = 0; r < planes; ++r) list.add(l, r, l * planes + r);
  }
  return list;
}

constexpr NumberList number_levels(int planes) {
  NumberList list;
  list.left_terms = list.right_terms = (1 << planes) - 1;
  for (int t = 0; t < list.left_terms; ++t) {
    list.left[t] = list.right[t] = {NumberKind::level, t + 1, planes};
    list.add(t, t, 0);
  }
  return list;
}

/// Matches: terms x and z, and m where some are missing.
constexpr NumberList number_matches(bool missing) {
  NumberList list;
  list.left[0] = list.right[0] = {NumberKind::ternary, 0, 0};
  list.left[1] = list.right[1] = {NumberKind::plane, 0, 0};
  list.left[2] = list.right[2] = {NumberKind::plane, 2, 0};
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
constexpr NumberList number_genotypes(BitList from) {
  constexpr NumberTerm x{NumberKind::ternary, 0, 0}, m{NumberKind::plane, 2, 0},
      z{NumberKind::plane, 0, 0};
  NumberList list;
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
    list.left[0] = {NumberKind::plane, 0, 0};
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

constexpr NumberList number_list(BitList list) {
  switch (list) {
    case BitList::one_plane:
      return number_planes(1);
    case BitList::two_planes:
      return number_planes(2);
    case BitList::three_planes:
      return number_planes(3);
    case BitList::count2:
      return number_levels(2);
    case BitList::count3:
      return number_levels(3);
    case BitList::matches:
      return number_matches(false);
    case BitList::matches_missing:
      return number_matches(true);
    default:
      return number_genotypes(list);
  }
}

}  // namespace encke::cuda
