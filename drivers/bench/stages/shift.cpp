#include "shift.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <encke/run/runtime.hpp>
#include <span>
#include <vector>

#include "bench/machine/statistics.hpp"

namespace encke::bench {
namespace {

/// Seconds of the slowest rank for `action`, begun by all at the same time. Collective.
template <class Action>
double slowest(const Communicator& world, Action action) {
  world.barrier();
  const auto start = std::chrono::steady_clock::now();
  action();
  const auto took = std::chrono::steady_clock::now() - start;
  std::array<std::int64_t, 1> nanoseconds = {
      std::chrono::duration_cast<std::chrono::nanoseconds>(took).count()};
  world.maximum(nanoseconds);
  return static_cast<double>(nanoseconds[0]) * 1e-9;
}

/// Small messages are sent so often that the clock can tell.
int messages_of(std::size_t bytes) { return bytes < (1 << 16) ? 200 : 1; }

void shift(const Communicator& world, std::span<std::byte> mine, std::span<std::byte> other) {
  const int next = (world.rank() + 1) % world.size();
  const int previous = (world.rank() + world.size() - 1) % world.size();
  for (int message = 0; message < messages_of(mine.size()); ++message) {
    Transfer coming = world.receive(other, previous, 0);
    Transfer going = world.send(mine, next, 0);
    coming.wait();
    going.wait();
  }
}

}  // namespace

void shift_messages(int repeats, const std::function<void(const nlohmann::ordered_json&)>& line) {
  const Runtime runtime(1);
  const Communicator world = runtime.world();
  const auto print_rate = [&](const char* task, std::size_t bytes,
                              const std::vector<double>& seconds) {
    if (!world.is_root()) return;
    line({{"task", task},
          {"ranks", world.size()},
          {"bytes", bytes},
          {"seconds", median(seconds)},
          {"spread", spread(seconds)}});
  };
  constexpr std::array<std::size_t, 3> sizes = {8, std::size_t{1} << 20, std::size_t{32} << 20};
  std::vector<std::byte> mine(sizes.back(), std::byte{1});
  std::vector<std::byte> other(sizes.back(), std::byte{2});
  for (const std::size_t bytes : sizes) {
    std::vector<double> seconds;
    for (int r = -1; r < repeats; ++r) {  // the first is not counted
      const double all = slowest(world, [&] {
        shift(world, std::span(mine).first(bytes), std::span(other).first(bytes));
      });
      if (r >= 0) seconds.push_back(all / messages_of(bytes));
    }
    print_rate("shift", bytes, seconds);
  }
  std::vector<double> seconds;
  constexpr int sums = 200;
  for (int r = -1; r < repeats; ++r) {
    std::array<std::int64_t, 1> value = {1};
    const double all = slowest(world, [&] {
      for (int i = 0; i < sums; ++i) world.maximum(value);
    });
    if (r >= 0) seconds.push_back(all / sums);
  }
  print_rate("sum", 8, seconds);
}

}  // namespace encke::bench
