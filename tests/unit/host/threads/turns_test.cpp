#include <gtest/gtest.h>

#include <atomic>
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
  std::atomic<int> made = 0;
  const auto run = [&] {
    thread_loop(4, 100, [&](Index item, int) {
      const auto make = [&] {
        ++made;
        if (item == 0) throw std::runtime_error("none");
      };
      turns.take(item, make, [&] { seen.push_back(item); });
    });
  };
  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_TRUE(seen.empty());
  EXPECT_GE(made, 1);
}

TEST(Turns, make_their_items_without_waiting) {
  std::vector<int> seen;
  Turns turns;
  std::vector<int> made(1000);
  thread_loop(4, 1000, [&](Index item, int) {
    turns.take(
        item, [&] { made[static_cast<std::size_t>(item)] = static_cast<int>(item); },
        [&] { seen.push_back(made[static_cast<std::size_t>(item)]); });
  });
  std::vector<int> expected(1000);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(seen, expected);
}

}  // namespace
