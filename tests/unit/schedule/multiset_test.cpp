#include <gtest/gtest.h>

#include <encke/schedule/multiset.hpp>
#include <random>

namespace {

using encke::Array;
using encke::Index;
using encke::multiset_count;
using encke::multiset_limit;
using encke::multiset_rank;
using encke::multiset_unrank;

TEST(Multiset, counts_of_small_sets_are_those_counted_by_hand) {
  // pairs of {0,1,2}: 00 01 02 11 12 22; triples of {0,1}: 000 001 011 111
  EXPECT_EQ(multiset_count<2>(0), 0);
  EXPECT_EQ(multiset_count<2>(1), 1);
  EXPECT_EQ(multiset_count<2>(3), 6);
  EXPECT_EQ(multiset_count<3>(0), 0);
  EXPECT_EQ(multiset_count<3>(1), 1);
  EXPECT_EQ(multiset_count<3>(2), 4);
}

TEST(Multiset, ranks_of_pairs_are_dense_and_grow_with_the_last_item_first) {
  Index next = 0;
  for (Index b = 0; b < 100; ++b) {
    for (Index a = 0; a <= b; ++a, ++next) {
      const Array<Index, 2> pair{a, b};
      EXPECT_EQ(multiset_rank(pair), next);
      EXPECT_EQ(multiset_unrank<2>(next), pair);
    }
  }
  EXPECT_EQ(next, multiset_count<2>(100));
}

TEST(Multiset, ranks_of_triples_are_dense_and_grow_with_the_last_item_first) {
  Index next = 0;
  for (Index c = 0; c < 40; ++c) {
    for (Index b = 0; b <= c; ++b) {
      for (Index a = 0; a <= b; ++a, ++next) {
        const Array<Index, 3> triple{a, b, c};
        EXPECT_EQ(multiset_rank(triple), next);
        EXPECT_EQ(multiset_unrank<3>(next), triple);
      }
    }
  }
  EXPECT_EQ(next, multiset_count<3>(40));
}

template <int Way>
void expect_round_trips_up_to_the_limit() {
  std::mt19937_64 random(1);
  const Index count = multiset_count<Way>(multiset_limit);
  std::uniform_int_distribution<Index> any(0, count - 1);
  for (int sample = 0; sample < 2000; ++sample) {
    const Index rank = sample == 0 ? count - 1 : any(random);
    EXPECT_EQ(multiset_rank(multiset_unrank<Way>(rank)), rank);
  }
}

TEST(Multiset, pair_ranks_round_trip_up_to_the_limit) { expect_round_trips_up_to_the_limit<2>(); }
TEST(Multiset, triple_ranks_round_trip_up_to_the_limit) { expect_round_trips_up_to_the_limit<3>(); }

}  // namespace
