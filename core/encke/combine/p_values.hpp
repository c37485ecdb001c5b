#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <encke/base/mix.hpp>
#include <encke/contraction/genotype_tables.hpp>
#include <encke/io/source.hpp>
#include <encke/metric/metric.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <encke/sink/hit.hpp>
#include <functional>
#include <map>
#include <span>
#include <type_traits>
#include <vector>

namespace encke {

/// A vector among packed ones.
struct PackedVector {
  const PackedVectors* vectors;
  Index index;
};

/// The case_control vectors that some tuples have, read from an input eight at a time; the others
/// are not read.
class VectorsOfTuples {
 public:
  explicit VectorsOfTuples(io::Source& source) : source_(source) {}

  /// Throws what Source::read throws.
  PackedVector operator()(std::uint32_t vector);

 private:
  static constexpr Index group = 8;  // what is packed together

  io::Source& source_;
  std::map<Index, PackedVectors> groups_;
};

/// Samples of the combinations of genotypes of one tuple of case_control vectors, and of each
/// vector's own genotypes: a bit for each sample, in the words of class_word().
class CombinationMasks {
 public:
  explicit CombinationMasks(std::span<const PackedVector> tuple);

  /// Samples of combination `cell`, and those of them that are in `chosen`.
  std::int64_t count(int cell) const { return total_[static_cast<std::size_t>(cell)]; }
  std::int64_t count(int cell, std::span<const std::uint64_t> chosen) const;
  /// The same of one vector by itself: cell `own(v, g)` has its samples with genotype g, also those
  /// that are missing in another vector.
  int own(int vector, int genotype) const { return combinations_ + 3 * vector + genotype; }

 private:
  int combinations_;
  std::size_t words_;
  std::vector<std::uint64_t> masks_;  // [cell][word]
  std::vector<std::int64_t> total_;
};

/// Random phenotypes: each has as many cases as the true one. Phenotype number p depends on the
/// seed and p alone, on every machine.
class RandomPhenotypes {
 public:
  RandomPhenotypes(const PackedVectors& vectors, std::uint64_t seed);

  /// The cases of phenotype `number`, a bit for each sample; valid until the next call.
  std::span<const std::uint64_t> cases(Index number);
  /// Those of the true phenotype.
  std::span<const std::uint64_t> true_cases();

 private:
  struct Place {
    std::uint32_t word;
    std::uint32_t bit;
  };
  void mark(Place place) { mask_[place.word] |= std::uint64_t{1} << place.bit; }

  std::uint64_t seed_;
  Index cases_;
  std::vector<Place> samples_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint64_t> mask_;
};

/// Value of a tuple, by its masks, with these cases.
template <int Way, class Metric>
double value_with(const Metric& metric, const CombinationMasks& masks,
                  std::span<const std::uint64_t> cases) {
  Evidence<GenotypeTables, Way> evidence{};
  for (int cell = 0; cell < ipow(3, Way); ++cell) {
    evidence.joint[1][cell] = masks.count(cell, cases);
    evidence.joint[0][cell] = masks.count(cell) - evidence.joint[1][cell];
  }
  // Metrics that may lack values are those that look at the vectors' own sums.
  if constexpr (MayLackValues<Metric>) {
    for (int v = 0; v < Way; ++v) {
      for (int g = 0; g < 3; ++g) {
        const int cell = masks.own(v, g);
        evidence.margin[v][3 + g] = masks.count(cell, cases);
        evidence.margin[v][g] = masks.count(cell) - evidence.margin[v][3 + g];
      }
    }
  }
  return metric.template value<Way>(evidence, 0);
}

/// True if a value is as good as the true one. Tables that differ in the order of their cells alone
/// have the same value but for its rounding: such are ties, and count.
template <class Metric>
bool as_good(double value, double found) {
  constexpr double rounding = 0x1p-42;
  const double slack = rounding * std::max(1.0, std::abs(found));
  return small_is_good<Metric>() ? value <= found + slack : value >= found - slack;
}

/// p-values of hits from random phenotypes: (1 + k) / (1 + permutations), with k the number of
/// phenotypes under which the tuple's own value is as good as or better than under the true one,
/// both in float64 whatever the precision of the hits; NaN where the tuple has no value, and not
/// counted where it has none under the random one. All hits
/// see the same phenotypes. Each p-value is for its tuple alone, not for the best of many.
/// find(index): the PackedVector of that index in the problem. between(): called before each
/// phenotype; what it throws passes through.
template <int Way, class Metric, class Find>
requires std::is_invocable_v<Find&, std::uint32_t> std::vector<double> permutation_p_values(
    const Metric& metric, Find&& find, std::span<const Hit<Way>> hits, Index permutations,
    std::uint64_t seed, const std::function<void()>& between = {}) {
  if (hits.empty()) return {};
  std::vector<CombinationMasks> masks;
  masks.reserve(hits.size());
  for (const auto& hit : hits) {
    PackedVector tuple[Way];
    for (int v = 0; v < Way; ++v) tuple[v] = find(hit.index[v]);
    masks.emplace_back(tuple);
  }
  RandomPhenotypes phenotypes(*find(hits.front().index[0]).vectors, seed);
  std::vector<double> found;
  for (const auto& mask : masks) {
    found.push_back(value_with<Way>(metric, mask, phenotypes.true_cases()));
  }
  std::vector<Index> good(hits.size(), 0);
  for (Index p = 0; p < permutations; ++p) {
    if (between) between();
    const auto cases = phenotypes.cases(p);
    for (std::size_t h = 0; h < hits.size(); ++h) {
      good[h] += as_good<Metric>(value_with<Way>(metric, masks[h], cases), found[h]) ? 1 : 0;
    }
  }
  std::vector<double> p_values;
  for (std::size_t h = 0; h < hits.size(); ++h) {
    const double p = static_cast<double>(1 + good[h]) / static_cast<double>(1 + permutations);
    p_values.push_back(std::isnan(found[h]) ? found[h] : p);
  }
  return p_values;
}

/// The same for vectors that are all packed.
template <int Way, class Metric>
std::vector<double> permutation_p_values(const Metric& metric, const PackedVectors& vectors,
                                         std::span<const Hit<Way>> hits, Index permutations,
                                         std::uint64_t seed) {
  const auto find = [&vectors](std::uint32_t index) { return PackedVector{&vectors, index}; };
  return permutation_p_values<Way>(metric, find, hits, permutations, seed);
}

/// The same for the vectors of an input, in pieces of hits whose masks take `mask_bytes` at most,
/// or one hit's; their vectors take some times that, so that many hits need no more memory. Throws
/// what Source::read throws.
template <int Way, class Metric>
std::vector<double> permutation_p_values(const Metric& metric, io::Source& source,
                                         std::span<const Hit<Way>> hits, Index permutations,
                                         std::uint64_t seed,
                                         const std::function<void()>& between = {},
                                         Index mask_bytes = Index{8} << 20) {
  const Index words = divide_up(source.fields(), 64) + 1;
  const auto piece = static_cast<std::size_t>(
      std::max<Index>(1, mask_bytes / ((ipow(3, Way) + 3 * Way) * words * 8)));
  std::vector<double> p_values;
  while (!hits.empty()) {
    const auto some = hits.first(std::min(piece, hits.size()));
    VectorsOfTuples find(source);
    const auto p = permutation_p_values<Way>(metric, find, some, permutations, seed, between);
    p_values.insert(p_values.end(), p.begin(), p.end());
    hits = hits.subspan(some.size());
  }
  return p_values;
}

}  // namespace encke
