#pragma once

#include <type_traits>

#include "products.hpp"
#include "score_tests.hpp"

namespace encke::cuda {

/// The lists of products that kernels are made of, see products.hpp.
enum class BitList {
  complete,
  missing,
  moments,
  ternary_left,
  mask_left,
  one_plane,
  two_planes,
  three_planes,
  count2,
  count3
};

/// A type as a value.
template <class T>
struct Type {
  using type = T;
};

/// Calls body(Type<List>{}).
template <class F>
void with_list(BitList list, const F& body) {
  switch (list) {
    case BitList::complete:
      return body(Type<Complete>{});
    case BitList::missing:
      return body(Type<Missing>{});
    case BitList::moments:
      return body(Type<Moments>{});
    case BitList::ternary_left:
      return body(Type<TernaryLeft>{});
    case BitList::mask_left:
      return body(Type<MaskLeft>{});
    case BitList::one_plane:
      return body(Type<EachWithEach<1>>{});
    case BitList::two_planes:
      return body(Type<EachWithEach<2>>{});
    case BitList::three_planes:
      return body(Type<EachWithEach<3>>{});
    case BitList::count2:
      return body(Type<CountLevels<2>>{});
    case BitList::count3:
      return body(Type<CountLevels<3>>{});
  }
}

/// Calls body(Type<Test>{}) for the test of a score of tables of `products` tallies, if there is
/// one; tells whether there is.
template <int way, int products, class F>
bool with_score_test(ScreenKind kind, const F& body) {
  const auto pass = [&](auto test) {
    body(test);
    return true;
  };
  switch (kind) {
    case ScreenKind::k2:
      return pass(Type<ScoreTest<ScreenKind::k2, way, products>>{});
    case ScreenKind::mutual_information:
      return pass(Type<ScoreTest<ScreenKind::mutual_information, way, products>>{});
    case ScreenKind::chi_squared:
      return pass(Type<ScoreTest<ScreenKind::chi_squared, way, products>>{});
    case ScreenKind::interaction:
      if constexpr (way == 2) return pass(Type<ScoreTest<ScreenKind::interaction, 2, products>>{});
      return false;
    default:
      return false;
  }
}

/// Calls body(Type<Test>{}) for the test of entries of `products` tallies of type T, if there is
/// such a test; tells whether there is.
template <class T, int products, class F>
bool with_test(ScreenKind kind, int way, const F& body) {
  constexpr bool counts = sizeof(T) == 4;
  if (is_score(kind)) {
    if constexpr (counts && has_score_test(2, products)) {
      if (way == 2) return with_score_test<2, products>(kind, body);
    }
    if constexpr (counts && has_score_test(3, products)) {
      if (way == 3) return with_score_test<3, products>(kind, body);
    }
    return false;
  }
  if (kind == ScreenKind::overlap) {
    if constexpr (products == 1 || products == 4 || products == 8) {
      if (way == 2) {
        body(Type<Overlap<T, products, 2>>{});
      } else {
        body(Type<Overlap<T, products, 3>>{});
      }
      return true;
    }
  }
  if constexpr (counts && (products == 1 || products == 6)) {
    if (kind == ScreenKind::correlation) {
      body(Type<Correlation<products>>{});
      return true;
    }
  }
  if constexpr (counts && (products == 1 || products == 4)) {
    if (kind == ScreenKind::genotype_weights && way == 2) {
      body(Type<PairWeights<false, products>>{});
      return true;
    }
    if (kind == ScreenKind::bit_weights && way == 2) {
      body(Type<PairWeights<true, products>>{});
      return true;
    }
  }
  if constexpr (counts && (products == 1 || products == 8)) {
    if (kind == ScreenKind::genotype_weights && way == 3) {
      body(Type<TripleWeights<false, products>>{});
      return true;
    }
    if (kind == ScreenKind::bit_weights && way == 3) {
      body(Type<TripleWeights<true, products>>{});
      return true;
    }
  }
  return false;
}

/// Calls body(Type<Test>{}) for the test that a kernel of `List` applies to the entries that it
/// makes, if there is such a kernel; tells whether there is.
template <class List, class F>
bool with_selection(ScreenKind kind, int way, const F& body) {
  constexpr bool genotypes = std::is_same_v<List, Complete> || std::is_same_v<List, Missing>;
  constexpr bool moments = std::is_same_v<List, Complete> || std::is_same_v<List, Moments>;
  constexpr bool bits =
      std::is_same_v<List, EachWithEach<1>> || std::is_same_v<List, EachWithEach<2>>;
  constexpr bool counts =
      std::is_same_v<List, CountLevels<2>> || std::is_same_v<List, CountLevels<3>>;
  constexpr int n = List::products;
  constexpr bool one = n == 1;
  const auto pass = [&](auto test) {
    body(test);
    return true;
  };
  if constexpr (genotypes) {
    if (kind == ScreenKind::genotype_weights) {
      if (way == 2) return pass(Type<PairWeights<false, n>>{});
      if constexpr (one) return pass(Type<TripleWeights<false, n>>{});
    }
  }
  if constexpr (moments) {
    if (kind == ScreenKind::correlation) return pass(Type<Correlation<n>>{});
  }
  if constexpr (bits) {
    if (kind == ScreenKind::bit_weights) {
      if (way == 2) return pass(Type<PairWeights<true, n>>{});
      if constexpr (one) return pass(Type<TripleWeights<true, n>>{});
    }
  }
  if constexpr (bits || counts) {
    if (kind == ScreenKind::overlap) {
      if (way == 2) return pass(Type<Overlap<std::int32_t, n, 2>>{});
      if constexpr (one) return pass(Type<Overlap<std::int32_t, n, 3>>{});
    }
  }
  return false;
}

}  // namespace encke::cuda
