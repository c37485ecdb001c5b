#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/check/minima_totals.hpp>
#include <encke/check/tally_check.hpp>
#include <encke/check/triple_chain.hpp>
#include <encke/schedule/domain/domain.hpp>
#include <encke/tally/evidence.hpp>
#include <iterator>
#include <numeric>

// What the tallies of a tile must add up to. All planes of a tally together are the product of
// a = x + t m of its vectors, so that sums of tallies are sums of products of sums of a.

namespace encke {
namespace {

std::string name_of(Range rows) {
  return "rows " + std::to_string(rows.begin) + " to " + std::to_string(rows.end - 1);
}

/// Modulo 2^64, as sums of minima are compared.
std::int64_t sum_of(const std::int64_t* begin, const std::int64_t* end) {
  return static_cast<std::int64_t>(std::accumulate(begin, end, std::uint64_t{0}));
}

/// The last index that is wrong by itself, where those from the first on are together.
/// wrong(index): whether those from `index` on are.
template <class Wrong>
Index last_wrong(Range range, const Wrong& wrong) {
  while (range.size() > 1) {
    const Index middle = range.begin + range.size() / 2;
    (wrong(middle) ? range.begin : range.end) = middle;
  }
  return range.begin;
}

}  // namespace

template <class C, int Way>
void RowCheck<C, Way>::end_tile() {
  const auto start = Clock::now();
  Way == 2 ? compare_entries_of_strips() : compare_entries_of_pivots();
  if constexpr (minima) {
    compare_minima();
  } else {
    Way == 2 ? compare_pairs() : compare_triples();
  }
  seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
}

template <class C, int Way>
void RowCheck<C, Way>::compare_pairs() {
  const bool diagonal = same(0, 1);
  const auto t = mask_weight();
  const auto& strips = sums_[0]->strips;
  std::vector<std::int32_t> later = sums_[1]->all.weighted(t);
  if (diagonal) std::fill(later.begin(), later.end(), 0);
  for (auto s = static_cast<Index>(strips.size()); s-- > 0;) {
    const StripSums& mine = strips[static_cast<std::size_t>(s)];
    const Range rows = indices(0).part(s, strip);
    const StripProducts made = multiply(mine, t, later, diagonal);
    std::int64_t expected = made.with_later;
    if (diagonal) expected += (made.with_own - mine.second(t)) / 2;  // pairs in the strip
    if (const auto seen = found(0, rows); seen != expected) {
      for (Index row = rows.begin; row < rows.end; ++row) name_if_wrong(-1, row);
      fail(name_of(rows), expected, seen);
    }
    rows_checked_ += rows.size();
  }
  if (moments && mask_weight() != 0) compare_squares();
}

/// All tuples together; of a wrong tile also those of parts of it.
template <class C, int Way>
void RowCheck<C, Way>::compare_minima() {
  if constexpr (minima) {
    const MinimaTotals expected = minima_totals<Way>(blocks_, std::ssize(workers_));
    std::int64_t pairs = 0;
    for (const Sums* sums : {&pairs_.pivot_rows, &pairs_.pivot_cols, &pairs_.row_cols}) {
      pairs += sum_of(sums->data(), sums->data() + sums->size());
    }
    if (pairs != expected.pairs) fail("pair tallies", expected.pairs, pairs);
    if (sum_of(joint_.data(), joint_.data() + joint_.size()) != expected.tuples) name_minima();
    const Index rows = indices(Way - 2).size();
    rows_checked_ += Way == 2     ? rows
                     : same(0, 1) ? Domain().tuples(2, rows)
                                  : indices(0).size() * rows;
  }
}

/// Names a row of wrong sums of minima, in no more sums over parts of the tile than the logarithm
/// of its vectors.
template <class C, int Way>
void RowCheck<C, Way>::name_minima() const {
  if constexpr (minima) {
    const auto expected = [&](Index begin) {
      Array<Operand, Way> part = blocks_;
      for (int v = 0; v < Way; ++v) {
        if (same(0, v)) part[v].range.begin = local(v, begin);
      }
      return minima_totals<Way>(part, std::ssize(workers_)).tuples;
    };
    const Index per_index = Way == 2 ? 1 : indices(1).size();
    const auto seen = [&](Index begin) {
      return sum_of(joint_.data() + (begin - indices(0).begin) * per_index,
                    joint_.data() + joint_.size());
    };
    const Index first =
        last_wrong(indices(0), [&](Index begin) { return seen(begin) != expected(begin); });
    if (Way == 3) name_minima_of(first);
    fail("row " + std::to_string(first) + ", plane 0", expected(first) - expected(first + 1),
         seen(first) - seen(first + 1));
  }
  throw Error(Failure::internal, "sums of minima of something else");
}

template <class C, int Way>
void RowCheck<C, Way>::name_minima_of(Index pivot) const {
  if constexpr (minima && Way == 3) {
    const Range rows{same(0, 1) ? pivot + 1 : indices(1).begin, indices(1).end};
    const auto expected = [&](Index begin) {
      Array<Operand, 3> part = blocks_;
      part[0].range = {local(0, pivot), local(0, pivot) + 1};
      part[1].range.begin = local(1, begin);
      if (same(1, 2)) part[2].range.begin = local(2, begin);
      return minima_totals<3>(part, std::ssize(workers_)).tuples;
    };
    const std::int64_t* const sums = row_sums(0, pivot - indices(0).begin);
    const auto seen = [&](Index begin) {
      return sum_of(sums + (begin - indices(1).begin), sums + indices(1).size());
    };
    const Index row = last_wrong(rows, [&](Index begin) { return seen(begin) != expected(begin); });
    fail("pivot " + std::to_string(pivot) + ", row " + std::to_string(row) + ", plane 0",
         expected(row) - expected(row + 1), seen(row) - seen(row + 1));
  }
  throw Error(Failure::internal, "sums of minima of something else");
}

/// The planes ZM and MZ of all pairs together: sum_q z_i m_j + m_i z_j, where z = x^2.
template <class C, int Way>
void RowCheck<C, Way>::compare_squares() {
  for (int b = 0; b < 2; ++b) {
    FieldSums& all = sums_[b]->all;
    if (all.z.empty()) all.add_squares(*blocks_[b].vectors, blocks_[b].range);
  }
  const FieldSums& rows = sums_[0]->all;
  const FieldSums& cols = sums_[1]->all;
  // on the diagonal the two terms are those of i < j and of i > j, and z m = z where i = j
  const bool diagonal = same(0, 1);
  std::int64_t expected = dot(rows.z, cols.m);
  expected += diagonal ? -std::accumulate(rows.z.begin(), rows.z.end(), std::int64_t{0})
                       : dot(rows.m, cols.z);
  std::int64_t seen = 0;
  for (const int plane : {GenotypeMoments::zm, GenotypeMoments::mz}) {
    const std::int64_t* const sums = row_sums(plane, 0);
    seen += std::accumulate(sums, sums + indices(0).size(), std::int64_t{0});
  }
  if (seen == expected) return;
  for (Index row = indices(0).begin; row < indices(0).end; ++row) name_if_wrong(-1, row);
  fail("second moments", expected, seen);
}

template <class C, int Way>
void RowCheck<C, Way>::compare_triples() {
  if constexpr (Way == 3) {
    if (RowCheckChain<std::int32_t>::fits(indices(1).size(), indices(2).size())) {
      compare_triples_with<std::int32_t>();
    } else {
      compare_triples_with<std::int64_t>();
    }
  }
}

template <class C, int Way>
template <class T>
void RowCheck<C, Way>::compare_triples_with() {
  RowCheckChain<T> chain(places_of(*blocks_[0].vectors), mask_weight());
  if (!same(1, Way - 1)) chain.add_columns(sums_[Way - 1]->all, indices(Way - 1).size());
  for (Index row = indices(1).end; row-- > indices(1).begin;) {
    chain.read(*blocks_[1].vectors, local(1, row));
    if (same(0, 1)) compare_pivot(row, chain.pivot());
    compare_row(row, chain.add_row(same(1, Way - 1)));
  }
  if (same(0, 1)) return;
  for (Index pivot = indices(0).begin; pivot < indices(0).end; ++pivot) {
    chain.read(*blocks_[0].vectors, local(0, pivot));
    compare_pivot(pivot, chain.pivot());
  }
}

template <class C, int Way>
void RowCheck<C, Way>::compare_entries_of_strips() const {
  const bool diagonal = same(0, 1);
  Index columns = diagonal ? 0 : indices(1).size();
  for (Index end = indices(0).end, s = std::ssize(entries_); s-- > 0;) {
    const Range rows{indices(0).begin + s * strip, end};
    compare_entries(s, rows.size() * columns + (diagonal ? Domain().tuples(2, rows.size()) : 0),
                    name_of(rows));
    if (diagonal) columns += rows.size();
    end = rows.begin;
  }
}

template <class C, int Way>
void RowCheck<C, Way>::compare_entries_of_pivots() const {
  if constexpr (Way == 3) {
    Index columns = same(1, 2) ? 0 : indices(2).size(), entries = 0;
    const auto compare = [&](Index pivot) {
      compare_entries(pivot - indices(0).begin, entries, "pivot " + std::to_string(pivot));
    };
    for (Index row = indices(1).end; row-- > indices(1).begin;) {
      if (same(0, 1)) compare(row);
      entries += columns;
      if (same(1, 2)) ++columns;
    }
    if (same(0, 1)) return;
    for (Index pivot = indices(0).begin; pivot < indices(0).end; ++pivot) compare(pivot);
  }
}

/// All triples of a pivot: their tallies, and the pair tallies that came with each.
template <class C, int Way>
void RowCheck<C, Way>::compare_pivot(Index pivot, const PivotSums& expected) {
  const std::string where = "pivot " + std::to_string(pivot);
  const Index i = pivot - indices(0).begin;
  const auto pairs = [&](const Sums& seen, std::int64_t right, const char* name) {
    const std::int64_t sum = weighted(seen.data() + i * 4, 2);
    if (right != sum) fail(where + name, right, sum);
  };
  if (pairs_known()) {
    pairs(pairs_.pivot_rows, expected.rows, ", its pair tallies with rows");
    pairs(pairs_.pivot_cols, expected.columns, ", its pair tallies with columns");
  }
  const Range rows{std::max(indices(1).begin, pivot + 1), indices(1).end};
  if (const auto seen = found(i, rows); seen != expected.triples) {
    for (Index row = rows.begin; row < rows.end; ++row) name_if_wrong(pivot, row);
    fail(where, expected.triples, seen);
  }
  rows_checked_ += rows.size();
}

/// The pair tallies of a row and columns, which came with each pivot.
template <class C, int Way>
void RowCheck<C, Way>::compare_row(Index row, std::int64_t once) const {
  if (!pairs_known()) return;
  const Index r = row - indices(1).begin;
  const std::int64_t expected = once * (same(0, 1) ? r : indices(0).size());
  const std::int64_t seen = weighted(pairs_.row_cols.data() + r * 4, 2);
  if (expected == seen) return;
  fail("row " + std::to_string(row) + ", its pair tallies with columns", expected, seen);
}

template <class C, int Way>
void RowCheck<C, Way>::compare_entries(Index part, Index expected, const std::string& where) const {
  const Index seen = entries_[static_cast<std::size_t>(part)];
  if (seen == expected) return;
  throw Error(Failure::checksum, "tile " + std::to_string(tile_id_) + ", " + where + ": " +
                                     std::to_string(seen) + " tuples were computed, expected " +
                                     std::to_string(expected));
}

/// Sums of planes with the weights that make each tally a product of a's.
template <class C, int Way>
std::int64_t RowCheck<C, Way>::weighted(const std::int64_t* sums, int digits) const {
  if (mask_weight() == 0) return sums[0];
  // a = x + 3 m is x_1 + x_0 and something, by what a table's channels 0 and 1 are of x and m
  const bool tables = table_ && !moments && !classes;
  const std::int64_t zero = !tables ? 1 : C::id == ContractionId::allele_counts ? 1 : 3;
  const std::int64_t one = !tables ? 3 : zero + 1;
  std::int64_t sum = 0;
  for (int p = 0; p < ipow(2, digits); ++p) {
    std::int64_t weight = 1;
    for (int d = 0; d < digits; ++d) weight *= (p >> d & 1) != 0 ? one : zero;
    sum += weight * sums[p];
  }
  return sum;
}

template <class C, int Way>
std::int64_t RowCheck<C, Way>::found(Index pivot, Range rows) const {
  std::int64_t sums[planes] = {};
  const Index begin = rows.begin - indices(Way - 2).begin;
  for (int p = 0; p < (mask_weight() == 0 ? 1 : planes); ++p) {
    const std::int64_t* from = row_sums(p, pivot) + begin;
    sums[p] = std::accumulate(from, from + rows.size(), std::int64_t{0});
  }
  return weighted(sums, Way);
}

/// Compares each plane of one row with the sum of its own.
template <class C, int Way>
void RowCheck<C, Way>::name_if_wrong(Index pivot, Index row) const {
  const Array<Index, 2> fixed{{pivot, row}};
  Array<FieldSums, Way> sums;
  for (int v = 0; v < Way; ++v) sums[v].clear(places_of(*blocks_[v].vectors));
  const auto add = [&](int v, Range range) {
    sums[v].add(*blocks_[v].vectors, range);
    if (moments) sums[v].add_squares(*blocks_[v].vectors, range);
  };
  for (int v = 0; v < Way - 1; ++v) {
    const Index vector = local(v, fixed[v + 3 - Way]);
    add(v, {vector, vector + 1});
  }
  const Range last = indices(Way - 1);
  add(Way - 1, {local(Way - 1, std::max(last.begin, row + 1)), local(Way - 1, last.end)});
  Array<std::int64_t, planes> expected{};
  for (int p = 0; p < products; ++p) {
    for (std::size_t q = 0; q < sums[0].x.size(); ++q) {
      std::int64_t product = 1;
      for (int v = 0; v < Way; ++v) {
        product *= (p >> (Way - 1 - v) & 1) != 0 ? sums[v].m[q] : sums[v].x[q];
      }
      expected[p] += product;
    }
  }
  if constexpr (moments) {
    expected[GenotypeMoments::zm] = dot(sums[0].z, sums[1].m);
    expected[GenotypeMoments::mz] = dot(sums[0].m, sums[1].z);
  } else if constexpr (!classes && !minima) {
    if (table_) expand<Way, C>(expected);
  }
  for (int p = 0; p < (mask_weight() == 0 ? 1 : planes); ++p) {
    const Index i = Way == 2 ? 0 : pivot - indices(0).begin;
    const std::int64_t seen = row_sums(p, i)[row - indices(Way - 2).begin];
    if (seen == expected[p]) continue;
    fail((Way == 2 ? "" : "pivot " + std::to_string(pivot) + ", ") + "row " + std::to_string(row) +
             ", plane " + std::to_string(p),
         expected[p], seen);
  }
}

template <class C, int Way>
void RowCheck<C, Way>::fail(const std::string& where, std::int64_t expected,
                            std::int64_t seen) const {
  throw Error(Failure::checksum, "tile " + std::to_string(tile_id_) + ", " + where +
                                     ": the tallies add up to " + std::to_string(seen) +
                                     ", expected " + std::to_string(expected) +
                                     "; the processor or its memory may be faulty");
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
