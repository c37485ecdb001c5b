#include <gtest/gtest.h>

#include <encke/metric/builtin.hpp>
#include <encke/run/run.hpp>
#include <encke/sink/callable.hpp>
#include <memory>
#include <vector>

#include "run/kept_memory.hpp"
#include "support/device_backend.hpp"
#include "support/first_of_two.hpp"
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
  Plan plan{.way = 2, .gpu_aware_mpi = GpuAwareMpi::if_told};
  plan.warn = [](const std::string& text) { ADD_FAILURE() << text; };
  sink::Callable sink([](auto) {});
  const Report report = detail::run_way<2>(Ccc{}, RankVectors::whole(vectors, Partition(32, 16)),
                                           plan, Grid(), sink, backend, [](Index) {});
  EXPECT_FALSE(report.shifted_by_device);
  EXPECT_EQ(backend.from_device, 0);
  EXPECT_GT(backend.from_host, 0);
}

class Endless final : public comm::Request {
 public:
  bool done() override { return false; }
  void wait() override { throw Error(Failure::rank_died, "nothing comes"); }
};

/// Rank 0 of 2, with which nobody talks; keeps the addresses of messages.
class Deserted final : public test::FirstOfTwo {
 public:
  explicit Deserted(std::vector<std::span<const std::byte>>& messages) : messages_(messages) {}
  std::unique_ptr<comm::Request> send(std::span<const std::byte> bytes, int, int) const override {
    messages_.push_back(bytes);
    return std::make_unique<Endless>();
  }
  std::unique_ptr<comm::Request> receive(std::span<std::byte> bytes, int, int) const override {
    messages_.push_back(bytes);
    return std::make_unique<Endless>();
  }

 private:
  std::vector<std::span<const std::byte>>& messages_;
};

TEST(DeviceVectors, keep_their_memory_while_messages_are_under_way) {
  const test::KeptMemory kept;
  test::ScrambledMemory memory;
  std::vector<std::span<const std::byte>> messages;
  const auto vectors = some_genotypes();
  const RankVectors mine{Partition(64, 32), 100, {0, 32}, {&vectors}};
  {
    BlockExchange exchange(Communicator(std::make_shared<Deserted>(messages)), mine,
                           {{0, 32}, {32, 64}}, &memory);
    exchange.take_rooms(1);
    exchange.begin({0, 1});
    EXPECT_TRUE(exchange.at(0).parts.front()->on_device());
    EXPECT_THROW(exchange.finish(), Error);
  }
  int there = 0;
  for (const auto& bytes : messages) {
    if (memory.holds(bytes.data(), static_cast<Index>(bytes.size()))) ++there;
  }
  EXPECT_EQ(there, 4);  // elements and masks, out and in
}

TEST(DeviceVectors, that_are_not_sent_give_their_memory_back) {
  test::ScrambledMemory memory;
  std::vector<std::span<const std::byte>> messages;
  const auto vectors = some_genotypes();
  const RankVectors mine{Partition(64, 32), 100, {0, 32}, {&vectors}};
  {
    BlockExchange exchange(Communicator(std::make_shared<Deserted>(messages)), mine,
                           {{0, 32}, {32, 64}}, &memory);
    exchange.take_rooms(1);
    exchange.take_rooms(1);
    EXPECT_EQ(memory.rooms(), 6U);  // what is owned is brought once
  }
  EXPECT_EQ(memory.rooms(), 0U);
  EXPECT_TRUE(messages.empty());
}

}  // namespace
}  // namespace encke
