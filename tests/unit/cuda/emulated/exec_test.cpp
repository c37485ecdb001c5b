#include <gtest/gtest.h>

#include "warpgroup_exec.hpp"

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

/// A stage of ones; a product of all of it.
class ProductsOfWarpgroups : public testing::Test {
 protected:
  using Shape = encke::cuda::WarpgroupShape;
  using Sums = encke::test::EmulatedWarpgroups::Lanes<encke::cuda::Registers<Shape::registers>>;

  void copy_all() {
    for (int at = 0; at < Shape::stage_bytes; at += 16) exec_.copy16(at, from_, true);
    exec_.commit();
    exec_.wait<0>();
  }
  void multiply() {
    exec_.product<0>(sums_, 0, 0, Shape::offset(Shape::rows / 8, 0));
    exec_.end_products(sums_);
  }
  std::int32_t first() const { return sums_[0].r[0]; }

  alignas(16) std::byte from_[16] = {std::byte{1}, {}, {}, {}, {}, {}, {}, {}, std::byte{3}};
  encke::test::EmulatedWarpgroups exec_{Shape::stage_bytes};
  Sums sums_{};
};

TEST_F(ProductsOfWarpgroups, come_when_they_are_waited_for) {
  copy_all();
  exec_.publish();
  exec_.sync();
  multiply();
  multiply();
  EXPECT_EQ(first(), 0);
  exec_.wait_products<1>(sums_);
  EXPECT_EQ(first(), 6);                       // 3 bits of each of two core matrices
  EXPECT_THROW(copy_all(), std::logic_error);  // another thread may not have waited yet
  exec_.wait_products<0>(sums_);
  EXPECT_EQ(first(), 12);
}

TEST_F(ProductsOfWarpgroups, see_what_has_been_published_alone) {
  copy_all();
  exec_.sync();
  multiply();
  EXPECT_THROW(exec_.wait_products<0>(sums_), std::logic_error);
}

}  // namespace
