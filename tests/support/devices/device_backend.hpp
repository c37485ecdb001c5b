#pragma once

#include <algorithm>
#include <encke/backend/backend.hpp>
#include <encke/backend/registry.hpp>
#include <list>

#include "support/devices/scrambled_memory.hpp"

namespace encke::test {

/// A copy on the host of vectors whose elements lie in `memory`.
inline PackedVectors on_host(const PackedVectors& vectors, ScrambledMemory& memory) {
  PackedVectors copy =
      PackedVectors::allocate_like(vectors, vectors.vectors(), vectors.keeps_masks());
  const auto from = vectors.buffers();
  const auto to = copy.buffers();
  EXPECT_EQ(from.size(), to.size());
  for (std::size_t p = 0; p < std::min(from.size(), to.size()); ++p) {
    if (memory.holds(from[p].data(), 1)) {
      memory.copy_out(to[p].data(), from[p].data(), static_cast<Index>(from[p].size()));
    } else {
      std::ranges::copy(from[p], to[p].begin());
    }
  }
  copy.received();
  return copy;
}

/// Stands for a backend of a device: has a memory of its own, and works on what lies there.
class DeviceBackend final : public TileBackend {
 public:
  std::string_view name() const override { return "device"; }
  bool supports(ContractionId id) const override { return reference_->supports(id); }
  int workers() const override { return reference_->workers(); }
  std::int64_t memory(int way, Index block, Index fields, std::int64_t bytes) const override {
    return reference_->memory(way, block, fields, bytes);
  }
  DeviceMemory* device_memory() override { return &vectors; }
  void contract(const Array<Operand, 2>& blocks, const Screen* screen,
                TallyVisitor& visitor) override {
    contract_there<2>(blocks, screen, visitor);
  }
  void contract(const Array<Operand, 3>& blocks, const Screen* screen,
                TallyVisitor& visitor) override {
    contract_there<3>(blocks, screen, visitor);
  }

  ScrambledMemory vectors;
  int from_device = 0;  ///< operands that lay there
  int from_host = 0;

 private:
  template <int Way>
  void contract_there(Array<Operand, Way> blocks, const Screen* screen, TallyVisitor& visitor) {
    std::list<PackedVectors> copies;
    for (int v = 0; v < Way; ++v) {
      ++(blocks[v].vectors->on_device() ? from_device : from_host);
      if (blocks[v].vectors->on_device()) {
        copies.push_back(on_host(*blocks[v].vectors, vectors));
        blocks[v].vectors = &copies.back();
      }
    }
    reference_->contract(blocks, screen, visitor);
  }

  std::unique_ptr<TileBackend> reference_ = make_backend("reference", {});
};

}  // namespace encke::test
