#include <gtest/gtest.h>

#include <atomic>
#include <encke/host/threads/team.hpp>
#include <thread>
#include <vector>

namespace {

using encke::on_each_thread;

std::vector<std::thread::id> threads_of(int threads) {
  std::vector<std::thread::id> ids(static_cast<std::size_t>(threads));
  on_each_thread(threads,
                 [&](int t) { ids[static_cast<std::size_t>(t)] = std::this_thread::get_id(); });
  return ids;
}

TEST(ThreadTeam, calls_each_once) {
  for (const int threads : {0, 1, 2, 3, 7}) {
    std::vector<std::atomic<int>> calls(static_cast<std::size_t>(threads));
    on_each_thread(threads, [&](int t) { ++calls.at(static_cast<std::size_t>(t)); });
    for (const auto& count : calls) EXPECT_EQ(count, 1) << threads;
  }
}

TEST(ThreadTeam, has_the_calling_thread_first_and_the_same_others_each_time) {
  const auto first = threads_of(3);
  EXPECT_EQ(first[0], std::this_thread::get_id());
#if defined(_OPENMP)
  EXPECT_EQ(threads_of(3), first);
#endif
}

}  // namespace
