#pragma once

#include <concepts>
#include <cstdint>
#include <encke/base/array.hpp>
#include <encke/base/function.hpp>

namespace encke {

/// The contractions that backends know. A metric names one; a backend never sees a metric.
enum class ContractionId : int {
  allele_counts,
  minima,
  allele_bits,
  genotype_tables,
  powered_sums,
  count_minima,
  genotype_moments,
  weighted_bits,
  genotype_matches,
  adjusted_sums,
  trait_sums
};

/// How one field of several vectors folds into a number, and in how many ways (channels) one
/// vector can be read. `fold` is associative and commutative, so a 3-way contraction is a 2-way
/// contraction of a folded vector. A contraction that does not store all cells of a table names
/// those it does: stored_cells(way) of them, the k-th of which is stored_cell(way, k).
template <class C>
concept Contraction = requires(typename C::element e, typename C::scalar x) {
  typename C::accumulator;
  requires std::same_as<decltype(C::id), const ContractionId>;
  requires C::channels >= 1;
  { C::read(e, 0) } -> std::same_as<typename C::scalar>;
  { C::fold(x, x) } -> std::same_as<typename C::scalar>;
};

/// True if tallies are sums of reals, whose order is part of the definition, and not counts.
template <class C>
inline constexpr bool sums_reals = std::same_as<typename C::accumulator, double>;

/// Everything that a metric may look at for one tuple of vectors. A table over n channels and w
/// vectors has n^w cells; the first vector's channel is the most significant digit of a cell.
template <Contraction C, int Way>
struct Evidence;

template <Contraction C>
struct Evidence<C, 2> {
  using accumulator = typename C::accumulator;
  Array<accumulator, ipow(C::channels, 2)> joint;    ///< sums over the fields of both
  Array<Array<accumulator, C::channels>, 2> margin;  ///< sums of each vector by itself
};

template <Contraction C>
struct Evidence<C, 3> {
  using accumulator = typename C::accumulator;
  Array<accumulator, ipow(C::channels, 3)> joint;           ///< sums over the fields of all three
  Array<Array<accumulator, ipow(C::channels, 2)>, 3> pair;  ///< of vectors {0,1}, {0,2}, {1,2}
  Array<Array<accumulator, C::channels>, 3> margin;         ///< sums of each vector by itself
};

}  // namespace encke
