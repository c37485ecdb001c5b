#include <gtest/gtest.h>

#include <algorithm>
#include <encke/distributed/block_exchange.hpp>
#include <encke/distributed/steps.hpp>
#include <encke/run/estimate.hpp>
#include <encke/schedule/ring_work.hpp>
#include <memory>
#include <string>

#include "support/devices/first_of_two.hpp"
#include "support/genotypes.hpp"
#include "support/values.hpp"

// Memory for the vectors of other positions of a ring: how much, and when it is taken.

namespace encke {
namespace {

using test::error_of;

/// Rank 0 of several, with whom no messages are exchanged.
class FirstOfMany final : public test::FirstOfTwo {
 public:
  explicit FirstOfMany(int ranks) : ranks_(ranks) {}
  int size() const override { return ranks_; }
  std::shared_ptr<const Transport> split(int, int) const override {
    return std::make_shared<FirstOfMany>(ranks_);
  }
  std::unique_ptr<comm::Request> send(std::span<const std::byte>, int, int) const override {
    throw Error(Failure::internal, "a message");
  }
  std::unique_ptr<comm::Request> receive(std::span<std::byte>, int, int) const override {
    throw Error(Failure::internal, "a message");
  }

 private:
  int ranks_;
};

Communicator first_of(int ranks) { return Communicator(std::make_shared<FirstOfMany>(ranks)); }

TEST(RemoteBuffers, are_taken_when_they_are_asked_for) {
  const auto vectors = test::pack(test::random_genotypes(32, 100, 0, 1));
  const RankVectors mine{Partition(80, 32), 100, {0, 32}, {&vectors}};
  BlockExchange exchange(first_of(3), mine, {{0, 32}, {32, 64}, {64, 80}});
  EXPECT_EQ(exchange.buffers(), 0);
  exchange.allocate_buffers(2);
  EXPECT_EQ(exchange.buffers(), 2);
  exchange.allocate_buffers(0);
  EXPECT_EQ(exchange.buffers(), 2);
}

TEST(RemoteBuffers, of_a_rank_without_fields_are_none) {
  const RankVectors mine{Partition(64, 32), 0, {0, 32}, {}};
  BlockExchange exchange(first_of(2), mine, {{0, 32}, {32, 64}});
  exchange.allocate_buffers(2);
  EXPECT_EQ(exchange.buffers(), 0);
}

TEST(RemoteBuffers, for_which_there_is_no_memory_are_refused_before_anything_is_sent) {
  const auto vectors = test::pack(test::random_genotypes(16, 1 << 20, 0, 1));
  constexpr Index many = Index{1} << 31;  // 2^49 bytes
  const RankVectors mine{Partition(16 + many, 16), 1 << 20, {0, 16}, {&vectors}};
  BlockExchange exchange(first_of(2), mine, {{0, 16}, {16, 16 + many}});
  const Error error = error_of([&] { exchange.allocate_buffers(1); });
  EXPECT_EQ(error.failure(), Failure::memory);
  EXPECT_NE(std::string(error.what()).find("vectors of another rank"), std::string::npos);
  EXPECT_EQ(exchange.buffers(), 0);
}

/// An estimate asks of a backend only how much memory it takes.
class Nothing final : public TileBackend {
 public:
  std::string_view name() const override { return "nothing"; }
  bool supports(ContractionId) const override { return true; }
  int workers() const override { return 1; }
  std::int64_t memory(int, Index, Index, std::int64_t) const override { return 0; }
  void contract(const Array<Operand, 2>&, const Screen*, TallyVisitor&) override {}
  void contract(const Array<Operand, 3>&, const Screen*, TallyVisitor&) override {}
};

TEST(RemoteBuffers, are_in_the_plan_of_memory) {
  for (const int way : {2, 3}) {
    for (const int ring : {1, 2, 3, 4, 8}) {
      const auto bytes = [](Index vectors) {
        return PackedVectors::bytes_for(Element::genotype, vectors, 1000, true);
      };
      const ProblemExtents problem{
          .vectors = 4800, .fields = 1000, .vector_bytes = bytes(4800), .ranks = {ring, 1, 1}};
      const Plan plan{.way = way, .blocks = 24};
      const Estimate e = estimate(plan, problem, Nothing());
      const Index most = way == 2 ? RingWork<2>::most_others(ring) : RingWork<3>::most_others(ring);
      EXPECT_EQ(e.exchange_bytes, most * e.vector_bytes) << way << "-way, ring of " << ring;
      const Grid grid(first_of(ring), {ring, 1, 1});
      Index largest = 0;
      for (const Range& owned : owned_vectors(Partition::of_blocks(4800, 24), grid)) {
        largest = std::max(largest, owned.size());
      }
      EXPECT_GE(e.exchange_bytes, most * bytes(largest));
    }
  }
}

}  // namespace
}  // namespace encke
