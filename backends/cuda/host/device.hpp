#pragma once

#include <cstddef>
#include <string>

#include "cuda/kernels/bit_job.hpp"
#include "cuda/kernels/fold.hpp"
#include "cuda/kernels/lists.hpp"
#include "cuda/kernels/minima_tile.hpp"
#include "cuda/kernels/number_jobs.hpp"
#include "cuda/kernels/real_job.hpp"
#include "cuda/kernels/tile_order.hpp"
#include "cuda/kernels/warpgroups/arranged.hpp"
#include "cuda/memory/memory.hpp"

// What the backend asks of a GPU. The backend's own code knows this interface alone, so that it
// can be compiled without CUDA and run on an emulation.

namespace encke::cuda {

/// The screen of a job, and where its candidates go.
struct ScreenJob {
  ScreenKind kind = ScreenKind::none;
  int way = 2;
  ScreenData data;
  Candidates out;
  TileList tiles;  ///< of select() alone: the others have no candidates
};

/// Stored tallies of some entries that are to be screened.
struct StoredTallies {
  const void* data = nullptr;
  bool reals = false;  ///< double, not int32
  int products = 1;
  Index plane_stride = 0;
  Index row_stride = 0;
  Index rows = 0;
  Index cols = 0;
  Index diagonal = 0;
};

/// Rows and columns of the tiles in which stored tallies are screened.
inline constexpr int screen_rows = 32, screen_cols = 128;

enum class MinimaType { float32, float64, count8, count16 };

/// One GPU with `queues` queues: what is put into one is done in order, and returns at once. The
/// functions throw Error(gpu), and OutOfMemory where memory is asked for.
class Device {
 public:
  static constexpr int queues = 3;
  static constexpr Index copy_bytes = Index{1}
                                      << 25;  ///< host memory that copy_in() holds, at most

  Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  virtual ~Device() = default;

  /// Makes it the device of the calling thread, which each thread does before it uses it.
  virtual void use() {}
  virtual std::string name() const = 0;
  virtual Index free_memory() const = 0;
  /// Memory of the device, and of the host for fast copies.
  virtual std::byte* allocate(Index bytes) = 0;
  virtual void release(std::byte* memory) noexcept = 0;
  virtual std::byte* allocate_host(Index bytes) = 0;
  virtual void release_host(std::byte* memory) noexcept = 0;
  /// The same, after what is only kept for later has been given up as far as that is needed.
  std::byte* allocate_or_give_up(Memory::Kind kind, Index bytes);
  KeptMemory& kept() { return kept_; }

  /// From any host memory, which may be changed as soon as the call returns.
  virtual void copy_in(int queue, void* to, const void* from, Index bytes) = 0;
  /// To memory of allocate_host().
  virtual void copy_out(int queue, void* to, const void* from, Index bytes) = 0;
  /// From memory of this device to memory of this device.
  virtual void copy_within(int queue, void* to, const void* from, Index bytes) = 0;
  virtual void fill(int queue, void* memory, std::uint8_t byte, Index bytes) = 0;
  void zero(int queue, void* memory, Index bytes) { fill(queue, memory, 0, bytes); }
  /// What is put into `queue` from now on waits for what `other` holds now.
  virtual void order(int queue, int other) = 0;
  /// Returns when a queue is empty.
  virtual void wait(int queue) = 0;

  virtual void store(int queue, BitList list, const BitJob& job, const TallyPlanes& out) = 0;
  /// True if select() has the list with the screen.
  virtual bool selects(BitList list, ScreenKind kind, int way) const = 0;
  virtual void select(int queue, BitList list, const BitJob& job, const ScreenJob& screen) = 0;
  virtual void select_stored(int queue, const StoredTallies& tallies, const ScreenJob& screen) = 0;
  virtual void minima(int queue, MinimaType type, const MinimaJob& job, void* tallies,
                      Index row_stride) = 0;
  virtual void sum_reals(int queue, RealSums sums, const RealJob& job, const RealPlanes& out) = 0;
  virtual void fold(int queue, const FoldJob& job) = 0;
  virtual void expand(int queue, const ExpandJob& job) = 0;
  virtual void multiply(int queue, const NumberJob& job) = 0;
  virtual void convert(int queue, const ConvertJob& job) = 0;

  /// True if the device multiplies arranged genotypes, see kernels/warpgroups. If not, the next
  /// three are not called.
  virtual bool has_warpgroups() const { return false; }
  virtual void arrange(int queue, const ArrangeJob& job) = 0;
  /// The same as store() with the list `complete` or `matches`, and select() with `complete`, of
  /// `rows` by `cols` entries from the job's first ones on; of the tiles of a list, if there is
  /// one.
  virtual void store_arranged(int queue, BitList list, const WarpgroupJob& job, Index rows,
                              Index cols, const TallyPlanes& out) = 0;
  virtual void select_arranged(int queue, const WarpgroupJob& job, Index rows, Index cols,
                               const ScreenJob& screen) = 0;

 private:
  KeptMemory kept_;
};

}  // namespace encke::cuda
