// The main function of every test program: the tests run inside one Runtime, as a user's program
// would.
#include <gtest/gtest.h>

#include <encke/io/tree/reader_process.hpp>
#include <encke/run/runtime.hpp>

int main(int argc, char** argv) {
  if (const auto code = encke::io::serve_hdf5(argc, argv)) return *code;
  ::testing::InitGoogleTest(&argc, argv);
  // Two threads, whatever the machine has: enough to show a race, and the same run everywhere.
  encke::Runtime runtime(argc, argv, 2);
  return RUN_ALL_TESTS();
}
