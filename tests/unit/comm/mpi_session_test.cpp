#include <gtest/gtest.h>

#include <cstdlib>
#include <encke/base/error.hpp>
#include <encke/comm/mpi_session.hpp>

namespace encke {
namespace {

TEST(MpiSession, a_process_without_a_launcher_is_alone) {
  const MpiSession session;
  EXPECT_EQ(session.world().size(), 1);
  EXPECT_EQ(session.ranks_on_my_cores(), 1);
}

TEST(MpiSession, never_means_never) {
  ::setenv("PMI_SIZE", "4", 1);
  {
    const MpiSession session(StartMpi::never);
    EXPECT_EQ(session.world().size(), 1);
  }
  ::unsetenv("PMI_SIZE");
}

}  // namespace
}  // namespace encke
