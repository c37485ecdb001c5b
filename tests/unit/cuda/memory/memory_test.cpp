#include <gtest/gtest.h>

#include <encke/metric/builtin.hpp>
#include <limits>
#include <vector>

#include "cuda/host/rectangle.hpp"
#include "support/genotypes.hpp"
#include "support/tally_record.hpp"
#include "unit/cuda/emulated/run.hpp"

// Memory that is only kept for later is given up where an allocation fails, whatever it was for;
// and a plan knows how much of the host's a run takes.

namespace {

using encke::AlleleCounts;
using encke::Array;
using encke::Index;
using encke::Operand;
using encke::OutOfMemory;
using encke::PackedVectors;
using encke::Range;
using encke::cuda::Memory;
using encke::cuda::Pipeline;
using encke::test::BackendWithDevice;
using encke::test::EmulatedDevice;
using encke::test::pack;
using encke::test::random_genotypes;

TEST(CudaMemory, is_given_up_where_there_is_too_little_the_oldest_first) {
  EmulatedDevice device;
  Memory first(device, Memory::device), second(device, Memory::device),
      third(device, Memory::device), host(device, Memory::host);
  for (Memory* memory : {&host, &first, &second, &third}) memory->reserve(100);
  device.kept().end_call();
  device.most_memory = 300;
  first.use();  // now the newest
  Memory more(device, Memory::device);
  more.reserve(50);
  EXPECT_EQ(second.data(), nullptr);
  EXPECT_EQ(second.size(), 0);
  EXPECT_NE(third.data(), nullptr);
  EXPECT_NE(host.data(), nullptr);
  device.most_memory = 350;
  third.reserve(150);  // twice 100, for the next time; its own memory goes, and no other
  EXPECT_NE(first.data(), nullptr);
  EXPECT_EQ(device.bytes_held(), 350);
}

TEST(CudaMemory, stays_while_a_call_uses_it) {
  EmulatedDevice device;
  Memory used(device, Memory::device), left(device, Memory::device), more(device, Memory::device);
  used.reserve(100);
  left.reserve(100);
  device.most_memory = 200;
  EXPECT_THROW(more.reserve(100), OutOfMemory);
  EXPECT_NE(left.data(), nullptr);
  left.leave();
  more.reserve(100);
  EXPECT_EQ(left.data(), nullptr);
  EXPECT_NE(used.data(), nullptr);
  EXPECT_THROW(left.reserve(1), OutOfMemory);
  device.kept().end_call();
  left.reserve(1);
  EXPECT_EQ(used.data(), nullptr);
}

TEST(CudaMemory, of_the_host_is_not_given_up_for_the_device) {
  EmulatedDevice device;
  Memory host(device, Memory::host), more(device, Memory::device);
  host.reserve(100);
  device.kept().end_call();
  device.most_memory = 10;
  EXPECT_THROW(more.reserve(100), OutOfMemory);
  EXPECT_NE(host.data(), nullptr);
}

/// A queue may still use it.
TEST(CudaMemory, is_released_when_all_queues_are_empty) {
  EmulatedDevice device;
  Memory memory(device, Memory::device);
  device.zero(1, memory.reserve(100), 100);
  memory.reserve(1000);  // fails the test where the queue still holds work
  EXPECT_FALSE(device.busy());
}

TEST(CudaMemory, takes_no_more_than_it_promises) {
  for (const Index most : {Index{1}, Index{1000}, Index{1} << 23, (Index{1} << 24) + 5}) {
    EmulatedDevice device;
    Memory memory(device, Memory::host);
    for (Index bytes = 1; bytes < most; bytes = bytes * 5 / 3 + 1) memory.reserve(bytes);
    memory.reserve(most);
    EXPECT_GE(memory.size(), most);
    EXPECT_LE(memory.size(), Memory::most_for(most));
  }
}

/// The tallies of all pairs or triples of the vectors are right.
template <int Way>
void expect_tallies(BackendWithDevice& with, const PackedVectors& vectors) {
  using Record = encke::test::TallyRecord<AlleleCounts, Way>;
  Array<Operand, Way> blocks;
  for (auto& block : blocks) block = {&vectors, {0, vectors.vectors()}, 0};
  Record expected(encke::test::margins_of<AlleleCounts>(vectors));
  Record found(encke::test::margins_of<AlleleCounts>(vectors));
  encke::make_backend("reference", {})->contract(blocks, nullptr, expected);
  with.backend.contract(blocks, nullptr, found);
  EXPECT_EQ(found.values(), expected.values());
}

/// Triples leave folded vectors, tallies and vectors of their own; pairs want the memory.
TEST(CudaMemory, of_other_uses_goes_where_tallies_want_it) {
  const auto few = pack(random_genotypes(8, 30000, 0, 1));
  const auto many = pack(random_genotypes(600, 20, 0, 2));
  Index alone = 0;
  {
    BackendWithDevice with;
    expect_tallies<2>(with, many);
    alone = with.device.bytes_held();
  }
  BackendWithDevice with;
  expect_tallies<3>(with, few);
  const Index before = with.device.bytes_held();
  ASSERT_GT(before, 2 * alone);  // rooms that grow may take twice what they need
  with.device.most_memory = before;
  expect_tallies<2>(with, many);
  with.device.most_memory = before + 2 * alone;
  expect_tallies<3>(with, few);
  expect_tallies<2>(with, many);
}

/// What a call itself needs is not given up.
TEST(CudaMemory, that_is_too_little_for_tallies_is_an_error) {
  BackendWithDevice with;
  const auto first = pack(random_genotypes(24, 70, 0, 1));
  const auto second = pack(random_genotypes(24, 70, 0, 2));
  expect_tallies<2>(with, first);
  with.device.most_memory = 2 * 256 * 256;  // half of the tallies of one tile
  const Operand all{&second, {0, 24}, 0};
  encke::test::TallyRecord<AlleleCounts, 2> none(encke::test::margins_of<AlleleCounts>(second));
  EXPECT_THROW(with.backend.contract(Array<Operand, 2>{{all, all}}, nullptr, none), OutOfMemory);
  EXPECT_LE(with.device.bytes_held(), with.device.most_memory);
  with.device.most_memory = std::numeric_limits<Index>::max();
  expect_tallies<2>(with, first);
  expect_tallies<2>(with, second);
}

/// A slot holds stored tallies from before a screen was active, and candidates from after.
TEST(CudaMemory, of_the_host_is_what_the_plan_counts) {
  const auto vectors = pack(random_genotypes(600, 20, 0, 3));
  auto limits = encke::test::small_limits;
  limits.piece = 1 << 20;
  limits.kept = 125000;  // those of the first part: 120,704
  BackendWithDevice with(limits);
  const std::vector<float> ones(600, 1);
  encke::Screen screen;
  auto& bound = screen.emplace<encke::WeightBound>();
  bound.weight[0] = bound.weight[1] = ones.data();
  const Operand all{&vectors, {0, 600}, 0};
  for (const float floor : {0.0F, 1e-3F}) {
    bound.floor = floor;
    encke::test::TallyRecord<AlleleCounts, 2> record(
        encke::test::margins_of<AlleleCounts>(vectors));
    with.backend.contract(Array<Operand, 2>{{all, all}}, &screen, record);
    EXPECT_EQ(record.visits().size(), 600U * 599 / 2);
  }
  EXPECT_GT(with.device.selections, 0);
  EXPECT_GT(with.device.stores, 0);
  const Index held = with.device.host_bytes_held();
  EXPECT_GT(held, 2 * 125000 * 8);  // more than the larger one alone
  const Index planned = Pipeline::host_bytes(0, 1, 4, limits, 768 * 768);
  EXPECT_LE(held, planned - encke::cuda::Device::copy_bytes);
}

/// Whole problems as one block, too.
TEST(CudaMemory, of_the_host_for_large_blocks_is_no_overflow) {
  const BackendWithDevice with;
  Index before = 0;
  for (const Index block : {Index{1} << 10, Index{1} << 24, (Index{1} << 32) - 1}) {
    for (const encke::Element element :
         {encke::Element::genotype, encke::Element::float64, encke::Element::case_control}) {
      EXPECT_GT(with.backend.memory_for(element, 2, block, 100, 8), 0);
      EXPECT_GT(with.backend.memory_for(element, 3, block, 100, 8), 0);
    }
    const Index now = with.backend.memory_for(encke::Element::genotype, 3, block, 100, 8);
    EXPECT_GT(now, before);
    before = now;
  }
}

TEST(CudaMemory, of_triples_of_reals_has_eight_bytes_for_each_pair) {
  const BackendWithDevice with;
  for (const auto element : {encke::Element::float32, encke::Element::float64}) {
    const Index small = with.backend.memory_for(element, 3, 1 << 14, 1000, 8000);
    const Index large = with.backend.memory_for(element, 3, 1 << 15, 1000, 8000);
    EXPECT_EQ(large - small, Index{3 * 8} * ((Index{1} << 30) - (Index{1} << 28)));
  }
}

TEST(CudaMemory, of_spans_is_counted_by_the_smallest_tiles) {
  using encke::cuda::BitList;
  for (const BitList list :
       {BitList::complete, BitList::missing, BitList::moments, BitList::ternary_left,
        BitList::mask_left, BitList::one_plane, BitList::two_planes, BitList::three_planes,
        BitList::count2, BitList::count3}) {
    const auto extent = encke::cuda::tile_extent(list);
    EXPECT_GE(extent.rows * extent.cols, encke::cuda::screen_rows * encke::cuda::screen_cols);
  }
}

}  // namespace
