#include <gtest/gtest.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/contraction/minima.hpp>
#include <encke/distributed/block_exchange.hpp>
#include <encke/distributed/read_share.hpp>
#include <encke/distributed/steps.hpp>
#include <encke/distributed/whole_problem.hpp>
#include <encke/io/comet/synthetic.hpp>
#include <encke/pack/packers.hpp>
#include <numeric>

#include "mpi/solve.hpp"
#include "mpi/world.hpp"
#include "support/long_run.hpp"
#include "support/values.hpp"

// What each rank reads of an input, and what comes to it from the others.

namespace encke::exchange_test {
namespace {

using test::factorisations;
using test::world;

io::Synthetic problem(Element element, Index vectors, Index fields) {
  return {.element = element, .vectors = vectors, .fields = fields};
}

/// Passes reads on to another source, and keeps what was asked for.
class Watched final : public io::Source {
 public:
  explicit Watched(const io::Synthetic& what)
      : Source(numbered(what.element, what.vectors, what.fields)),
        inside_(io::open_synthetic(what)) {}

  std::vector<io::FileRecord> files(const Communicator&) override { return {}; }
  const std::vector<io::ReadRange>& read_so_far() const { return parts_; }
  bool fails = false;

 private:
  PackedVectors read_range(const io::ReadRange& part) override {
    if (fails) throw Error(Failure::read, "a source that fails");
    parts_.push_back(part);
    return inside_->read(part);
  }

