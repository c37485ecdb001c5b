#include <gtest/gtest.h>

#include <atomic>
#include <encke/host/threads/host_loop.hpp>
#include <functional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace {

using encke::Index;

using Loop = void (*)(int, Index, const std::function<void(Index, int)>&);

std::vector<std::pair<Loop, Index>> with_each_loop(std::initializer_list<Index> values) {
  std::vector<std::pair<Loop, Index>> all;
  for (const Index value : values) {
    all.emplace_back(encke::host_loop, value);
    all.emplace_back(encke::thread_loop, value);
  }
  return all;
}

TEST(HostLoop, of_threads_runs_so_many_workers_at_once) {
  std::atomic<int> waiting = 3;
  encke::thread_loop(3, 3, [&](Index, int) {
    --waiting;
    while (waiting > 0) std::this_thread::yield();  // for ever, if one worker did all
  });
  EXPECT_EQ(waiting, 0);
  EXPECT_EQ(encke::thread_workers(1), 1);
  EXPECT_GE(encke::thread_workers(1000), 1);
}

TEST(HostLoop, does_every_item_once_with_a_worker_that_does_nothing_else) {
  for (const int workers : {1, 2, 3, 8}) {
    for (const auto& [loop, count] : with_each_loop({0, 1, 2, 1000})) {
      std::vector<std::atomic<int>> done(static_cast<std::size_t>(count));
      std::vector<std::atomic<int>> busy(static_cast<std::size_t>(workers));
      loop(workers, count, [&](Index item, int worker) {
        auto& mine = busy.at(static_cast<std::size_t>(worker));
        EXPECT_EQ(mine++, 0);
        ++done.at(static_cast<std::size_t>(item));
        EXPECT_EQ(--mine, 0);
      });
      for (const auto& times : done) EXPECT_EQ(times, 1);
    }
  }
}

TEST(HostLoop, throws_what_an_item_throws_and_stops) {
  for (const auto& [loop, workers] : with_each_loop({1, 3})) {
    std::atomic<Index> done = 0;
    const auto body = [&](Index item, int) {
      if (item == 5) throw std::runtime_error("item 5");
      ++done;
    };
    try {
      loop(static_cast<int>(workers), 1'000'000'000, body);
      FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "item 5");
    }
    EXPECT_GE(done, workers == 1 ? 5 : 0);
    EXPECT_LT(done, 1'000'000'000);
  }
}

}  // namespace
