#include <algorithm>
#include <cstddef>
#include <encke/comm/rank_shutdown.hpp>
#include <memory>
#include <optional>
#include <span>
#include <thread>
#include <vector>

namespace encke {
namespace {

constexpr int here = 31001;
constexpr int go = 31002;
constexpr std::byte was_stopped{1};

using Clock = std::chrono::steady_clock;
using Deadline = std::optional<Clock::time_point>;

bool all_done(std::vector<Transfer>& transfers, const Deadline& deadline) {
  for (Transfer& transfer : transfers) {
    while (!transfer.done()) {
      if (deadline && Clock::now() > *deadline) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  transfers.clear();
  return true;
}

/// Every rank tells the root how it ended, in its byte; the root tells all, in byte 0. Whether all
/// came in time.
bool exchange(const Communicator& world, std::span<std::byte> bytes, const Deadline& deadline) {
  const auto byte = [&](int rank) { return bytes.subspan(static_cast<std::size_t>(rank), 1); };
  std::vector<Transfer> transfers;
  if (!world.is_root()) {
    transfers.push_back(world.send(byte(world.rank()), 0, here));
    transfers.push_back(world.receive(byte(0), 0, go));
    return all_done(transfers, deadline);
  }
  for (int rank = 1; rank < world.size(); ++rank) {
    transfers.push_back(world.receive(byte(rank), rank, here));
  }
  if (!all_done(transfers, deadline)) return false;
  bytes[0] = *std::max_element(bytes.begin(), bytes.end());
  for (int rank = 1; rank < world.size(); ++rank) {
    transfers.push_back(world.send(byte(0), rank, go));
  }
  return all_done(transfers, deadline);
}

}  // namespace

RankShutdown shut_down(const Communicator& world, bool stopped, std::chrono::seconds patience) {
  if (world.size() == 1) return stopped ? RankShutdown::all_stopped : RankShutdown::all_done;
  const auto size = static_cast<std::size_t>(world.size());
  auto memory = std::make_unique<std::byte[]>(size);
  const std::span bytes(memory.get(), size);
  if (stopped) bytes[static_cast<std::size_t>(world.rank())] = was_stopped;
  const Deadline deadline = stopped ? Deadline(Clock::now() + patience) : std::nullopt;
  if (!exchange(world, bytes, deadline)) {
    memory.release();  // never freed: a transfer that is given up may still use it
    return RankShutdown::alone;
  }
  return bytes[0] == was_stopped ? RankShutdown::all_stopped : RankShutdown::all_done;
}

}  // namespace encke
