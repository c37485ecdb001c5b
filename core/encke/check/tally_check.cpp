#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/check/minima_totals.hpp>
#include <encke/check/row_sums.hpp>
#include <encke/check/tally_check.hpp>
#include <encke/contraction/allele_bits.hpp>
#include <encke/contraction/allele_counts.hpp>
#include <encke/host/threads/host_loop.hpp>
#include <iterator>
#include <numeric>

namespace encke {
template <class C, int Way>
RowCheck<C, Way>::RowCheck(TallyVisitor& inner, int workers)
    : inner_(&inner), workers_(static_cast<std::size_t>(workers)) {}

template <class C, int Way>
std::int64_t RowCheck<C, Way>::memory(Index block, Index fields, int workers) {
  // of two classes both may have an incomplete last word
  const Index places = round_up(fields, 64) + (classes ? 64 : 0);
  // x and m of a block, of moments also x^2
  const auto sums = places * static_cast<Index>((moments ? 3 : 2) * sizeof(std::int32_t));
  const Index strips = divide_up(block, strip), strip_sums = places * 2;
  if (minima) {
    return workers * minima_memory(Way, block) +
           block * (Way == 2 ? 16 : block * 8 + 8 + 3 * 4 * 8);
  }
  // the cache, and the columns after a strip and their copy
  if (Way == 2)
    return (Way + 1) * (sums + strips * strip_sums) + sums +
           block * (planes * 8 + (moments ? 16 : 8));
  // the cache, a strip for each worker in the making, and the chain of a tile, in 64 bits
  return (Way + 1) * sums + strips * strip_sums + places * (4 * 8 + 1) +
         block * block * planes * 8 + block * (8 + 3 * 4 * 8 + 8);
}

/// The sums of a block, from the cache where they are.
template <class C, int Way>
auto RowCheck<C, Way>::block_of(const Operand& operand) -> Block& {
  const auto known = std::find_if(cache_.begin(), cache_.end(), [&](const auto& block) {
    return block->indices == operand.indices();
  });
  if (known != cache_.end()) {
    std::rotate(known, known + 1, cache_.end());
    return *cache_.back();
  }
  if (cache_.size() > Way) cache_.erase(cache_.begin());
  auto block = std::make_unique<Block>();
  block->indices = operand.indices();
  block->all.clear(places_of(*operand.vectors));
  block->strips.resize(idx(divide_up(operand.range.size(), strip)));
  host_loop(static_cast<int>(workers_.size()), std::ssize(block->strips), [&](Index s, int) {
    block->strips[idx(s)].set(*operand.vectors, operand.range.part(s, strip));
  });
  for (const StripSums& one : block->strips) block->all.add(one);
  if (Way == 3) block->strips = {};
  cache_.push_back(std::move(block));
  return *cache_.back();
}

template <class C, int Way>
void RowCheck<C, Way>::begin_tile(const Array<Operand, Way>& blocks, Index tile_id) {
  const auto start = Clock::now();
  for (const Operand& block : blocks) {
    if (block.range.size() <= most_vectors) continue;
    throw Error(Failure::inconsistent, "a block of " + std::to_string(block.range.size()) +
                                           " vectors: row sums are checked of at most " +
                                           std::to_string(most_vectors));
  }
  blocks_ = blocks;
  tile_id_ = tile_id;
  fields_ = blocks[0].vectors->fields();
  const Operand& last = blocks[Way - 1];
  most_ = minima ? 0 : fields_;
  col_x_.assign(1, 0);
  col_z_.assign(1, 0);
  for (Index v = last.range.begin; v < last.range.end; ++v) {
    const std::int64_t x = x_sum(*last.vectors, v);
    if (minima) most_ = std::max(most_, x);
    col_x_.push_back(col_x_.back() + x);
    if (moments) col_z_.push_back(col_z_.back() + last.vectors->square_sum(v));
  }
  for (int b = Way == 2 ? 0 : Way - 1; b < Way && !minima; ++b) sums_[b] = &block_of(blocks[b]);
  const Index pivots = Way == 2 ? 1 : indices(0).size();
  const Index rows = indices(Way - 2).size();
  // Planes lie one behind the other, and only the first is cleared where no other was used.
  const auto size = idx(pivots * rows * planes);
  const bool all = Way == 2 || table_ || missing_ || joint_.size() != size;
  joint_.resize(size);
  std::fill_n(joint_.begin(), all ? size : idx(pivots * rows), 0);
  entries_.assign(idx(Way == 2 ? divide_up(rows, strip) : pivots), 0);
  if (Way == 3) {
    pairs_.pivot_rows.assign(idx(pivots * 4), 0);
    pairs_.pivot_cols.assign(idx(pivots * 4), 0);
    pairs_.row_cols.assign(idx(rows * 4), 0);
  }
  table_ = false;
  // of classes the form of pair tallies does not tell, and all tiles must agree
  missing_ = classes && last.vectors->keeps_masks();
  seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
}

template <class C, int Way>
void RowCheck<C, Way>::visit(const TallyTile& tile, int worker) {
  const auto start = Clock::now();
  Worker& mine = workers_[idx(worker)];
  if (tile.form == TallyForm::table) {
    table_ = true;
    add_tile<std::int64_t>(tile, mine);
  } else {
    if (tile.form == TallyForm::missing ||
        (Way == 3 && Planes::of_pairs(tile) == TallyForm::missing)) {
      missing_ = true;
    }
    add_tile<std::int32_t>(tile, mine);
  }
  mine.seconds += std::chrono::duration<double>(Clock::now() - start).count();
  inner_->visit(tile, worker);
}

/// Adds up strip by strip, so that two workers meet at a lock only in the same strip.
template <class C, int Way>
template <class T>
void RowCheck<C, Way>::add_tile(const TallyTile& tile, Worker& mine) {
  const Index base = indices(Way - 2).begin;
  if (Way == 3) add_up_cols<T>(tile, mine);
  for (Index begin = tile.rows.begin; begin < tile.rows.end;) {
    const Index end = std::min(tile.rows.end, base + ((begin - base) / strip + 1) * strip);
    add_rows<T>(tile, {begin, end}, mine);
    begin = end;
  }
}

/// Triples: running sums of the pair tallies of pivot and columns, [plane][column].
template <class C, int Way>
template <class T>
void RowCheck<C, Way>::add_up_cols(const TallyTile& tile, Worker& mine) {
  const Index cols = tile.cols.size();
  const TallyForm form = Planes::of_pairs(tile);
  const int made = form == TallyForm::complete ? 1 : pair_products;
  mine.cols.assign(idx(made * (cols + 1)), 0);
  for (int p = 0; p < Planes::in_tile(form, 2); ++p) {
    const T* const from = tile.pivot_cols.row<T>(p, 0);
    Planes::template for_each_product<2>(form, p, [&](int product, std::int64_t factor) {
      std::int64_t* to = mine.cols.data() + product * (cols + 1) + 1;
      for (Index c = 0; c < cols; ++c) to[c] += factor * value_of(from[c]);
    });
  }
  for (int product = 0; product < made; ++product) {
    std::int64_t* sums = mine.cols.data() + product * (cols + 1);
    std::partial_sum(sums, sums + cols + 1, sums);
  }
}

/// Sums over the columns of each row, of joint tallies and of pair tallies of rows and columns.
template <class C, int Way>
template <class T>
void RowCheck<C, Way>::add_up_rows(const TallyTile& tile, Range rows, PartialSums& part) const {
  std::int64_t seen[strip];
  const auto sum = [&](const TallyMatrix& matrix, int plane) {
    sum_rows(RowsToSum<T>{matrix.row<T>(plane, rows.begin - tile.rows.begin), matrix.row_stride,
                          rows.size(), tile.cols.size(), rows.begin + 1 - tile.cols.begin, most_},
             seen, 1);
  };
  for (int p = 0; p < Planes::in_tile(tile.form, Way); ++p) {
    sum(tile.joint, p);
    Planes::template for_each_product<Way>(tile.form, p, [&](int product, std::int64_t factor) {
      for (Index r = 0; r < rows.size(); ++r) part.joint[r][product] += factor * seen[r];
    });
  }
  const TallyForm form = Planes::of_pairs(tile);
  for (int p = 0; Way == 3 && p < Planes::in_tile(form, 2); ++p) {
    sum(tile.row_cols, p);
    Planes::template for_each_product<2>(form, p, [&](int product, std::int64_t factor) {
      for (Index r = 0; r < rows.size(); ++r) part.row_cols[r][product] += factor * seen[r];
    });
  }
}

template <class C, int Way>
template <class T>
void RowCheck<C, Way>::add_rows(const TallyTile& tile, Range rows, Worker& mine) {
  PartialSums part;
  const Index cols = tile.cols.size();
  rows.begin = std::max(rows.begin, tile.pivot + 1);
  rows.end = std::min(rows.end, tile.cols.end - 1);
  if (rows.size() <= 0) return;
  add_up_rows<T>(tile, rows, part);
  const TallyForm form = Planes::of_pairs(tile);
  for (Index row = rows.begin; row < rows.end; ++row) {
    const Index r = row - tile.rows.begin;
    const Index first = std::max<Index>(0, row + 1 - tile.cols.begin);
    const Index n = cols - first;
    part.entries += n;
    std::int64_t by_pair[3] = {};  // of plane 0: pivot and row, pivot and columns, row and columns
    if constexpr (Way == 3) {
      std::int64_t with_pivot[4] = {};
      for (int p = 0; p < Planes::in_tile(form, 2); ++p) {
        const std::int64_t value = value_of(tile.pivot_rows.row<T>(p, 0)[r]);
        Planes::template for_each_product<2>(form, p, [&](int product, std::int64_t factor) {
          with_pivot[product] += n * factor * value;
        });
      }
      for (int p = 0; p < (form == TallyForm::complete ? 1 : pair_products); ++p) {
        const std::int64_t* run = mine.cols.data() + p * (cols + 1);
        const std::int64_t sum[3] = {with_pivot[p], run[cols] - run[first],
                                     part.row_cols[row - rows.begin][p]};
        part.pivot_rows[p] += sum[0];
        part.pivot_cols[p] += sum[1];
        if (p == 0) std::copy_n(sum, 3, by_pair);
      }
    }
    if (!minima && tile.form == TallyForm::complete) {
      add_implied(tile, row, first, by_pair, part.joint[row - rows.begin]);
    }
  }
  add_partial_sums(tile, rows, part);
}

/// Adds what one worker has added up to what all have.
template <class C, int Way>
void RowCheck<C, Way>::add_partial_sums(const TallyTile& tile, Range rows,
                                        const PartialSums& part) {
  const Index base = indices(Way - 2).begin;
  const Index pivot = Way == 2 ? 0 : tile.pivot - indices(0).begin;
  const Index in_strip = (rows.begin - base) / strip;
  const int used = tile.form == TallyForm::complete && !missing_ && Way == 3 ? 1 : planes;
  {
    const std::lock_guard lock(locks_[(Way == 2 ? in_strip : pivot) % 64]);
    for (int p = 0; p < used; ++p) {
      std::int64_t* to = row_sums(p, pivot) + (rows.begin - base);
      for (Index r = 0; r < rows.size(); ++r) to[r] += part.joint[r][p];
    }
    entries_[idx(Way == 2 ? in_strip : pivot)] += part.entries;
    for (int p = 0; Way == 3 && p < 4; ++p) {
      pairs_.pivot_rows[idx(pivot * 4 + p)] += part.pivot_rows[p];
      pairs_.pivot_cols[idx(pivot * 4 + p)] += part.pivot_cols[p];
    }
  }
  if constexpr (Way == 3) {
    const std::lock_guard lock(row_locks_[in_strip % 64]);
    std::int64_t* to = pairs_.row_cols.data() + (rows.begin - base) * 4;
    for (Index r = 0; r < rows.size() * 4; ++r) to[r] += part.row_cols[r / 4][r % 4];
  }
}

/// The products that a tile in the complete form leaves out, since they follow from others.
template <class C, int Way>
void RowCheck<C, Way>::add_implied(const TallyTile& tile, Index row, Index first,
                                   const std::int64_t (&by_pair)[3], std::int64_t* sums) const {
  if constexpr (!minima) {
    const Index base = indices(Way - 1).begin;
    const Index n = tile.cols.size() - first;
    const std::int64_t cols_x =
        col_x_[idx(tile.cols.end - base)] - col_x_[idx(tile.cols.begin + first - base)];
    sums[products - 1] = n * fields_;
    sums[products - 2] = cols_x;
    sums[products - 3] = n * x_sum(*blocks_[Way - 2].vectors, local(Way - 2, row));
    if constexpr (moments) {
      sums[GenotypeMoments::zm] = n * blocks_[0].vectors->square_sum(local(0, row));
      sums[GenotypeMoments::mz] =
          col_z_[idx(tile.cols.end - base)] - col_z_[idx(tile.cols.begin + first - base)];
    }
    if constexpr (Way == 3) {
      sums[1] = by_pair[0];
      sums[2] = by_pair[1];
      sums[4] = by_pair[2];
      sums[3] = n * x_sum(*blocks_[0].vectors, local(0, tile.pivot));
    }
  }
}

template <class C, int Way>
double RowCheck<C, Way>::seconds() const {
  double sum = 0;
  for (const Worker& worker : workers_) sum += worker.seconds;
  return seconds_ + sum / static_cast<double>(workers_.size());
}

template class RowCheck<AlleleCounts, 2>;
template class RowCheck<AlleleCounts, 3>;
template class RowCheck<AlleleBits, 2>;
template class RowCheck<AlleleBits, 3>;
template class RowCheck<GenotypeMoments, 2>;
template class RowCheck<GenotypeTables, 2>;
template class RowCheck<GenotypeTables, 3>;
template class RowCheck<CountMinima, 2>;
template class RowCheck<CountMinima, 3>;

}  // namespace encke
