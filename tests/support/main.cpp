// The main function of every test program: the tests run inside one Runtime, as a user's program
// would.
#include <gtest/gtest.h>

#include <encke/run/runtime.hpp>

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  // Two threads, whatever the machine has: enough to show a race, and the same run everywhere.
  encke::Runtime runtime(argc, argv, 2);
  return RUN_ALL_TESTS();
}
