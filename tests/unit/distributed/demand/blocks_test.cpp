#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <encke/distributed/demand/blocks.hpp>
#include <encke/distributed/read_share.hpp>
#include <encke/io/comet/synthetic.hpp>
#include <encke/pack/packers.hpp>
#include <mutex>
#include <thread>

#include "support/values.hpp"

namespace encke {
namespace {

/// Reads blocks of 16 vectors that know their number by how many fields their first vector has
/// set, and notes which.
class Shelf {
 public:
  std::vector<PackedVectors> read(Range vectors) {
    if (vectors.begin == broken) throw Error(Failure::read, "a broken block");
    {
      const std::lock_guard lock(mutex_);
      reads.push_back(vectors.begin / 16);
      thread = std::this_thread::get_id();
    }
    std::vector<PackedVectors> parts;
    parts.push_back(pack::bits(vectors.size(), 100));
    const std::uint64_t word[] = {static_cast<std::uint64_t>(vectors.begin) + 1, 0};
    pack::set_bit_words(parts.back(), 0, word);
    return parts;
  }
  BlocksOnDemand::Read reader() {
    return [this](Range vectors) { return read(vectors); };
  }

  std::vector<Index> reads;
  std::thread::id thread;
  Index broken = -1;

 private:
  std::mutex mutex_;
};

using Blocks = std::vector<Index>;

TEST(BlocksOnDemand, reads_each_block_when_it_is_needed_first) {
  Shelf shelf;
  BlocksOnDemand blocks(Partition(160, 16), 3, shelf.reader());
  EXPECT_EQ(blocks.held(), 3);
  blocks.need(Blocks{2, 5}, 9);
  blocks.need(Blocks{2, 5}, 9);
  EXPECT_EQ(shelf.reads, (Blocks{2, 5}));
  EXPECT_EQ(shelf.thread, std::this_thread::get_id());
  EXPECT_EQ(blocks.at(5).front().vectors(), 16);
  EXPECT_EQ(pack::bit(blocks.at(5).front(), 0, 0), 1);  // 81
  EXPECT_EQ(pack::bit(blocks.at(5).front(), 0, 4), 1);
  EXPECT_THROW(blocks.at(3), Error);
}

TEST(BlocksOnDemand, reads_what_comes_next_by_another_thread) {
  Shelf shelf;
  BlocksOnDemand blocks(Partition(160, 16), 3, shelf.reader());
  blocks.need(Blocks{0, 1}, 9);
  blocks.begin_next(Blocks{1, 2, 3}, Blocks{0, 1}, 9);  // there is space for one
  EXPECT_EQ(blocks.at(0).size(), 1U);
  blocks.need(Blocks{1, 2, 3}, 9);
  EXPECT_EQ(shelf.reads, (Blocks{0, 1, 2, 3}));
  EXPECT_EQ(blocks.reads(), 4);
  EXPECT_EQ(blocks.at(3).size(), 1U);
  blocks.begin_next(Blocks{4}, Blocks{1, 2}, 9);
  blocks.need(Blocks{4}, 9);
  EXPECT_NE(shelf.thread, std::this_thread::get_id());
}

TEST(BlocksOnDemand, throws_where_it_is_needed_what_reading_throws) {
  Shelf shelf;
  shelf.broken = 32;
  BlocksOnDemand blocks(Partition(160, 16), 3, shelf.reader());
  blocks.need(Blocks{0}, 9);
  EXPECT_NO_THROW(blocks.begin_next(Blocks{2}, Blocks{0}, 9));
  EXPECT_EQ(test::error_of([&] { blocks.need(Blocks{2}, 9); }).failure(), Failure::read);
}

TEST(BlocksOnDemand, keep_masks_whenever_they_are_read) {
  Shelf shelf;
  BlocksOnDemand blocks(Partition(160, 16), 3, shelf.reader());
  EXPECT_FALSE(blocks.pass(1).front().keeps_masks());
  blocks.keep_masks();
  EXPECT_TRUE(blocks.at(1).front().keeps_masks());
  blocks.need(Blocks{7}, 9);
  EXPECT_TRUE(blocks.at(7).front().keeps_masks());
}

TEST(ReadShare, on_demand_has_the_sums_of_all_vectors_and_the_elements_of_some) {
  for (const Element element : {Element::genotype, Element::bit, Element::float64}) {
    const auto source = io::open_synthetic({.element = element, .vectors = 90, .fields = 70});
    const Partition partition(90, 16);
    const OwnedVectors all = read_share(*source, partition, Grid());
    const OwnedVectors owned = read_share(*source, partition, Grid(), 4);
    ASSERT_TRUE(owned.demanded);
    EXPECT_EQ(owned.demanded->held(), 4);
    EXPECT_EQ(owned.demanded->reads(), 6);
    EXPECT_EQ(owned.view().demanded, owned.demanded.get());
    const PackedVectors& sums = owned.parts.front();
    const PackedVectors& vectors = all.parts.front();
    EXPECT_EQ(sums.vectors(), 90);
    EXPECT_EQ(sums.fields(), 70);
    EXPECT_EQ(sums.keeps_masks(), vectors.keeps_masks());
    EXPECT_TRUE(sums.on_device());  // of none: nobody reads its elements
    EXPECT_EQ(sums.missing(), vectors.missing());
    for (Index v = 0; v < 90; ++v) {
      EXPECT_EQ(sums.present_count(v), vectors.present_count(v));
      if (element.row().real_sums) {
        EXPECT_EQ(sums.sum(v), vectors.sum(v));
      } else {
        EXPECT_EQ(sums.x_sum(v), vectors.x_sum(v));
      }
    }
    EXPECT_EQ(owned.demanded->at(5).front().vectors(), 10);
  }
}

}  // namespace
}  // namespace encke
