#include "ordered_block.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace encke::kokkos {
namespace {

/// Vectors of the block, bucket by bucket.
std::vector<Index> order_of(const Operand& block, int buckets) {
  const Index size = block.range.size();
  std::vector<Index> sums;
  for (Index v = block.range.begin; v < block.range.end; ++v) {
    sums.push_back(block.vectors->x_sum(v));
  }
  std::vector<Index> sorted = sums;
  std::ranges::sort(sorted);
  std::vector<Index> bucket;
  for (const Index sum : sums) {
    const auto below = std::ranges::lower_bound(sorted, sum) - sorted.begin();
    bucket.push_back(below * buckets / size);
  }
  std::vector<Index> order(static_cast<std::size_t>(size));
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, {}, [&](Index v) { return bucket[static_cast<std::size_t>(v)]; });
  return order;
}

/// Copies a group of up to eight vectors, which lie side by side from `to` on.
void copy_group(const PackedVectors& from, std::span<const Index> vectors, Index to,
                PackedVectors::Storage& storage) {
  const Index lines = from.words() * from.element().planes();
  const auto* all = reinterpret_cast<const std::uint64_t*>(from.values());
  const std::uint64_t* read[8];
  for (std::size_t lane = 0; lane < 8; ++lane) {
    const Index v = vectors[std::min(lane, vectors.size() - 1)];
    read[lane] = all + v / 8 * lines * 8 + v % 8;
  }
  std::uint64_t* write = storage.words() + to / 8 * lines * 8;
  for (Index line = 0; line < lines; ++line, write += 8) {
    for (std::size_t lane = 0; lane < vectors.size(); ++lane) write[lane] = read[lane][line * 8];
  }
  for (const Index v : vectors) {
    const auto at = static_cast<std::size_t>(to++);
    storage.margins.positive[at] = from.positive_count(v);
    storage.margins.x_sum[at] = from.x_sum(v);
  }
}

}  // namespace

OrderedBlock::OrderedBlock(const Operand& block, int buckets)
    : vectors_(PackedVectors::allocate_like(*block.vectors, block.range.size(), false)),
      offset_(block.indices().begin) {
  PackedVectors::Storage storage = vectors_.storage();
  std::vector<Index> order = order_of(block, buckets);
  for (Index& v : order) {
    v += block.range.begin;
    indices_.push_back(static_cast<std::uint32_t>(v + block.offset));
  }
  for (std::size_t to = 0; to < order.size(); to += 8) {
    const auto some = std::span<const Index>(order).subspan(to);
    copy_group(*block.vectors, some.first(std::min<std::size_t>(8, some.size())),
               static_cast<Index>(to), storage);
  }
  for (Index v = 0; v < vectors_.vectors(); ++v) vectors_.set_present(v, vectors_.fields());
}

}  // namespace encke::kokkos
