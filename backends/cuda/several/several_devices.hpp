#pragma once

#include <memory>
#include <string>
#include <vector>

#include "parts.hpp"

namespace encke::cuda {

/// Several devices as one backend. Each call of contract() is cut into parts, and each device takes
/// the next part when it is done with one, on a thread of its own. A result does not depend on who
/// computed it: sums have their order within a tuple, and visitors sort what they keep.
class SeveralDevices final : public TileBackend {
 public:
  /// `devices`: at least one, all alike. `level`: for reports; the devices' own and which they are.
  SeveralDevices(std::vector<std::unique_ptr<TileBackend>> devices, std::string level);

  std::string_view name() const override { return devices_.front()->name(); }
  std::string_view level() const override { return level_; }
  int devices() const override { return static_cast<int>(devices_.size()); }
  bool supports(ContractionId id) const override { return devices_.front()->supports(id); }
  int workers() const override { return first_worker_.back(); }
  std::int64_t memory(int way, Index block, Index fields,
                      std::int64_t bytes_of_vector) const override;
  std::int64_t memory_for(Element element, int way, Index block, Index fields,
                          std::int64_t bytes_of_vector) const override;
  bool uses_pairs() const override { return devices_.front()->uses_pairs(); }
  LeftOut left_out() const override;
  Index best_block(int way) const override { return devices_.front()->best_block(way); }
  void contract(const Array<Operand, 2>& blocks, const Screen* screen,
                TallyVisitor& visitor) override;
  void contract(const Array<Operand, 3>& blocks, const Screen* screen,
                TallyVisitor& visitor) override;

 private:
  template <int Way>
  void share(const Array<Operand, Way>& blocks, const Screen* screen, TallyVisitor& visitor);

  std::vector<std::unique_ptr<TileBackend>> devices_;
  std::vector<int> first_worker_;  ///< of each device, and one more: all of them
  std::string level_;
};

}  // namespace encke::cuda
