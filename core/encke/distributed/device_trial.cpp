#include <algorithm>
#include <array>
#include <cstring>
#include <encke/base/error.hpp>
#include <encke/base/mix.hpp>
#include <encke/comm/backoff.hpp>
#include <encke/distributed/device_trial.hpp>
#include <encke/host/aligned_buffer.hpp>
#include <memory>
#include <set>
#include <vector>

namespace encke {
namespace {

/// Bytes of the messages, on both sides of the sizes at which libraries change their ways: they
/// send small messages at once, and cut the largest. Between them, gaps that must stay as they are.
constexpr std::array<Index, 5> sizes = {8, 4096, 65544, Index{1} << 20, (Index{1} << 22) + 64};
constexpr Index gap = 64;

constexpr Index all_bytes() {
  Index bytes = gap;
  for (const Index size : sizes) bytes += size + gap;
  return bytes;
}

/// What rank `rank` sends; the gaps are zero.
std::vector<std::byte> known_bytes(int rank) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(all_bytes()));
  Index begin = gap;
  for (const Index size : sizes) {
    for (Index i = 0; i < size; i += 8) {
      const std::uint64_t word =
          mix(static_cast<std::uint64_t>(begin + i) + (static_cast<std::uint64_t>(rank) << 32));
      std::memcpy(bytes.data() + begin + i, &word, 8);
    }
    begin += size + gap;
  }
  return bytes;
}

/// Memory of a device for the messages to others and those from each of them, and the group that
/// they are sent in.
struct Buffers {
  Communicator ring;
  AlignedBuffer<std::byte> sent;
  std::vector<AlignedBuffer<std::byte>> received;
  std::vector<Transfer> transfers;
};

bool finish(std::vector<Transfer>& transfers, std::chrono::milliseconds patience) {
  const auto start = std::chrono::steady_clock::now();
  comm::Backoff backoff;
  for (Transfer& transfer : transfers) {
    while (!transfer.done()) {
      if (std::chrono::steady_clock::now() - start > patience) return false;
      backoff.pause();
    }
  }
  transfers.clear();
  return true;
}

void start(const Communicator& ring, const std::vector<int>& offsets, Buffers& buffers) {
  for (std::size_t o = 0; o < offsets.size(); ++o) {
    const int from = (ring.rank() + ring.size() - offsets[o]) % ring.size();
    const int to = (ring.rank() + offsets[o]) % ring.size();
    Index begin = gap;
    int tag = static_cast<int>(o * sizes.size());
    for (const Index size : sizes) {
      const auto bytes = static_cast<std::size_t>(size);
      buffers.transfers.push_back(
          ring.receive({buffers.received[o].data() + begin, bytes}, from, tag));
      buffers.transfers.push_back(ring.send({buffers.sent.data() + begin, bytes}, to, tag));
      begin += size + gap;
      ++tag;
    }
  }
}

/// What is wrong with this rank's messages, or nothing.
std::string exchange(const Communicator& ring, const std::vector<int>& offsets,
                     DeviceMemory& memory, Buffers& buffers, std::chrono::milliseconds patience) {
  start(ring, offsets, buffers);
  if (!finish(buffers.transfers, patience)) return "a message from device to device does not come";
  std::vector<std::byte> arrived(static_cast<std::size_t>(all_bytes()));
  for (std::size_t o = 0; o < offsets.size(); ++o) {
    const int from = (ring.rank() + ring.size() - offsets[o]) % ring.size();
    memory.copy_out(arrived.data(), buffers.received[o].data(), all_bytes());
    if (arrived != known_bytes(from)) {
      return "a message from device to device arrived as another than was sent";
    }
  }
  return "";
}

/// Collective: the first rank's text that is not empty, with the rank.
std::string first_of(const Communicator& world, const std::string& mine) {
  std::string first;
  const auto all = world.gather(mine, 0);
  for (std::size_t rank = 0; rank < all.size() && first.empty(); ++rank) {
    if (!all[rank].empty()) first = "rank " + std::to_string(rank) + ": " + all[rank];
  }
  return world.broadcast(first, 0);
}

/// Collective: why it is not to be tried, or nothing.
std::string untried(const Communicator& world, GpuAwareMpi wanted) {
  const GpuAware mine = world.gpu_aware();
  std::array<std::int64_t, 2> said = {mine == GpuAware::no, mine == GpuAware::unknown};
  world.maximum(said);
  if (said[0] != 0) return "the MPI library says that it cannot send from a GPU's memory";
  if (said[1] == 0 || wanted == GpuAwareMpi::if_tested) return "";
  return "the MPI library does not say whether it can send from a GPU's memory";
}

}  // namespace

std::string try_device_messages(const Grid& grid, DeviceMemory& memory,
                                std::chrono::milliseconds patience) {
  // A group of their own: what is given up meets no message of the run. Where something is, the
  // group is kept, too: a later one could get its number, and with that what still arrives.
  const Communicator ring = grid.ring().split(0, grid.ring().rank());
  const std::set<int> distinct = {1 % ring.size(), ring.size() / 2};
  std::vector<int> offsets(distinct.begin(), distinct.end());
  std::erase(offsets, 0);
  auto buffers = std::make_unique<Buffers>();
  buffers->ring = ring;
  std::string trouble;
  try {
    buffers->sent = AlignedBuffer<std::byte>(all_bytes(), &memory);
    const auto known = known_bytes(ring.rank());
    memory.copy_in(buffers->sent.data(), known.data(), all_bytes());
    for (std::size_t o = 0; o < offsets.size(); ++o) {
      buffers->received.emplace_back(all_bytes(), &memory);
    }
  } catch (const Error& error) {
    trouble = error.what();
  }
  trouble = first_of(grid.world(), trouble);  // nobody sends unless all are ready
  if (!trouble.empty()) return trouble;
  try {
    trouble = exchange(ring, offsets, memory, *buffers, patience);
  } catch (const Error& error) {
    trouble = error.what();
  }
  const auto under_way = [](const Transfer& transfer) { return transfer.is_under_way(); };
  if (std::ranges::any_of(buffers->transfers, under_way)) {
    buffers->transfers.clear();
    (void)buffers.release();
  }
  return first_of(grid.world(), trouble);
}

DeviceMemory* memory_for_messages(const Plan& plan, const Grid& grid, TileBackend& backend) {
  if (plan.gpu_aware_mpi == GpuAwareMpi::off) return nullptr;
  DeviceMemory* const memory = backend.device_memory();
  if (memory == nullptr) {
    throw Error(Failure::gpu, "GPU-aware MPI: the backend " + std::string(backend.name()) +
                                  " has no memory of its own for vectors");
  }
  if (grid.decomposition().vector == 1) return nullptr;
  std::string trouble = untried(grid.world(), plan.gpu_aware_mpi);
  if (trouble.empty()) trouble = try_device_messages(grid, *memory);
  if (trouble.empty()) return memory;
  if (plan.warn) plan.warn("GPU-aware MPI: " + trouble + "; messages go by way of the host");
  return nullptr;
}

}  // namespace encke
