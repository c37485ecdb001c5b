#include <gtest/gtest.h>

#include <atomic>
#include <encke/comm/heartbeat.hpp>
#include <thread>

#include "mpi/world.hpp"

namespace encke {
namespace {

using namespace std::chrono_literals;
using test::world;

TEST(Heartbeat, runs_beside_other_messages_and_ends_in_any_order) {
  std::atomic<int> reports = 0;
  for (int round = 0; round < 5; ++round) {
    const Heartbeat heartbeat(world(), [&](const std::string&) { ++reports; },
                              {.period = 5ms, .timeout = 60s});
    std::vector<std::int64_t> one{1};
    for (int i = 0; i < 20; ++i) {
      one = {1};
      world().sum(one);
      ASSERT_EQ(one[0], world().size());
    }
    // Each time another rank is the last to leave.
    if (world().rank() == round % world().size()) std::this_thread::sleep_for(50ms);
  }
  EXPECT_EQ(reports, 0);
}

TEST(Heartbeat, an_exception_of_all_ranks_passes_it) {
  for (int round = 0; round < 3; ++round) {
    EXPECT_THROW(
        {
          const Heartbeat heartbeat(world(), {}, {.period = 5ms, .timeout = 60s});
          throw std::runtime_error("on the way out");
        },
        std::runtime_error);
  }
  world().barrier();
}

TEST(Heartbeat, an_exception_of_one_rank_does_not_hang_it) {
  if (world().is_root()) {
    EXPECT_THROW(
        {
          const Heartbeat heartbeat(world(), {}, {.period = 5ms, .timeout = 60s});
          throw std::runtime_error("on the way out");
        },
        std::runtime_error);
    world().barrier();
  } else {
    const Heartbeat heartbeat(world(), {}, {.period = 5ms, .timeout = 60s});
    world().barrier();  // the root comes here after its exception, the others are still inside
  }
  EXPECT_EQ(world().all_gather({}).size(), 0U);  // all are still in step
}

}  // namespace
}  // namespace encke
