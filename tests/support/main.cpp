// The main function of every test program: the tests run inside one Runtime, as a user's program would.
#include <encke/run/runtime.hpp>

#include <gtest/gtest.h>

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  encke::Runtime runtime(argc, argv);
  return RUN_ALL_TESTS();
}
