#pragma once

#include <bit>
#include <encke/base/array.hpp>
#include <encke/contraction/genotype_tables.hpp>
#include <encke/distributed/grid.hpp>
#include <encke/distributed/rank_vectors.hpp>
#include <type_traits>
#include <vector>

namespace encke {

/// True if a group may have several ranks. Case-control tables are large beside the fields
/// that they are made of, so that adding them up would take longer than contracting.
template <class C>
inline constexpr bool can_be_summed = !std::is_same_v<C, GenotypeTables>;
inline constexpr const char* whole_fields_only =
    "case-control tables need all samples on one rank. Use --num-proc-field 1.";

/// What every rank knows of all vectors, whoever has them.
struct WholeProblem {
  Index fields = 0;
  Index missing = 0;                      ///< missing elements
  std::vector<bool> blocks_with_missing;  ///< by block
};

/// Collective over the grid.
WholeProblem whole_problem(const RankVectors& mine, const Grid& grid);

/// Throws Error(inconsistent) where the ranks' parts of the vectors do not fit the grid: other
/// fields or vectors than theirs, or masks on some only. Collective over the grid.
void check_parts(const RankVectors& mine, const Grid& grid);

namespace detail {

inline std::int64_t as_integer(std::int64_t x) { return x; }
inline std::int64_t as_integer(double x) { return std::bit_cast<std::int64_t>(x); }

}  // namespace detail

/// The own sums of all vectors, from those of each position's. Collective over the ring.
template <class Accumulator, int Channels>
std::vector<Array<Accumulator, Channels>> gather_margins(
    const Communicator& ring, const std::vector<Array<Accumulator, Channels>>& own) {
  std::vector<std::int64_t> mine;
  mine.reserve(own.size() * Channels);
  for (const auto& margin : own) {
    for (const Accumulator sum : margin) mine.push_back(detail::as_integer(sum));
  }
  const auto words = ring.all_gather(mine);
  std::vector<Array<Accumulator, Channels>> all(words.size() / Channels);
  for (std::size_t i = 0; i < words.size(); ++i) {
    all[i / Channels][static_cast<int>(i % Channels)] = std::bit_cast<Accumulator>(words[i]);
  }
  return all;
}

}  // namespace encke
