#include <gtest/gtest.h>

#include <encke/comm/mpi_session.hpp>
#include <encke/run/runtime.hpp>

#include "mpi/world.hpp"

namespace encke {
namespace {

using test::world;

TEST(MpiSession, another_one_is_a_group_of_its_own_and_leaves_mpi_running) {
  {
    const MpiSession again;
    EXPECT_EQ(again.world().size(), world().size());
    EXPECT_EQ(again.world().rank(), world().rank());
    EXPECT_TRUE(world().all_gather({}).empty());
    again.world().barrier();
  }
  world().barrier();
}

TEST(MpiSession, ranks_that_are_not_bound_share_their_cores) {
  EXPECT_EQ(MpiSession().ranks_on_my_cores(), world().size());  // launch.cmake binds none
}

TEST(MpiSession, never_is_one_process_under_a_launcher_too) {
  EXPECT_EQ(MpiSession(StartMpi::never).world().size(), 1);
}

TEST(Runtime, another_one_has_all_ranks) {
  EXPECT_EQ(Runtime(1).world().size(), world().size());
  world().barrier();
}

}  // namespace
}  // namespace encke
