#include <gtest/gtest.h>

#include <encke/comm/agree.hpp>
#include <new>

#include "mpi/world.hpp"

namespace encke {
namespace {

using test::world;

TEST(Agree, nothing_is_thrown_if_no_rank_fails) {
  int runs = 0;
  agree(world(), [&] { ++runs; });
  EXPECT_EQ(runs, 1);
}

TEST(Agree, every_rank_throws_what_one_rank_found) {
  for (int failing = 0; failing < world().size(); ++failing) {
    const std::string message = "table.txt:3: rank " + std::to_string(failing);
    try {
      agree(world(), [&] {
        if (world().rank() == failing) throw Error(Failure::malformed, message);
      });
      ADD_FAILURE() << "nothing was thrown";
    } catch (const Error& error) {
      EXPECT_EQ(error.failure(), Failure::malformed);
      EXPECT_EQ(error.what(), message);
      EXPECT_EQ(dynamic_cast<const AgreedError*>(&error) != nullptr, world().size() > 1);
    }
  }
}

TEST(Agree, of_several_failures_the_lowest_rank_s_is_taken) {
  if (world().size() < 3) GTEST_SKIP() << "needs 3 ranks";
  try {
    agree(world(), [] {
      if (world().rank() == 1) throw std::bad_alloc();
      if (world().rank() == 2) throw Error(Failure::open, "two");
    });
    ADD_FAILURE() << "nothing was thrown";
  } catch (const AgreedError& error) {
    EXPECT_EQ(error.failure(), Failure::memory);
  }
}

TEST(Agree, may_be_nested) {
  EXPECT_THROW(agree(world(),
                     [] {
                       agree(world(), [] {
                         if (world().rank() == world().size() - 1) {
                           throw Error(Failure::read, "inner");
                         }
                       });
                     }),
               Error);
  world().barrier();  // all ranks are still in step
}

}  // namespace
}  // namespace encke
