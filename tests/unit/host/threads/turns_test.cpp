#include <gtest/gtest.h>

#include <encke/host/threads/host_loop.hpp>
#include <encke/host/threads/turns.hpp>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace {

using encke::Index;
using encke::thread_loop;
using encke::Turns;

TEST(Turns, come_in_the_order_of_the_items) {
  std::vector<Index> seen;
  Turns turns;
  thread_loop(4, 1000, [&](Index item, int) { turns.take(item, [&] { seen.push_back(item); }); });
  std::vector<Index> expected(1000);
  std::iota(expected.begin(), expected.end(), Index{0});
  EXPECT_EQ(seen, expected);
}

TEST(Turns, end_for_all_where_one_fails) {
  std::vector<Index> seen;
  Turns turns;
  const auto run = [&] {
    thread_loop(4, 100, [&](Index item, int) {
      turns.take(item, [&] {
        if (item == 40) throw std::runtime_error("forty");
        seen.push_back(item);
      });
    });
  };
  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_EQ(seen.size(), 40U);
}

TEST(Turns, do_not_wait_for_an_item_that_failed_before) {
  std::vector<Index> seen;
  Turns turns;
  const auto run = [&] {
    thread_loop(4, 100, [&](Index item, int) {
      if (item == 0) {
        turns.fail();
        throw std::runtime_error("none");
      }
      turns.take(item, [&] { seen.push_back(item); });
    });
  };
  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_TRUE(seen.empty());
}

}  // namespace
