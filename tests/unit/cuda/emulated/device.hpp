#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <encke/base/error.hpp>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cuda/host/device.hpp"
#include "cuda/kernels/stored_tile.hpp"
#include "exec.hpp"

namespace encke::test {

/// A device of cuda::CudaBackend that is the host: runs the same kernels as a GPU, tile by tile.
/// Its memory starts as garbage. What is put into a queue is done when the queue is waited for, or
/// when another that waits for it is, so that what is missing in the order of things shows. A test
/// fails where memory is released while a queue holds work, which may use it.
class EmulatedDevice final : public cuda::Device {
 public:
  std::string name() const override { return "emulation"; }
  Index free_memory() const override { return Index{1} << 30; }
  std::byte* allocate(Index bytes) override {
    if (bytes_held() + bytes > most_memory) throw OutOfMemory("the emulation", bytes, 0);
    return take(held_, bytes);
  }
  void release(std::byte* memory) noexcept override { give(held_, memory); }
  std::byte* allocate_host(Index bytes) override { return take(held_on_host_, bytes); }
  void release_host(std::byte* memory) noexcept override { give(held_on_host_, memory); }

  void copy_in(int queue, void* to, const void* from, Index bytes) override {
    if (bytes == 0) return;
    const auto* data = static_cast<const std::byte*>(from);
    bytes_in += bytes;
    put(queue, [to, kept = std::vector<std::byte>(data, data + bytes)] {
      std::memcpy(to, kept.data(), kept.size());
    });
  }
  void copy_out(int queue, void* to, const void* from, Index bytes) override {
    bytes_out += bytes;
    put(queue, [=] { std::memcpy(to, from, static_cast<std::size_t>(bytes)); });
  }
  void copy_within(int queue, void* to, const void* from, Index bytes) override {
    put(queue, [=] { std::memcpy(to, from, static_cast<std::size_t>(bytes)); });
    bytes_within += bytes;
  }
  void fill(int queue, void* memory, std::uint8_t byte, Index bytes) override {
    put(queue, [=] { std::memset(memory, byte, static_cast<std::size_t>(bytes)); });
  }
  void order(int queue, int other) override {
    const Index until = queue_[other].put;
    const auto run = [=, this] { do_work(other, until); };
    put(queue, run, true);
  }
  void wait(int queue) override { do_work(queue, queue_[queue].put); }

  // In files of their own, since these take a compiler long: every kernel is compiled there.
  void store(int queue, cuda::BitList list, const cuda::BitJob& job,
             const cuda::TallyPlanes& out) override;
  void minima(int queue, cuda::MinimaType type, const cuda::MinimaJob& job, void* tallies,
              Index row_stride) override;
  void sum_reals(int queue, cuda::RealSums sums, const cuda::RealJob& job,
                 const cuda::RealPlanes& out) override;
  bool selects(cuda::BitList list, cuda::ScreenKind kind, int way) const override;
  void select(int queue, cuda::BitList list, const cuda::BitJob& job,
              const cuda::ScreenJob& screen) override;
  void select_stored(int queue, const cuda::StoredTallies& tallies,
                     const cuda::ScreenJob& screen) override;
  bool has_warpgroups() const override { return warpgroups; }
  void arrange(int queue, const cuda::ArrangeJob& job) override;
  void store_arranged(int queue, cuda::BitList list, const cuda::WarpgroupJob& job, Index rows,
                      Index cols, const cuda::TallyPlanes& out) override;
  void select_arranged(int queue, const cuda::WarpgroupJob& job, Index rows, Index cols,
                       const cuda::ScreenJob& screen) override;
  void fold(int queue, const cuda::FoldJob& job) override {
    put(queue, [=] {
      for (Index i = 0; i < job.items(); ++i) cuda::fold_word(job, i);
    });
  }

  void expand(int queue, const cuda::ExpandJob& job) override {
    put(queue, [=] {
      for (Index i = 0; i < job.items(); ++i) cuda::expand_quarter(job, i);
    });
  }
  void multiply(int queue, const cuda::NumberJob& job) override;
  void convert(int queue, const cuda::ConvertJob& job) override {
    put(queue, [=] {
      for (Index i = 0; i < job.count; ++i) cuda::convert_sum(job, i);
    });
  }

