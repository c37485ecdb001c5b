#include <algorithm>
#include <encke/base/device_memory.hpp>
#include <encke/base/error.hpp>
#include <encke/distributed/demand/sums.hpp>

namespace encke {
namespace {

/// For elements that nobody reads: takes no memory, whatever it is asked for.
class NoMemory final : public DeviceMemory {
 public:
  std::byte* allocate(Index) override { return &nothing_; }
  void release(std::byte*) noexcept override {}
  void copy_in(std::byte*, const std::byte*, Index) override { refuse(); }
  void copy_out(std::byte*, const std::byte*, Index) override { refuse(); }

  static NoMemory& instance() {
    static NoMemory memory;
    return memory;
  }

 private:
  [[noreturn]] static void refuse() {
    throw Error(Failure::internal, "elements of vectors that are read on demand were asked for");
  }

  std::byte nothing_{};
};

/// Copies sums into those of `to` from vector `first` on.
void copy_sums(PackedVectors& to, Index first, const PackedVectors& from) {
  auto& sums = to.storage().margins;
  for (Index v = 0; v < from.vectors(); ++v) {
    const std::size_t at = idx(first + v);
    to.set_present(first + v, from.present_count(v));
    if (!sums.positive.empty()) sums.positive[at] = from.positive_count(v);
    if (!sums.x_sum.empty()) sums.x_sum[at] = from.x_sum(v);
    if (!sums.sum.empty()) sums.sum[at] = from.sum(v);
    if (!sums.class_counts.empty()) sums.class_counts[at] = from.class_counts(v);
  }
}

}  // namespace

void VectorSums::take(Index first, const std::vector<PackedVectors>& block) {
  for (std::size_t p = 0; p < block.size(); ++p) {
    if (parts_.size() == p) {
      parts_.push_back(
          PackedVectors::allocate_like(block[p], vectors_, false, &NoMemory::instance()));
    }
    copy_sums(parts_[p], first, block[p]);
  }
}

std::vector<PackedVectors> VectorSums::finish(bool masks) {
  if (!masks) return std::move(parts_);
  std::vector<PackedVectors> masked;
  for (const PackedVectors& part : parts_) {
    masked.push_back(PackedVectors::allocate_like(part, vectors_, true, &NoMemory::instance()));
    copy_sums(masked.back(), 0, part);
  }
  return masked;
}

}  // namespace encke
