#include "listed_batch.hpp"

#include <algorithm>

namespace encke::cuda {
namespace {

const ListedVector& at(const std::vector<ListedVector>& vectors, Index i) {
  return vectors[static_cast<std::size_t>(i)];
}

}  // namespace

bool ListedBatch::has_pivots_of(const Range& some_rows, const Range& some_cols) const {
  return at(rows, some_rows.begin).pivot <= at(cols, some_cols.end - 1).pivot &&
         at(cols, some_cols.begin).pivot <= at(rows, some_rows.end - 1).pivot;
}

Index ListedBatch::tiles(Index tile_rows, Index tile_cols) const {
  const Range down{0, std::ssize(rows)}, across{0, std::ssize(cols)};
  Index sum = 0;
  for (Index r = 0; r < divide_up(down.size(), tile_rows); ++r) {
    for (Index c = 0; c < divide_up(across.size(), tile_cols); ++c) {
      if (has_pivots_of(down.part(r, tile_rows), across.part(c, tile_cols))) ++sum;
    }
  }
  return sum;
}

ListedVector ListedBatches::listed(int block, Index vector, Index pivot) const {
  const Operand& of = blocks_[block];
  ListedVector v{};
  v.pivot = static_cast<std::int32_t>(pivot);
  v.vector = static_cast<std::int32_t>(vector);
  v.place = static_cast<std::int32_t>(vector - of.indices().begin);
  v.pivot_x = static_cast<std::int32_t>(blocks_[0].vectors->x_sum(pivot - blocks_[0].offset));
  v.x_sum = static_cast<std::int32_t>(of.vectors->x_sum(vector - of.offset));
  for (int a = 0; a < 2; ++a) {
    v.pivot_weight[a] = bound_.weight[a][pivot];
    v.weight[a] = bound_.weight[a][vector];
  }
  return v;
}

bool ListedBatches::next(ListedBatch& batch, Index most_triples, Index most_vectors) {
  batch = {};
  for (; next_ < lists_.pivots().size(); ++next_) {
    const auto& pivot = lists_.pivots()[next_];
    const auto longer = static_cast<Index>(std::max(pivot.rows.size(), pivot.cols.size()));
    const Index triples = lists_.triples_of_pivot(pivot);
    const bool fits =
        batch.triples + triples <= most_triples &&
        std::max(std::ssize(batch.rows), std::ssize(batch.cols)) + longer <= most_vectors;
    if (!batch.rows.empty() && !fits) return true;
    for (const std::uint32_t v : pivot.rows) batch.rows.push_back(listed(1, v, pivot.index));
    for (const std::uint32_t v : pivot.cols) batch.cols.push_back(listed(2, v, pivot.index));
    batch.triples += triples;
  }
  return !batch.rows.empty();
}

void set_joints(ListedBatch& batch, const PairTallies& ij, const PairTallies& ik) {
  const auto set = [](std::vector<ListedVector>& vectors, const PairTallies& pairs) {
    for (ListedVector& v : vectors) {
      v.joint = *pairs.from(v.pivot, v.vector).row<std::int32_t>(0, 0);
    }
  };
  set(batch.rows, ij);
  set(batch.cols, ik);
}

}  // namespace encke::cuda