  bool warpgroups = false;                                ///< as compute capability 9.0 has them
  int arrangements = 0;                                   ///< of rows or columns for these
  int selections = 0;                                     ///< kernels that kept candidates alone
  Index tiles = 0;                                        ///< … of these kernels
  int stores = 0;                                         ///< … that stored all products
  Index bytes_in = 0;                                     ///< copied from the host
  Index bytes_out = 0;                                    ///< … to the host
  Index bytes_within = 0;                                 ///< copied on the device
  Index most_memory = std::numeric_limits<Index>::max();  ///< allocations beyond it fail
  int sum_bits = 14;          ///< significant ones, in which 8-bit and 4-bit floats are added up
  int result_bits = 24;       ///< … of what such sums are added to
  Index longest_product = 0;  ///< fields of it
  int fast_queue = -1;        ///< what is put into it is done at once

  /// Memory that is allocated, of the device and of the host.
  Index bytes_held() const { return sum_of(held_); }
  Index host_bytes_held() const { return sum_of(held_on_host_); }
  /// True if a queue holds work, but for waiting for others.
  bool busy() const {
    return std::any_of(queue_, queue_ + queues, [](const Queue& queue) {
      return std::any_of(queue.work.begin(), queue.work.end(),
                         [](const Work& work) { return !work.only_waits; });
    });
  }

 private:
  using Held = std::map<const std::byte*, Index>;
  struct Work {
    std::function<void()> run;
    bool only_waits;
  };
  struct Queue {
    std::deque<Work> work;
    Index put = 0;  ///< so far
  };

  static std::byte* garbage(Index bytes) {
    const auto size = static_cast<std::size_t>(round_up(bytes + 1, 256));
    auto* const memory = static_cast<std::byte*>(std::aligned_alloc(256, size));
    if (memory == nullptr) throw OutOfMemory("the emulation", bytes, 0);
    std::memset(memory, 0x5a, size);
    return memory;
  }
  static std::byte* take(Held& held, Index bytes) {
    std::byte* const made = garbage(bytes);
    held[made] = bytes;
    return made;
  }
  void give(Held& held, std::byte* memory) noexcept {
    if (busy()) ADD_FAILURE() << "memory is released that a queue may still use";
    held.erase(memory);
    std::free(memory);
  }
  static Index sum_of(const Held& held) {
    Index sum = 0;
    for (const auto& [at, bytes] : held) sum += bytes;
    return sum;
  }
  /// Work up to the `until`th that was put there.
  void do_work(int queue, Index until) {
    Queue& from = queue_[queue];
    while (from.put - static_cast<Index>(from.work.size()) < until) {
      const Work work = std::move(from.work.front());
      from.work.pop_front();
      work.run();
    }
  }
  void put(int queue, std::function<void()> run, bool only_waits = false) {
    queue_[queue].work.push_back({std::move(run), only_waits});
    ++queue_[queue].put;
    if (queue == fast_queue) wait(queue);
  }

  /// Runs body(exec, row, column) for each tile of a kernel's `Shape`.
  template <class Shape, class F>
  static void each_tile(Index rows, Index cols, const F& body) {
    for (Index r = 0; r < divide_up(rows, Shape::rows); ++r) {
      for (Index c = 0; c < divide_up(cols, Shape::cols); ++c) {
        EmulatedExec exec(Shape::shared_bytes);
        body(exec, r, c);
      }
    }
  }
  /// The same for the tiles of a list, if there is one.
  template <class Shape, class F>
  static void each_tile(Index rows, Index cols, const cuda::TileList& tiles, const F& body) {
    if (tiles.places == nullptr) return each_tile<Shape>(rows, cols, body);
    for (Index t = 0; t < tiles.count; ++t) {
      EmulatedExec exec(Shape::shared_bytes);
      body(exec, tiles.places[t].row, tiles.places[t].col);
    }
  }
  template <class T>
  static void run_minima(const cuda::MinimaJob& job, void* tallies, Index row_stride);
  template <class Tile>
  static void run_reals(const cuda::RealJob& job, const cuda::RealPlanes& out);
  template <class List>
  void select_tiles(const cuda::BitJob& job, const cuda::ScreenJob& screen);

  Queue queue_[queues];
  Held held_;
  Held held_on_host_;
};

}  // namespace encke::test
