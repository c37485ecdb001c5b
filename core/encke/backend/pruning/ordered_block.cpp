#include <algorithm>
#include <encke/backend/pruning/filled_vectors.hpp>
#include <encke/backend/pruning/ordered_block.hpp>
#include <encke/host/threads/host_loop.hpp>
#include <encke/pack/copies/copy_vectors.hpp>
#include <numeric>
#include <span>

namespace encke::pruning {
namespace {

/// Vectors of the block, bucket by bucket.
std::vector<Index> order_of(const Operand& block, int buckets, Index allowed) {
  const Index size = block.range.size();
  std::vector<Index> sums;
  for (Index v = block.range.begin; v < block.range.end; ++v) {
    sums.push_back(block.vectors->x_sum(v));
  }
  std::vector<Index> sorted = sums;
  std::ranges::sort(sorted);
  std::vector<Index> bucket;
  for (Index place = 0; place < size; ++place) {
    const auto below = std::ranges::lower_bound(sorted, sums[idx(place)]) - sorted.begin();
    const bool last =
        allowed >= 0 && is_hard_to_tell(*block.vectors, block.range.begin + place, allowed);
    bucket.push_back(last ? buckets : below * buckets / size);
  }
  std::vector<Index> order(static_cast<std::size_t>(size));
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, {}, [&](Index v) { return bucket[static_cast<std::size_t>(v)]; });
  return order;
}

}  // namespace

OrderedBlock::OrderedBlock(const Operand& block, int buckets, Index allowed, int workers)
    : vectors_(PackedVectors::allocate_like(*block.vectors, block.range.size(),
                                            block.vectors->keeps_masks())),
      offset_(block.indices().begin) {
  std::vector<Index> order = order_of(block, buckets, allowed);
  for (Index& v : order) {
    v += block.range.begin;
    indices_.push_back(static_cast<std::uint32_t>(v + block.offset));
  }
  copy_sums(*block.vectors, order, vectors_, 0);
  const PackedVectors::Storage storage = vectors_.storage();
  constexpr Index at_once = 64;  // whole groups, whatever these are
  const Index size = block.range.size();
  thread_loop(workers, divide_up(size, at_once), [&](Index i, int) {
    const Index first = i * at_once;
    const auto some = std::span(order).subspan(idx(first), idx(std::min(at_once, size - first)));
    copy_words(*block.vectors, some, storage, first);
  });
}

}  // namespace encke::pruning