  std::unique_ptr<io::Source> inside_;
  std::vector<io::ReadRange> parts_;
};

TEST(ReadShareOfRanks, reads_its_vectors_and_fields_and_nothing_else) {
  const Partition partition(200, 16);
  for (const Decomposition& d : factorisations(world().size())) {
    const Grid grid(world(), d);
    Watched source(problem(Element::genotype, 200, 1000));
    const OwnedVectors owned = read_share(source, partition, grid);
    const Range fields = grid.fields(1000, 64, grid.field_group().rank());
    EXPECT_EQ(owned.own, grid.owned_vectors(partition, grid.ring().rank()));
    ASSERT_EQ(source.read_so_far().size(), 1U);
    EXPECT_EQ(source.read_so_far().front(), (io::ReadRange{owned.own, fields}));
    EXPECT_EQ(owned.view().own, owned.own);
    EXPECT_NO_THROW(check_parts(owned.view(), grid));
  }
}

TEST(ReadShareOfRanks, cuts_reals_of_a_line_at_segments) {
  const Index fields = 3 * Minima::segment + 5;
  const Grid grid(world(), {1, world().size(), 1});
  Watched source(problem(Element::float64, 20, fields));
  const OwnedVectors owned = read_share(source, Partition(20, 16), grid);
  Index mine = 0;
  for (const PackedVectors& part : owned.parts) {
    EXPECT_LE(part.fields(), world().size() == 1 ? fields : Minima::segment);
    mine += part.fields();
  }
  std::int64_t sum[] = {mine};
  world().sum(sum);
  EXPECT_EQ(sum[0], fields);
}

TEST(ReadShareOfRanks, keeps_masks_everywhere_if_anyone_needs_them) {
  // Only the first block has a missing element.
  const Partition partition(16 * world().size(), 16);
  const Grid grid(world(), {world().size(), 1, 1});
  class OneMissing final : public io::Source {
   public:
    explicit OneMissing(Index vectors) : Source(numbered(Element::genotype, vectors, 4)) {}
    std::vector<io::FileRecord> files(const Communicator&) override { return {}; }

   private:
    PackedVectors read_range(const io::ReadRange& part) override {
      auto vectors = pack::genotypes(part.vectors.size(), 4);
      std::vector<std::uint8_t> codes(static_cast<std::size_t>(part.vectors.size()), 0);
      if (part.vectors.begin == 0) codes[3] = 1;  // .bed: the first field is missing
      pack::set_genotypes(vectors, 0, part.vectors.size(), codes.data(), 1, GenotypeCode::bed);
      return vectors;
    }
  } source(partition.vectors());
  const OwnedVectors owned = read_share(source, partition, grid);
  EXPECT_TRUE(owned.parts.front().keeps_masks());
  EXPECT_NO_THROW(check_parts(owned.view(), grid));
  const WholeProblem whole = whole_problem(owned.view(), grid);
  EXPECT_EQ(whole.missing, 1);
  for (std::size_t b = 0; b < whole.blocks_with_missing.size(); ++b) {
    EXPECT_EQ(whole.blocks_with_missing[b], b == 0) << b;
  }
}

TEST(ReadShareOfRanks, throws_on_all_ranks_what_one_meets) {
  Watched source(problem(Element::genotype, 200, 100));
  source.fails = world().rank() == world().size() - 1;
  const Grid grid(world(), {1, 1, world().size()});
  const Error error = test::error_of([&] { read_share(source, Partition(200, 16), grid); });
  EXPECT_EQ(error.failure(), Failure::read);
  EXPECT_STREQ(error.what(), "a source that fails");
}

/// Expects that what `exchange` has at `offset` is what its owner has.
void expect_owners_vectors(const BlockExchange& exchange, Index offset, const Grid& grid,
                           const Partition& partition, io::Source& source) {
  const int owner = static_cast<int>((grid.ring().rank() + offset) % grid.ring().size());
  const PositionVectors found = exchange.at(offset);
  EXPECT_EQ(found.range, grid.owned_vectors(partition, owner));
  ASSERT_EQ(found.parts.size(), 1U);
  const PackedVectors expected = source.read({found.range, {0, source.fields()}});
  const PackedVectors& part = *found.parts.front();
  ASSERT_EQ(part.vectors(), expected.vectors());
  EXPECT_EQ(part.missing(), expected.missing());
  for (Index v = 0; v < part.vectors(); ++v) {
    EXPECT_EQ(part.x_sum(v), expected.x_sum(v));
    for (Index f = 0; f < part.fields(); f += 7) {
      ASSERT_EQ(pack::genotype(part, v, f), pack::genotype(expected, v, f))
          << "vector " << v << " offset " << offset;
    }
  }
}

TEST(BlockExchangeOfRanks, brings_the_vectors_of_every_owner) {
  const Partition partition(100, 16);  // seven blocks: with eight ranks one has none
  const Grid grid(world(), {world().size(), 1, 1});
  const auto source = io::open_synthetic(problem(Element::genotype, 100, 70));
  const OwnedVectors owned = read_share(*source, partition, grid);
  const RankVectors mine = owned.view();
  BlockExchange exchange(grid.ring(), mine, owned_vectors(partition, grid));
  const Index ring = world().size();
  exchange.begin({0, 1 % ring});
  for (Index step = 0; step < 2 * ring; ++step) {
    exchange.finish();
    const Index offset = (step + 1) % ring;
    if (step + 1 < 2 * ring) exchange.begin({0, (step + 2) % ring});
    for (const Index o : {Index{0}, offset}) {
      expect_owners_vectors(exchange, o, grid, partition, *source);
    }
  }
  EXPECT_EQ(exchange.bytes() > 0, ring > 1);
}

/// Expects what is at `offset` to be, byte for byte, what its owner has.
void expect_owners_bytes(const BlockExchange& exchange, Index offset, io::Source& source,
                         bool masks) {
  const PositionVectors found = exchange.at(offset);
  PackedVectors expected = source.read({found.range, {0, source.fields()}});
  if (masks && expected.vectors() > 0) expected.keep_masks();
  const auto is = found.parts.front()->buffers();
  const auto was = std::as_const(expected).buffers();
  ASSERT_EQ(is.size(), was.size());
  for (std::size_t p = 0; p < is.size(); ++p) {
    EXPECT_TRUE(std::ranges::equal(is[p], was[p])) << "piece " << p << " at offset " << offset;
  }
}

/// A run's vectors in the buffers that are taken before it.
template <int Way>
void expect_rooms_suffice(const io::Synthetic& what, Index block, Index left_out) {
  const Partition partition(what.vectors, block);
  const Grid grid(world(), {world().size(), 1, 1});
  const auto source = io::open_synthetic(what);
  const OwnedVectors owned = read_share(*source, partition, grid);
  const RankVectors mine = owned.view();
  const RingWork<Way> work(partition.blocks(), grid.ring().size(), grid.ring().rank());
  // without some tiles, so that steps follow that have no vectors in common
  const auto keep = [&](const Array<Index, Way>& blocks) {
    return left_out == 0 || (blocks[0] + 2 * blocks[Way - 1]) % 5 >= left_out;
  };
  BlockExchange exchange(grid.ring(), mine, owned_vectors(partition, grid));
  const Index buffers = RingWork<Way>::most_others(grid.ring().size());
  exchange.allocate_buffers(buffers);
  const bool masks = what.element.row().masks && what.missing == MissingCode::missing;
  for_each_step(work, keep, grid.ring(), exchange, [&](Index step) {
    for (const Index offset : work.offsets(step)) {
      expect_owners_bytes(exchange, offset, *source, masks);
    }
  });
  EXPECT_EQ(exchange.buffers(), buffers) << "taken while it ran";
}

TEST(BlockExchangeOfRanks, takes_all_rooms_before_and_fills_them_with_positions_of_all_sizes) {
  std::size_t number = 0;
  for (const Element element : {Element::genotype, Element::bit, Element::float32}) {
    for (const MissingCode missing : {MissingCode::het, MissingCode::missing}) {
      // the last position has fewer vectors; there are positions without any
      for (const Index vectors : {16 * 11 + 5, 3 * 16 + 1}) {
        const io::Synthetic what{
            .element = element, .vectors = vectors, .fields = 70, .missing = missing};
        std::size_t turn = number++;  // each element and each number of vectors has all of these
        for (const Index left_out : {0, 3, 5}) {
          if (!test::has_turn(turn++, 3)) continue;
          expect_rooms_suffice<2>(what, 16, left_out);
          expect_rooms_suffice<3>(what, 16, left_out);
        }
      }
    }
  }
}

TEST(BlockExchangeOfRanks, brings_nothing_twice_that_stays) {
  const Index ring = world().size();
  const Partition partition(16 * ring, 16);
  const Grid grid(world(), {static_cast<int>(ring), 1, 1});
  const auto source = io::open_synthetic(problem(Element::genotype, 16 * ring, 70));
  const OwnedVectors owned = read_share(*source, partition, grid);
  const RankVectors mine = owned.view();
  BlockExchange exchange(grid.ring(), mine, owned_vectors(partition, grid));
  std::vector<std::int64_t> bytes;
  for (Index step = 0; step < 3; ++step) {  // 1 stays, the other changes and comes back
    exchange.begin({0, 1 % ring, (step % 2 + 2) % ring});
    exchange.finish();
    bytes.push_back(exchange.bytes());
    for (const Index o : {1 % ring, (step % 2 + 2) % ring}) {
      expect_owners_vectors(exchange, o, grid, partition, *source);
    }
  }
  if (ring < 4) return;  // else each step brings one block, the first two
  EXPECT_EQ(bytes[0], 2 * (bytes[1] - bytes[0]));
  EXPECT_EQ(bytes[2] - bytes[1], bytes[1] - bytes[0]);
}

}  // namespace
}  // namespace encke::exchange_test
