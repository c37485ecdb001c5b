#include <gtest/gtest.h>

#include <encke/metric/builtin.hpp>

#include "emulated_run.hpp"
#include "support/genotypes.hpp"

// Vectors that stay on the device: which are found again, and which go first.

namespace {

using encke::Index;
using encke::PackedVectors;
using encke::Range;
using encke::cuda::PanelCache;
using encke::cuda::PanelCopy;
using encke::test::EmulatedDevice;
using encke::test::pack;
using encke::test::random_genotypes;

constexpr Index unlimited = std::numeric_limits<Index>::max();

class CudaPanelCache : public testing::Test {
 protected:
  bool has(Index begin) { return cache.find(vectors, {begin, begin + 16}, false) != nullptr; }
  PanelCopy& make(Index begin, Index most, std::initializer_list<const PanelCopy*> in_use = {}) {
    return cache.make(vectors, {begin, begin + 16}, false, most, {in_use.begin(), in_use.size()});
  }

  PackedVectors vectors = pack(random_genotypes(160, 100, 0, 1));
  Index size = PanelCopy::bytes_for(vectors, {0, 16}, false);
  EmulatedDevice device;
  PanelCache cache{device};
};

TEST_F(CudaPanelCache, finds_the_same_vectors_alone) {
  EXPECT_FALSE(has(0));
  const PanelCopy& made = make(0, unlimited);
  EXPECT_EQ(cache.find(vectors, {0, 16}, false), &made);
  EXPECT_EQ(cache.find(vectors, {0, 15}, false), nullptr);
  EXPECT_FALSE(has(16));
  const auto others = pack(random_genotypes(160, 100, 0, 1));  // equal, but who knows
  EXPECT_EQ(cache.find(others, {0, 16}, false), nullptr);
}

TEST_F(CudaPanelCache, does_not_find_vectors_that_have_changed) {
  make(0, unlimited);
  vectors.received();
  EXPECT_FALSE(has(0));
}

TEST_F(CudaPanelCache, has_masks_where_they_are_wanted) {
  vectors.keep_masks();
  cache.make(vectors, {0, 16}, false, unlimited, {});
  EXPECT_EQ(cache.find(vectors, {0, 16}, true), nullptr);
  const PanelCopy& masked = cache.make(vectors, {0, 16}, true, unlimited, {});
  EXPECT_EQ(cache.find(vectors, {0, 16}, true), &masked);
  EXPECT_NE(cache.find(vectors, {0, 16}, false), nullptr);
}

TEST_F(CudaPanelCache, gives_up_what_was_used_the_longest_time_ago) {
  for (const Index begin : {0, 16, 32}) make(begin, 3 * size);
  EXPECT_EQ(cache.held(), 3 * size);
  EXPECT_TRUE(has(0));  // used again: 16 is the oldest now
  make(48, 3 * size);
  EXPECT_EQ(cache.held(), 3 * size);
  EXPECT_EQ(device.bytes_held(), 3 * size);
  EXPECT_FALSE(has(16));
  for (const Index begin : {0, 32, 48}) EXPECT_TRUE(has(begin)) << begin;
}

TEST_F(CudaPanelCache, keeps_what_is_in_use_whatever_the_limit) {
  const PanelCopy& first = make(0, 0);
  const PanelCopy& second = make(16, 0, {&first});
  EXPECT_EQ(cache.held(), 2 * size);
  const PanelCopy& third = make(32, 0, {&first});  // the second one's memory
  EXPECT_EQ(&third, &second);
  EXPECT_EQ(cache.held(), 2 * size);
  EXPECT_TRUE(has(0));
  EXPECT_FALSE(has(16));
}

TEST_F(CudaPanelCache, gives_up_more_where_there_is_no_memory) {
  device.most_memory = 3 * size;
  for (const Index begin : {0, 16, 32}) make(begin, unlimited);
  make(48, unlimited);
  EXPECT_FALSE(has(0));
  EXPECT_TRUE(has(16));
  const PanelCopy& used = *cache.find(vectors, {48, 64}, false);
  device.most_memory = size;
  cache.shrink(size);
  EXPECT_THROW(make(64, unlimited, {&used}), encke::OutOfMemory);
  EXPECT_EQ(cache.find(vectors, {48, 64}, false), &used);
}

TEST_F(CudaPanelCache, shrinks_by_the_oldest) {
  for (const Index begin : {0, 16, 32}) make(begin, unlimited);
  cache.shrink(2 * size);
  EXPECT_FALSE(has(0));
  EXPECT_TRUE(has(16));
  cache.clear();
  EXPECT_EQ(cache.held(), 0);
  EXPECT_EQ(device.bytes_held(), 0);
}

TEST_F(CudaPanelCache, has_so_many_panels_at_most) {
  const auto many = pack(random_genotypes(16 * 300, 3, 0, 2));
  for (Index v = 0; v < many.vectors(); v += 16) {
    cache.make(many, {v, v + 16}, false, unlimited, {});
  }
  EXPECT_EQ(cache.find(many, {16 * 43, 16 * 44}, false), nullptr);
  EXPECT_NE(cache.find(many, {16 * 44, 16 * 45}, false), nullptr);
}

}  // namespace
