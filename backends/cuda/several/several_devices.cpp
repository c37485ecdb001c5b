#include "several_devices.hpp"

#include <encke/host/threads/host_loop.hpp>
#include <utility>

namespace encke::cuda {
namespace {

/// The visitor as one device sees it: its workers are some of all.
class OfDevice final : public TallyVisitor {
 public:
  OfDevice(TallyVisitor& all, int first_worker) : all_(all), first_(first_worker) {}
  void visit(const TallyTile& tile, int worker) override { all_.visit(tile, first_ + worker); }
  bool every_tile() const override { return all_.every_tile(); }
  bool any_order() const override { return all_.any_order(); }
  bool wants(Index pivot, Range rows, Range cols) const override {
    return all_.wants(pivot, rows, cols);
  }
  Index end_after(Range first) const override { return all_.end_after(first); }
  Index wanted_pairs(Range rows, Range cols) const override {
    return all_.wanted_pairs(rows, cols);
  }
  bool floor_may_rise() const override { return all_.floor_may_rise(); }

 private:
  TallyVisitor& all_;
  int first_;
};

}  // namespace

SeveralDevices::SeveralDevices(std::vector<std::unique_ptr<TileBackend>> devices, std::string level)
    : devices_(std::move(devices)), level_(std::move(level)) {
  int workers = 0;
  for (const auto& device : devices_) {
    first_worker_.push_back(workers);
    workers += device->workers();
  }
  first_worker_.push_back(workers);
}

std::int64_t SeveralDevices::memory(int way, Index block, Index fields,
                                    std::int64_t bytes_of_vector) const {
  const Index part = block_of_part(way, block, devices());
  std::int64_t bytes = 0;
  for (const auto& device : devices_) {
    bytes += device->memory(way, part, fields, bytes_of_vector);
  }
  return bytes;
}

std::int64_t SeveralDevices::memory_for(Element element, int way, Index block, Index fields,
                                        std::int64_t bytes_of_vector) const {
  const Index part = block_of_part(way, block, devices());
  std::int64_t bytes = 0;
  for (const auto& device : devices_) {
    bytes += device->memory_for(element, way, part, fields, bytes_of_vector);
  }
  return bytes;
}

LeftOut SeveralDevices::left_out() const {
  LeftOut all;
  for (const auto& device : devices_) all.add(device->left_out());
  return all;
}

template <int Way>
void SeveralDevices::share(const Array<Operand, Way>& blocks, const Screen* screen,
                           TallyVisitor& visitor) {
  check_operands({blocks.begin(), blocks.end()});
  const auto parts = parts_for(blocks, devices());
  thread_loop(devices(), std::ssize(parts), [&](Index part, int device) {
    OfDevice seen(visitor, first_worker_[idx(device)]);
    devices_[idx(device)]->contract(parts[idx(part)], screen, seen);
  });
}

void SeveralDevices::contract(const Array<Operand, 2>& blocks, const Screen* screen,
                              TallyVisitor& visitor) {
  share(blocks, screen, visitor);
}

void SeveralDevices::contract(const Array<Operand, 3>& blocks, const Screen* screen,
                              TallyVisitor& visitor) {
  share(blocks, screen, visitor);
}

}  // namespace encke::cuda
