#include <gtest/gtest.h>

#include <cstdint>
#include <encke/schedule/tuple_rank.hpp>
#include <random>
#include <utility>

namespace {

using encke::Array;
using encke::Index;
using encke::tuple_count;
using encke::tuple_rank;
using encke::tuple_unrank;

constexpr Index largest_n = 3'000'000;

// usable at compile time
static_assert(tuple_rank(Array<Index, 2>{0, 1}, 2) == 0);
static_assert(tuple_unrank<3>(3, 4) == Array<Index, 3>{1, 2, 3});

TEST(TupleRank, counts_pairs_in_the_order_of_two_nested_loops) {
  for (const Index n : {0, 1, 2, 3, 4, 5, 30, 31}) {
    Index rank = 0;
    for (Index i = 0; i < n; ++i) {
      for (Index j = i + 1; j < n; ++j, ++rank) {
        const Array<Index, 2> pair{i, j};
        EXPECT_EQ(tuple_rank(pair, n), rank);
        EXPECT_EQ(tuple_unrank<2>(rank, n), pair);
      }
    }
    EXPECT_EQ(rank, tuple_count(2, n));
  }
}

TEST(TupleRank, counts_triples_in_the_order_of_three_nested_loops) {
  for (const Index n : {0, 2, 3, 4, 5, 6, 20, 21, 22}) {
    Index rank = 0;
    for (Index i = 0; i < n; ++i) {
      for (Index j = i + 1; j < n; ++j) {
        for (Index k = j + 1; k < n; ++k, ++rank) {
          const Array<Index, 3> triple{i, j, k};
          EXPECT_EQ(tuple_rank(triple, n), rank);
          EXPECT_EQ(tuple_unrank<3>(rank, n), triple);
        }
      }
    }
    EXPECT_EQ(rank, tuple_count(3, n));
  }
}

TEST(TupleRank, of_pairs_is_the_condensed_index_of_scipy) {
  const Index n = 40'000;
  for (const auto& [i, j] : {std::pair<Index, Index>{0, 1}, {0, 39'999}, {123, 20'000}}) {
    EXPECT_EQ(tuple_rank(Array<Index, 2>{i, j}, n), n * i - i * (i + 1) / 2 + j - i - 1);
  }
}

TEST(TupleRank, is_exact_at_the_ends_of_the_largest_problem) {
  const Index n = largest_n;
  EXPECT_EQ(tuple_count(3, n), Index{4'499'995'500'001'000'000});
  EXPECT_EQ(tuple_rank(Array<Index, 3>{0, 1, 2}, n), 0);
  EXPECT_EQ(tuple_rank(Array<Index, 3>{n - 3, n - 2, n - 1}, n), tuple_count(3, n) - 1);
  EXPECT_EQ(tuple_unrank<3>(tuple_count(3, n) - 1, n), (Array<Index, 3>{n - 3, n - 2, n - 1}));
}

TEST(TupleRank, unrank_inverts_rank_all_over_the_largest_problem) {
  std::mt19937_64 random(1);
  std::uniform_int_distribution<Index> ranks(0, tuple_count(3, largest_n) - 1);
  for (int repeat = 0; repeat < 10'000; ++repeat) {
    const Index rank = ranks(random);
    const auto triple = tuple_unrank<3>(rank, largest_n);
    ASSERT_TRUE(triple[0] < triple[1] && triple[1] < triple[2] && triple[2] < largest_n);
    ASSERT_EQ(tuple_rank(triple, largest_n), rank);
  }
}

TEST(TupleRank, takes_32_bit_indices_without_wrapping) {
  const Array<std::uint32_t, 2> pair{3'999'999'998u, 3'999'999'999u};
  EXPECT_EQ(tuple_rank(pair, 4'000'000'000), tuple_count(2, 4'000'000'000) - 1);
}

}  // namespace
