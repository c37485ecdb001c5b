#include <gtest/gtest.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/schedule/partition.hpp>
#include <string>

namespace encke::test::partition_test {
namespace {

using encke::Index;
using encke::Partition;
using encke::Range;

constexpr Index awkward[] = {0,  1,  2,  15, 16,  17,  31,  32,   33,   47,   48,   49,
                             63, 64, 65, 79, 127, 128, 129, 1000, 1023, 1024, 1025, 28501};

TEST(Partition, covers_all_vectors_with_contiguous_non_empty_blocks) {
  for (const Index vectors : awkward) {
    for (const Index block : {16, 32, 48, 64, 96, 1024, 1 << 20}) {
      const Partition partition(vectors, block);
      Index next = 0;
      for (Index b = 0; b < partition.blocks(); ++b) {
        const Range range = partition.range(b);
        EXPECT_EQ(range.begin, next) << vectors << " by " << block;
        EXPECT_GT(range.size(), 0) << vectors << " by " << block;
        EXPECT_LE(range.size(), block) << vectors << " by " << block;
        EXPECT_EQ(range.begin % Partition::granule, 0) << vectors << " by " << block;
        next = range.end;
      }
      EXPECT_EQ(next, vectors) << "by " << block;
    }
  }
}

TEST(Partition, has_no_more_blocks_than_the_block_size_demands) {
  for (const Index vectors : awkward) {
    for (const Index block : {16, 48, 64, 1024}) {
      EXPECT_EQ(Partition(vectors, block).blocks(), encke::divide_up(vectors, block));
    }
  }
}

TEST(Partition, evens_its_blocks_out_to_within_one_granule) {
  for (const Index vectors : awkward) {
    const Partition partition(vectors, 96);
    Index least = 1 << 30;
    Index most = 0;
    for (Index b = 0; b < partition.blocks(); ++b) {
      const Index granules = encke::divide_up(partition.range(b).size(), Partition::granule);
      least = std::min(least, granules);
      most = std::max(most, granules);
    }
    EXPECT_LE(most - least, 1) << vectors;
  }
}

TEST(Partition, of_no_vectors_has_no_blocks) { EXPECT_EQ(Partition(0, 64).blocks(), 0); }

TEST(Partition, of_fewer_vectors_than_a_block_is_one_block) {
  const Partition partition(17, 1024);
  ASSERT_EQ(partition.blocks(), 1);
  EXPECT_EQ(partition.range(0), (Range{0, 17}));
}

TEST(Partition, refuses_a_block_that_is_not_a_positive_multiple_of_16) {
  for (const Index block : {-16, 0, 1, 15, 17, 24}) {
    try {
      Partition(100, block);
      FAIL() << "accepted " << block;
    } catch (const encke::Error& error) {
      EXPECT_EQ(error.failure(), encke::Failure::command_line);
      EXPECT_EQ(error.what(), "a block of " + std::to_string(block) +
                                  " vectors: expected a positive multiple of 16");
    }
  }
}

TEST(Partition, refuses_a_negative_number_of_vectors) {
  EXPECT_THROW(Partition(-1, 16), encke::Error);
}

TEST(PartitionOfBlocks, evens_out_as_many_blocks_as_are_wanted) {
  for (const Index vectors : awkward) {
    const Index granules = encke::divide_up(vectors, Partition::granule);
    for (const Index wanted : {1, 2, 3, 7, 16, 63, 1000, 100'000}) {
      const Partition partition = Partition::of_blocks(vectors, wanted);
      EXPECT_EQ(partition.vectors(), vectors);
      EXPECT_EQ(partition.blocks(), std::min(wanted, granules)) << vectors;
      Index next = 0;
      for (Index b = 0; b < partition.blocks(); ++b) {
        const Range range = partition.range(b);
        EXPECT_EQ(range.begin, next) << vectors << " in " << wanted;
        EXPECT_EQ(range.begin % Partition::granule, 0) << vectors << " in " << wanted;
        const Index size = encke::divide_up(range.size(), Partition::granule);
        EXPECT_GE(size, granules / partition.blocks()) << vectors << " in " << wanted;
        EXPECT_LE(size, encke::divide_up(granules, partition.blocks()));
        next = range.end;
      }
      EXPECT_EQ(next, vectors) << "in " << wanted;
    }
  }
}

TEST(PartitionOfBlocks, makes_any_partition_again_from_its_number_of_blocks) {
  for (const Index vectors : awkward) {
    for (const Index block : {16, 32, 48, 64, 96, 1024, 1 << 20}) {
      const Partition partition(vectors, block);
      EXPECT_EQ(Partition::of_blocks(vectors, partition.blocks()), partition);
    }
    for (const Index wanted : {1, 2, 3, 7, 16, 63, 1000, 100'000}) {
      const Partition partition = Partition::of_blocks(vectors, wanted);
      EXPECT_EQ(Partition::of_blocks(vectors, partition.blocks()), partition);
    }
  }
  EXPECT_NE(Partition::of_blocks(100, 2), Partition::of_blocks(100, 3));
  EXPECT_NE(Partition::of_blocks(100, 2), Partition::of_blocks(101, 2));
}

TEST(PartitionOfBlocks, refuses_vectors_without_blocks) {
  EXPECT_EQ(Partition::of_blocks(0, 0).blocks(), 0);
  EXPECT_THROW(Partition::of_blocks(-1, 1), encke::Error);
  EXPECT_THROW(Partition::of_blocks(0, -1), encke::Error);
  try {
    Partition::of_blocks(100, 0);
    FAIL();
  } catch (const encke::Error& error) {
    EXPECT_EQ(error.failure(), encke::Failure::command_line);
    EXPECT_STREQ(error.what(),
                 "cannot divide 100 vectors into 0 blocks: expected at least one block");
  }
}

}  // namespace
}  // namespace encke::test::partition_test
