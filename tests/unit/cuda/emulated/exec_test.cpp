#include "exec.hpp"

#include <gtest/gtest.h>

// The emulation finds barriers that are missing. All tests of tiles run on it.

namespace {

using encke::test::EmulatedExec;

class Barriers : public testing::Test {
 protected:
  void copy(int offset) {
    exec_.copy16(offset, from_, true);
    exec_.commit();
  }
  std::uint32_t load(int offset) {
    std::uint32_t to[4];
    exec_.load16(offset, to);
    return to[0];
  }

  alignas(16) std::byte from_[16] = {std::byte{7}};
  EmulatedExec exec_{64};
};

TEST_F(Barriers, are_needed_between_a_copy_and_a_read) {
  copy(16);
  EXPECT_THROW(load(16), std::logic_error);  // nobody has waited
  exec_.wait<0>();
  EXPECT_THROW(load(16), std::logic_error);  // others have not waited
  exec_.sync();
  EXPECT_EQ(load(16), 7u);
}

TEST_F(Barriers, are_needed_between_a_read_and_the_next_copy) {
  copy(32);
  exec_.wait<0>();
  exec_.sync();
  load(32);
  EXPECT_THROW(copy(32), std::logic_error);
  exec_.sync();
  copy(32);
  EXPECT_THROW(copy(32), std::logic_error);  // the one before is still under way
}

TEST_F(Barriers, do_not_help_where_groups_are_still_under_way) {
  copy(0);
  copy(16);
  exec_.wait<1>();
  exec_.sync();
  EXPECT_EQ(load(0), 7u);
  EXPECT_THROW(load(16), std::logic_error);
  EXPECT_THROW(load(48), std::logic_error);  // never copied
  EXPECT_THROW(load(8), std::logic_error);   // not aligned
}

}  // namespace
