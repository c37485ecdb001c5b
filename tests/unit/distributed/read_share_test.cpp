#include <gtest/gtest.h>

#include <encke/contraction/minima.hpp>
#include <encke/distributed/block_exchange.hpp>
#include <encke/distributed/read_share.hpp>
#include <encke/distributed/steps.hpp>
#include <encke/io/comet/synthetic.hpp>

// One process reads and has everything; tests/mpi has the same of several.

namespace encke {
namespace {

OwnedVectors read(Element element, Index vectors, Index fields) {
  const auto source =
      io::open_synthetic({.element = element, .vectors = vectors, .fields = fields});
  return read_share(*source, Partition(vectors, 16), Grid());
}

TEST(ReadShare, of_one_process_is_the_whole_input_in_one_part) {
  for (const Element element : {Element::genotype, Element::bit, Element::float32}) {
    const OwnedVectors owned = read(element, 50, 70);
    EXPECT_EQ(owned.own, (Range{0, 50}));
    EXPECT_EQ(owned.fields, 70);
    ASSERT_EQ(owned.parts.size(), 1U);
    EXPECT_EQ(owned.parts.front().vectors(), 50);
    EXPECT_EQ(owned.parts.front().fields(), 70);
    EXPECT_EQ(owned.view().parts, std::vector<const PackedVectors*>{owned.parts.data()});
    EXPECT_EQ(owned.view().own, owned.own);
  }
}

TEST(ReadShare, of_one_process_does_not_cut_reals_that_have_several_segments) {
  const OwnedVectors owned = read(Element::float64, 4, 2 * Minima::segment + 1);
  ASSERT_EQ(owned.parts.size(), 1U);
  EXPECT_EQ(owned.parts.front().fields(), 2 * Minima::segment + 1);
}

TEST(BlockExchange, of_one_process_gives_its_own_vectors_and_moves_nothing) {
  const OwnedVectors owned = read(Element::genotype, 50, 70);
  const RankVectors mine = owned.view();
  BlockExchange exchange(Communicator(), mine, owned_vectors(owned.partition, Grid()));
  for (int step = 0; step < 3; ++step) {
    exchange.begin({0, 0});
    exchange.finish();
    EXPECT_EQ(exchange.at(0).range, (Range{0, 50}));
    EXPECT_EQ(exchange.at(0).parts, mine.parts);
  }
  EXPECT_EQ(exchange.bytes(), 0);
}

}  // namespace
}  // namespace encke
