#include <gtest/gtest.h>

#include <encke/comm/agree.hpp>
#include <new>

namespace encke {
namespace {

TEST(Agree, one_rank_rethrows_what_was_thrown) {
  int runs = 0;
  agree(Communicator(), [&] { ++runs; });
  EXPECT_EQ(runs, 1);
  EXPECT_THROW(agree(Communicator(), [] { throw OutOfMemory("a test", 2, 1); }), OutOfMemory);
  EXPECT_THROW(agree(Communicator(), [] { throw std::bad_alloc(); }), std::bad_alloc);
}

TEST(Agree, an_agreed_error_is_an_error) {
  const AgreedError error(Failure::read, "net.bed: cannot be read");
  EXPECT_EQ(error.exit_code(), 4);
  EXPECT_STREQ(static_cast<const Error&>(error).what(), "net.bed: cannot be read");
}

}  // namespace
}  // namespace encke
