#pragma once

#include <type_traits>

#include "products.hpp"
#include "screens/correlation.hpp"
#include "screens/overlap.hpp"
#include "screens/scores.hpp"
#include "screens/weights.hpp"

namespace encke::cuda {

/// The lists of products that kernels are made of, see products.hpp.
enum class BitList {
  complete,
  missing,
  moments,
  matches,
  matches_missing,
  ternary_left,
  mask_left,
  one_plane,
  two_planes,
  three_planes,
  count2,
  count3
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
    case BitList::matches:
      return body(Type<Matches>{});
    case BitList::matches_missing:
      return body(Type<MatchesMissing>{});
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

/// Calls body(Type<Test>{}) for the test of entries of `products` tallies of type T, if there is
/// such a test; tells whether there is.
template <class T, int products, class F>
bool with_test(ScreenKind kind, int way, const F& body) {
  return with_weight_test<T, products>(kind, way, body) ||
         with_overlap_test<T, products>(kind, way, body) ||
         with_correlation_test<T, products>(kind, body) ||
         with_score_test<T, products>(kind, way, body);
}

/// Calls body(Type<Test>{}) for the test that a kernel of `List` applies to the entries that it
/// makes, if there is such a kernel; tells whether there is.
template <class List, class F>
bool with_screen(ScreenKind kind, int way, const F& body) {
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
    if constexpr (one) {
      if (kind == ScreenKind::listed_genotypes) return pass(Type<ListedWeights<false>>{});
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
    if constexpr (one) {
      if (kind == ScreenKind::listed_bits) return pass(Type<ListedWeights<true>>{});
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

/// Calls body(test, parted) for the test that a kernel of `List` applies, if there is such a
/// kernel; `parted`, a type of true or false, tells whether it is applied after a part of the
/// samples, too.
template <class List, class F>
void with_selection(ScreenKind kind, int way, const ScreenData& data, const F& body) {
  with_screen<List>(kind, way, [&](auto type) {
    using Test = typename decltype(type)::type;
    if constexpr (HasPartTest<Test>) {
      if (data.part_stages > 0) return body(Test{data}, std::true_type{});
    }
    body(Test{data}, std::false_type{});
  });
}

}  // namespace encke::cuda
