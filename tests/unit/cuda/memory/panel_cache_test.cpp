#include <gtest/gtest.h>

#include <encke/metric/builtin.hpp>
#include <vector>

#include "support/genotypes.hpp"
#include "unit/cuda/emulated/run.hpp"

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
  PanelCopy& make(Index begin, Index most, std::initializer_list<const PanelCopy*> in_use = {},
                  bool masked = false) {
    cache.use_only({in_use.begin(), in_use.size()});
    return cache.make(vectors, {begin, begin + 16}, masked, most);
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

/// Planes of a panel, as they lie on the device: of one word of 8 vectors.
std::vector<std::byte> words_of(const PanelCopy& panel, int planes, Index group, Index word) {
  const auto all = panel.planes(planes == 3);
  std::vector<std::byte> words;
  for (int p = 0; p < planes; ++p) {
    const auto* from = all.plane[p] + group * all.group_stride[p] + word * all.word_stride[p];
    words.insert(words.end(), from, from + 64);
  }
  return words;
}

TEST_F(CudaPanelCache, gives_masks_to_vectors_that_are_there_without) {
  vectors.keep_masks();
  const Range range{0, 16};
  PanelCopy& made = cache.make(vectors, range, false, unlimited);
  made.bring(0, vectors, 16);
  device.wait(0);
  const Index of_values = device.bytes_in;
  EXPECT_EQ(cache.find(vectors, range, true), nullptr);
  PanelCopy& masked = cache.make(vectors, range, true, unlimited);
  EXPECT_EQ(&masked, &made);
  EXPECT_EQ(cache.held(), PanelCopy::bytes_for(vectors, range, true));
  EXPECT_EQ(masked.brought(), 0);
  masked.bring(0, vectors, 16);
  device.wait(0);
  EXPECT_EQ(masked.brought(), 16);
  EXPECT_EQ(device.bytes_in, of_values + of_values / 2);  // one plane more, not all three
  EXPECT_EQ(cache.find(vectors, range, true), &made);
  EXPECT_EQ(cache.find(vectors, range, false), &made);
}

TEST_F(CudaPanelCache, has_the_same_values_with_masks_and_without) {
  auto others = pack(random_genotypes(16, 100, 0.2, 3));
  PanelCopy without(device), with(device), later(device);
  without.begin(others, {0, 16}, false);
  with.begin(others, {0, 16}, true);
  later.begin(others, {0, 16}, false);
  later.bring(0, others, 16);
  later.add_masks(others);
  for (PanelCopy* panel : {&without, &with, &later}) panel->bring(0, others, 16);
  device.wait(0);
  for (Index group = 0; group < 32; ++group) {
    for (Index word = 0; word < 2; ++word) {
      EXPECT_EQ(words_of(with, 2, group, word), words_of(without, 2, group, word));
      EXPECT_EQ(words_of(with, 3, group, word), words_of(later, 3, group, word));
    }
  }
}

TEST_F(CudaPanelCache, gives_up_others_for_masks) {
  vectors.keep_masks();
  size = PanelCopy::bytes_for(vectors, {0, 16}, false);
  for (const Index begin : {0, 16, 32}) make(begin, unlimited);
  make(0, 3 * size, {}, true);
  EXPECT_TRUE(has(0));
  EXPECT_FALSE(has(16));
  EXPECT_TRUE(has(32));
  EXPECT_EQ(cache.held(), device.bytes_held());
  EXPECT_LE(cache.held(), 3 * size);
}

TEST_F(CudaPanelCache, does_not_find_what_the_device_has_given_up) {
  for (const Index begin : {0, 16, 32}) make(begin, unlimited);
  cache.use_only({});
  device.most_memory = 3 * size;
  encke::cuda::Memory other(device, encke::cuda::Memory::device);
  other.reserve(2 * size);
  EXPECT_FALSE(has(0));
  EXPECT_FALSE(has(16));
  EXPECT_TRUE(has(32));
  EXPECT_EQ(cache.held(), size);
}

/// Masks may go before the values do.
TEST_F(CudaPanelCache, finds_vectors_whose_masks_are_gone) {
  vectors.keep_masks();
  const Range range{0, 16};
  cache.make(vectors, range, true, unlimited);
  EXPECT_NE(cache.find(vectors, range, false), nullptr);  // the values were used last
  cache.use_only({});
  device.most_memory = device.bytes_held();
  encke::cuda::Memory other(device, encke::cuda::Memory::device);
  other.reserve(1);
  EXPECT_NE(cache.find(vectors, range, false), nullptr);
  EXPECT_EQ(cache.find(vectors, range, true), nullptr);
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

TEST(CudaPanelCopy, knows_the_bytes_of_a_vector) {
  const auto genotypes = random_genotypes(20, 130, 0.1, 4);  // three words
  EXPECT_EQ(PanelCopy::bytes_of_vector(pack(genotypes), false), 48);
  EXPECT_EQ(PanelCopy::bytes_of_vector(pack(genotypes), true), 72);
  EXPECT_EQ(PanelCopy::bytes_of_vector(encke::test::pack_bits(genotypes), false), 24);
  EXPECT_EQ(PanelCopy::bytes_of_vector(encke::test::pack_bits(genotypes), true), 48);
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
    cache.use_only({});
    cache.make(many, {v, v + 16}, false, unlimited);
  }
  EXPECT_EQ(cache.find(many, {16 * 43, 16 * 44}, false), nullptr);
  EXPECT_NE(cache.find(many, {16 * 44, 16 * 45}, false), nullptr);
}

}  // namespace
