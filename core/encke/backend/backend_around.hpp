#pragma once

#include <encke/backend/backend.hpp>

namespace encke {

/// A backend that contracts with another one: a base that passes everything on, of which a derived
/// class replaces what it does otherwise.
class BackendAround : public TileBackend {
 public:
  std::string_view name() const override { return inner_.name(); }
  std::string_view level() const override { return inner_.level(); }
  bool supports(ContractionId contraction) const override { return inner_.supports(contraction); }
  int devices() const override { return inner_.devices(); }
  int workers() const override { return inner_.workers(); }
  std::int64_t memory(int way, Index block, Index fields,
                      std::int64_t bytes_of_vector) const override {
    return inner_.memory(way, block, fields, bytes_of_vector);
  }
  std::int64_t memory_for(Element element, int way, Index block, Index fields,
                          std::int64_t bytes_of_vector) const override {
    return inner_.memory_for(element, way, block, fields, bytes_of_vector);
  }
  bool uses_pairs() const override { return inner_.uses_pairs(); }
  bool uses_overlapping_pairs() const override { return inner_.uses_overlapping_pairs(); }
  LeftOut left_out() const override { return inner_.left_out(); }
  Index best_block(int way) const override { return inner_.best_block(way); }
  DeviceMemory* device_memory() override { return inner_.device_memory(); }
  void contract(const Array<Operand, 2>& blocks, const Screen* screen,
                TallyVisitor& visitor) override {
    inner_.contract(blocks, screen, visitor);
  }
  void contract(const Array<Operand, 3>& blocks, const Screen* screen,
                TallyVisitor& visitor) override {
    inner_.contract(blocks, screen, visitor);
  }

 protected:
  /// `inner` must outlive this.
  explicit BackendAround(TileBackend& inner) : inner_(inner) {}
  TileBackend& inner() const { return inner_; }

 private:
  TileBackend& inner_;
};

}  // namespace encke
