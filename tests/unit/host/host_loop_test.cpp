#include <gtest/gtest.h>

#include <atomic>
#include <encke/host/host_loop.hpp>
#include <stdexcept>
#include <vector>

namespace {

using encke::host_loop;
using encke::Index;

TEST(HostLoop, does_every_item_once_with_a_worker_that_does_nothing_else) {
  for (const int workers : {1, 2, 3, 8}) {
    for (const Index count : {0, 1, 2, 1000}) {
      std::vector<std::atomic<int>> done(static_cast<std::size_t>(count));
      std::vector<std::atomic<int>> busy(static_cast<std::size_t>(workers));
      host_loop(workers, count, [&](Index item, int worker) {
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
  for (const int workers : {1, 3}) {
    std::atomic<Index> done = 0;
    const auto body = [&](Index item, int) {
      if (item == 5) throw std::runtime_error("item 5");
      ++done;
    };
    try {
      host_loop(workers, 1'000'000'000, body);
      FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "item 5");
    }
    EXPECT_GE(done, workers == 1 ? 5 : 0);
    EXPECT_LT(done, 1'000'000'000);
  }
}

}  // namespace
