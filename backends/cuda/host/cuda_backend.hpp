#pragma once

#include <memory>

#include "block_run.hpp"
#include "cuda/memory/vector_memory.hpp"

namespace encke::cuda {

/// Makes the tallies of blocks on a GPU and visits them on the host. Where the elements are bits,
/// products are of single bits or, by a library, of numbers.
class CudaBackend final : public TileBackend {
 public:
  /// `workers`: threads of the host that visit, at most; 0: as many as are of use. Throws
  /// Error(gpu) where the limits ask for floats whose sums are not exact on the device.
  explicit CudaBackend(std::unique_ptr<Device> device, Pipeline::Limits limits = {},
                       Index strip = 0, int workers = 0);

  std::string_view name() const override { return "cuda"; }
  /// How it multiplies: the name of one of product_levels.
  std::string_view level() const override { return level_; }
  bool supports(ContractionId id) const override { return has_lists(id); }
  bool uses_pairs() const override { return run_.uses_pairs(); }
  LeftOut left_out() const override { return run_.left_out(); }
  int workers() const override { return run_.workers(); }
  std::int64_t memory(int way, Index block, Index fields,
                      std::int64_t bytes_of_vector) const override;
  std::int64_t memory_for(Element element, int way, Index block, Index fields,
                          std::int64_t bytes_of_vector) const override;
  DeviceMemory* device_memory() override { return &vectors_; }
  /// Large enough that a device computes for longer than its operands take to come.
  Index best_block(int way) const override { return way == 2 ? 32768 : 2048; }
  void contract(const Array<Operand, 2>& blocks, const Screen* screen,
                TallyVisitor& visitor) override;
  void contract(const Array<Operand, 3>& blocks, const Screen* screen,
                TallyVisitor& visitor) override;

 private:
  std::unique_ptr<Device> device_;
  std::string_view level_;
  Pruning pruning_;
  VectorMemory vectors_;
  BlockRun run_;
};

}  // namespace encke::cuda
