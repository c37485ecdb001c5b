#include "encke/departure.hpp"

#include <cstddef>
#include <span>
#include <thread>
#include <vector>

namespace encke::cli {
namespace {

constexpr int here = 31001;
constexpr int go = 31002;

bool all_done(std::vector<Transfer>& transfers, std::chrono::steady_clock::time_point deadline) {
  for (Transfer& transfer : transfers) {
    while (!transfer.done()) {
      if (std::chrono::steady_clock::now() > deadline) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  return true;
}

}  // namespace

bool all_leave(const Communicator& world, std::chrono::seconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  // never freed: a transfer that is given up may still use it
  const auto size = static_cast<std::size_t>(world.size());
  const std::span<std::byte> bytes(new std::byte[size], size);
  const auto byte = [&](int rank) { return bytes.subspan(static_cast<std::size_t>(rank), 1); };
  std::vector<Transfer> transfers;
  if (!world.is_root()) {
    transfers.push_back(world.send(byte(0), 0, here));
    transfers.push_back(world.receive(byte(1), 0, go));
    return all_done(transfers, deadline);
  }
  for (int rank = 1; rank < world.size(); ++rank) {
    transfers.push_back(world.receive(byte(rank), rank, here));
  }
  if (!all_done(transfers, deadline)) return false;
  transfers.clear();
  for (int rank = 1; rank < world.size(); ++rank) {
    transfers.push_back(world.send(byte(rank), rank, go));
  }
  return all_done(transfers, deadline);
}

}  // namespace encke::cli
