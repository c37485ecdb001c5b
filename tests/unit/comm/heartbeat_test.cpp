#include <gtest/gtest.h>

#include <encke/comm/heartbeat.hpp>
#include <iostream>
#include <thread>

#include "support/devices/first_of_two.hpp"

namespace encke {
namespace {

using namespace std::chrono_literals;

/// The first of two ranks, the other of which is silent.
class SilentNeighbour final : public test::FirstOfTwo {
  class Pending final : public comm::Request {
   public:
    explicit Pending(bool sent) : sent_(sent) {}
    bool done() override { return sent_; }
    void wait() override {}

   private:
    bool sent_;
  };

 public:
  explicit SilentNeighbour(bool threads) : threads_(threads) {}

  bool concurrent() const override { return threads_; }
  std::shared_ptr<const Transport> split(int, int) const override {
    return std::make_shared<SilentNeighbour>(threads_);
  }
  std::unique_ptr<comm::Request> send(std::span<const std::byte>, int, int) const override {
    return std::make_unique<Pending>(true);
  }
  std::unique_ptr<comm::Request> receive(std::span<std::byte>, int, int) const override {
    return std::make_unique<Pending>(false);
  }

 private:
  bool threads_;
};

void live_beside_a_silent_rank(bool threads) {
  const Communicator ranks(std::make_shared<SilentNeighbour>(threads));
  const Heartbeat heartbeat(ranks,
                            [](const std::string& message) { std::cerr << message << std::endl; },
                            {.period = 10ms, .timeout = 100ms});
  std::this_thread::sleep_for(threads ? 300s : 1s);
}

TEST(HeartbeatDeathTest, silence_ends_the_job_with_22) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(live_beside_a_silent_rank(true), ::testing::ExitedWithCode(22),
              "rank 0 ends the job: no sign of life from rank 1 for 0.1 s");
}

TEST(Heartbeat, does_nothing_where_threads_may_not_send) { live_beside_a_silent_rank(false); }

TEST(Heartbeat, does_nothing_for_one_rank) {
  const Heartbeat heartbeat(Communicator(),
                            [](const std::string& message) { ADD_FAILURE() << message; },
                            {.period = 1ms, .timeout = 2ms});
  std::this_thread::sleep_for(50ms);
}

TEST(Heartbeat, an_exception_gets_past_a_silent_rank) {
  const Communicator ranks(std::make_shared<SilentNeighbour>(true));
  EXPECT_THROW(
      {
        const Heartbeat heartbeat(ranks, {}, {.period = 10ms, .timeout = 300s});
        throw std::runtime_error("on the way out");
      },
      std::runtime_error);
}

}  // namespace
}  // namespace encke
