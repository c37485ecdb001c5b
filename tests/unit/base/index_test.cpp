#include <gtest/gtest.h>

#include <encke/base/array.hpp>
#include <encke/base/index.hpp>

namespace {

using encke::Array;
using encke::divide_up;
using encke::Index;
using encke::ipow;
using encke::Range;
using encke::round_up;
using encke::tuple_count;

__extension__ using Wide = __int128;

TEST(TupleCount, equals_counting_them) {
  for (Index n = 0; n < 40; ++n) {
    Index pairs = 0, triples = 0;
    for (Index i = 0; i < n; ++i) {
      for (Index j = i + 1; j < n; ++j) {
        ++pairs;
        triples += n - j - 1;
      }
    }
    EXPECT_EQ(tuple_count(2, n), pairs) << n;
    EXPECT_EQ(tuple_count(3, n), triples) << n;
  }
}

TEST(TupleCount, is_exact_where_intermediate_products_need_more_than_64_bits) {
  for (const Index n : {1000000, 1000001, 1000002, 2097152, 2999998, 2999999, 3000000}) {
    const Wide triples = static_cast<Wide>(n) * (n - 1) * (n - 2) / 6;
    EXPECT_TRUE(static_cast<Wide>(tuple_count(3, n)) == triples) << n;
  }
  for (const Index n : {Index{4294967295}, Index{4294967294}, Index{3037000500}}) {
    const Wide pairs = static_cast<Wide>(n) * (n - 1) / 2;
    EXPECT_TRUE(static_cast<Wide>(tuple_count(2, n)) == pairs) << n;
  }
}

TEST(TupleCount, of_fewer_vectors_than_a_tuple_has_is_zero) {
  EXPECT_EQ(tuple_count(2, 0), 0);
  EXPECT_EQ(tuple_count(2, 1), 0);
  EXPECT_EQ(tuple_count(3, 2), 0);
}

TEST(Rounding, goes_up_to_the_next_multiple_only) {
  EXPECT_EQ(divide_up(0, 8), 0);
  EXPECT_EQ(divide_up(1, 8), 1);
  EXPECT_EQ(divide_up(8, 8), 1);
  EXPECT_EQ(divide_up(9, 8), 2);
  EXPECT_EQ(round_up(0, 64), 0);
  EXPECT_EQ(round_up(64, 64), 64);
  EXPECT_EQ(round_up(65, 64), 128);
}

TEST(Range, contains_its_begin_and_not_its_end) {
  const Range range{3, 5};
  EXPECT_EQ(range.size(), 2);
  EXPECT_FALSE(range.contains(2));
  EXPECT_TRUE(range.contains(3));
  EXPECT_TRUE(range.contains(4));
  EXPECT_FALSE(range.contains(5));
  EXPECT_EQ(range, (Range{3, 5}));
  EXPECT_NE(range, (Range{3, 6}));
}

TEST(Array, is_ordered_lexicographically) {
  const Array<int, 3> a{{1, 2, 3}};
  EXPECT_LT(a, (Array<int, 3>{{1, 2, 4}}));
  EXPECT_LT(a, (Array<int, 3>{{2, 0, 0}}));
  EXPECT_EQ(a, (Array<int, 3>{{1, 2, 3}}));
}

TEST(Array, iterates_over_all_items_in_order) {
  Array<int, 4> a{{4, 5, 6, 7}};
  int expected = 4;
  for (const int x : a) EXPECT_EQ(x, expected++);
  for (int& x : a) x += 1;
  EXPECT_EQ(a, (Array<int, 4>{{5, 6, 7, 8}}));
  EXPECT_EQ(a.front(), 5);
  EXPECT_EQ(a.back(), 8);
  EXPECT_EQ(a.size(), 4);
}

TEST(Power, of_small_numbers_is_known_at_compile_time) {
  static_assert(ipow(2, 0) == 1 && ipow(2, 3) == 8 && ipow(3, 3) == 27 && ipow(1, 5) == 1);
  EXPECT_EQ(ipow(0, 0), 1);
}

}  // namespace
