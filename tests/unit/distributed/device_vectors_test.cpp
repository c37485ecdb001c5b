#include <gtest/gtest.h>

#include <algorithm>
#include <encke/check/checked_backend.hpp>
#include <encke/metric/builtin.hpp>
#include <encke/run/run.hpp>
#include <encke/sink/callable.hpp>
#include <memory>
#include <vector>

#include "deserted.hpp"
#include "kept_memory.hpp"
#include "support/devices/device_backend.hpp"
#include "support/genotypes.hpp"
#include "support/values.hpp"

// Vectors in the memory of a device, as one process sees them; on ranks: tests/mpi.

namespace encke {
namespace {

using test::DeviceBackend;
using test::error_of;

PackedVectors some_genotypes() { return test::pack(test::random_genotypes(32, 100, 0.1, 1)); }

TEST(DeviceVectors, need_a_backend_with_a_memory_of_its_own) {
  const auto vectors = some_genotypes();
  for (const bool check : {false, true}) {
    Plan plan = test::plan_for(2, {"reference", "auto"});
    plan.gpu_aware_mpi = GpuAwareMpi::if_tested;
    plan.check = check;
    const Error error = error_of([&] { test::report_of(Ccc{}, vectors, plan); });
    EXPECT_EQ(error.failure(), Failure::gpu);
    EXPECT_NE(std::string(error.what()).find("no memory of its own"), std::string::npos);
  }
}

TEST(DeviceVectors, of_a_check_stay_on_the_host) {
  DeviceBackend backend;
  CheckedBackend<AlleleCounts, 2> checked(backend);
  EXPECT_NE(backend.device_memory(), nullptr);
  EXPECT_EQ(static_cast<TileBackend&>(checked).device_memory(), nullptr);
}

TEST(DeviceVectors, of_one_position_stay_where_they_are) {
  const auto vectors = some_genotypes();
  DeviceBackend backend;
  Plan plan{.way = 2, .gpu_aware_mpi = GpuAwareMpi::if_reported};
  plan.warn = [](const std::string& text) { ADD_FAILURE() << text; };
  sink::Callable sink([](auto) {});
  const Report report = detail::run_way<2>(Ccc{}, RankVectors::whole(vectors, Partition(32, 16)),
                                           plan, Grid(), sink, backend, [](Index) {});
  EXPECT_FALSE(report.shifted_by_device);
  EXPECT_EQ(backend.from_device, 0);
  EXPECT_GT(backend.from_host, 0);
}

/// One of two blocks of vectors, brought to a device and sent by it.
class SentVectors : public testing::Test {
 protected:
  BlockExchange exchange() {
    return BlockExchange(Communicator(std::make_shared<test::Deserted>(messages_)), mine_,
                         {{0, 32}, {32, 64}}, &memory_);
  }

  test::ScrambledMemory memory_;
  test::Messages messages_;
  PackedVectors vectors_ = some_genotypes();
  RankVectors mine_{Partition(64, 32), 100, {0, 32}, {&vectors_}};
};

TEST_F(SentVectors, keep_their_memory_while_messages_are_under_way) {
  const test::KeptMemory kept;
  {
    BlockExchange exchange = this->exchange();
    exchange.allocate_buffers(1);
    exchange.begin({0, 1});
    EXPECT_TRUE(exchange.at(0).parts.front()->on_device());
    EXPECT_THROW(exchange.finish(), Error);
  }
  int there = 0;
  const auto count = [&](auto bytes) {
    if (memory_.holds(bytes.data(), static_cast<Index>(bytes.size()))) ++there;
  };
  std::ranges::for_each(messages_.sent, count);
  std::ranges::for_each(messages_.received, count);
  EXPECT_EQ(there, 4);  // elements and masks, out and in
}

TEST_F(SentVectors, give_their_memory_back_where_they_are_not_sent) {
  {
    BlockExchange exchange = this->exchange();
    exchange.allocate_buffers(1);
    exchange.allocate_buffers(1);
    EXPECT_EQ(memory_.allocations(), 6U);  // what is owned is brought once
  }
  EXPECT_EQ(memory_.allocations(), 0U);
  EXPECT_TRUE(messages_.sent.empty());
  EXPECT_TRUE(messages_.received.empty());
}

}  // namespace
}  // namespace encke
