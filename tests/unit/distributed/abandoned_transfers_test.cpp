#include <gtest/gtest.h>

#include <algorithm>
#include <encke/backend/backend.hpp>
#include <encke/backend/registry.hpp>
#include <encke/distributed/block_exchange.hpp>
#include <encke/distributed/field_group.hpp>
#include <encke/schedule/tile.hpp>
#include <memory>
#include <span>
#include <vector>

#include "deserted.hpp"
#include "kept_memory.hpp"
#include "support/genotypes.hpp"
#include "support/values.hpp"
#include "unit/check/injected_faults.hpp"

// After an error a process goes on to talk to the others, and MPI may then still write what was
// under way.

namespace encke {
namespace {

/// Expects that what comes or is read now does no harm: nobody else has got the memory meanwhile.
void expect_kept(const test::Messages& messages) {
  ASSERT_FALSE(messages.received.empty());
  ASSERT_FALSE(messages.sent.empty());
  std::vector<std::span<const std::byte>> used = messages.sent;
  for (const auto& buffer : messages.received) {
    std::ranges::fill(buffer, std::byte{1});
    used.push_back(buffer);
  }
  std::vector<std::unique_ptr<std::byte[]>> others;
  for (const auto& memory : used) {
    for (int i = 0; i < 16; ++i) {
      others.push_back(std::make_unique<std::byte[]>(memory.size()));
      const std::byte* const begin = others.back().get();
      for (const auto& one : used) {
        EXPECT_TRUE(begin + memory.size() <= one.data() || one.data() + one.size() <= begin);
      }
    }
  }
}

TEST(AbandonedTransfers, of_vectors_keep_their_memory) {
  const test::KeptMemory kept;
  test::Messages messages;
  const Communicator ring(std::make_shared<test::Deserted>(messages));
  const Partition partition(64, 32);
  const auto vectors = test::pack(test::random_genotypes(32, 3000, 0, 1));
  const RankVectors mine{partition, 3000, {0, 32}, {&vectors}};
  {
    BlockExchange exchange(ring, mine, {{0, 32}, {32, 64}});
    exchange.begin({0, 1});
    exchange.advance();
    EXPECT_THROW(exchange.finish(), Error);
  }
  expect_kept(messages);
}

TEST(AbandonedTransfers, of_tallies_keep_their_memory) {
  const test::KeptMemory kept;
  test::Messages messages;
  const Communicator ranks(std::make_shared<test::Deserted>(messages));
  const Partition partition(96, 96);
  const auto vectors = test::pack(test::random_genotypes(96, 100, 0, 1));
  const auto backend = make_backend("reference", {});
  test::Count visitor;
  const auto ignore = [](const Tile<2>&) {};
  const Operand block{&vectors, {0, 96}, 0};
  const std::vector<Array<Operand, 2>> parts{{{block, block}}};
  {
    FieldGroup<AlleleCounts, 2> group(ranks, {}, *backend, nullptr, visitor, ignore, ignore);
    const Tile<2> tile = make_tile<2>(partition, {{0, 0}});
    group.contract(tile, parts);  // begins: its sum is on the way to the other rank
    group.contract(tile, parts);  // is second: waits for the other's
    EXPECT_THROW(group.finish(), Error);
  }
  expect_kept(messages);
}

}  // namespace
}  // namespace encke
