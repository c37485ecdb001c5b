#pragma once

#include <cuda_runtime_api.h>

#include <memory>

#include "cuda/host/device.hpp"

namespace encke::cuda {

class NumberLibrary;

/// GPUs of this machine. Throws NoDevice where there is none, Error(gpu) where they cannot be used.
int count_devices();

/// One of them, from 0. It is the calling thread's, and that of each that has called use().
class CudaDevice final : public Device {
 public:
  /// Throws Error(gpu) where it cannot be used.
  explicit CudaDevice(int number);
  ~CudaDevice() override;

  void use() override;

  /// 10 times its compute capability.
  int capability() const { return capability_; }
  /// True if the library for products of 8-bit integers can be had.
  bool has_int8() noexcept;

  std::string name() const override { return name_; }
  Index free_memory() const override;
  std::byte* allocate(Index bytes) override;
  void release(std::byte* memory) noexcept override;
  std::byte* allocate_host(Index bytes) override;
  void release_host(std::byte* memory) noexcept override;
  void copy_in(int queue, void* to, const void* from, Index bytes) override;
  void copy_out(int queue, void* to, const void* from, Index bytes) override;
  void copy_within(int queue, void* to, const void* from, Index bytes) override;
  void fill(int queue, void* memory, std::uint8_t byte, Index bytes) override;
  void order(int queue, int other) override;
  void wait(int queue) override;
  void store(int queue, BitList list, const BitJob& job, const TallyPlanes& out) override;
  bool selects(BitList list, ScreenKind kind, int way) const override;
  void select(int queue, BitList list, const BitJob& job, const ScreenJob& screen) override;
  void select_stored(int queue, const StoredTallies& tallies, const ScreenJob& screen) override;
  void minima(int queue, MinimaType type, const MinimaJob& job, void* tallies,
              Index row_stride) override;
  void sum_reals(int queue, RealSums sums, const RealJob& job, const RealPlanes& out) override;
  void fold(int queue, const FoldJob& job) override;
  void expand(int queue, const ExpandJob& job) override;
  void multiply(int queue, const NumberJob& job) override;
  void convert(int queue, const ConvertJob& job) override;
  bool has_warpgroups() const override { return capability_ == 90; }
  void arrange(int queue, const ArrangeJob& job) override;
  void store_arranged(int queue, BitList list, const WarpgroupJob& job, Index rows, Index cols,
                      const TallyPlanes& out) override;
  void select_arranged(int queue, const WarpgroupJob& job, Index rows, Index cols,
                       const ScreenJob& screen) override;

 private:
  template <class List>
  void select_tiles(int queue, const BitJob& job, const ScreenJob& screen);

  /// Buffers through which copies to the device go.
  struct Stage {
    std::byte* memory = nullptr;
    Index size = 0;  ///< grows to what is copied, because pinned memory takes long to get
    cudaEvent_t free = nullptr;
  };
  static constexpr int stage_count = 4;
  static constexpr Index stage_bytes = copy_bytes / stage_count;

  Stage& next_stage(Index bytes);
  NumberLibrary& library(Numbers numbers);
  void destroy() noexcept;

  int number_;
  std::string name_;
  int capability_ = 0;
  cudaStream_t stream_[queues] = {};
  cudaEvent_t event_[queues] = {};
  Stage stage_[stage_count];
  int next_stage_ = 0;
  std::unique_ptr<NumberLibrary> library_;  ///< made when it is first used, for what is multiplied
  std::byte* workspace_[queues] = {};       ///< its
};

}  // namespace encke::cuda
