#pragma once

#include <cstdint>
#include <encke/base/mix.hpp>
#include <encke/io/source.hpp>
#include <encke/metric/genotype_tables.hpp>
#include <encke/metric/metric.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <encke/sink/hit.hpp>
#include <map>
#include <span>
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

/// Samples of the combinations of genotypes of one tuple of case_control vectors: a bit for each
/// sample, in the words of class_word().
class CombinationMasks {
 public:
  explicit CombinationMasks(std::span<const PackedVector> tuple);

  /// Samples of combination `cell`, and those of them that are in `chosen`.
  std::int64_t count(int cell) const { return total_[static_cast<std::size_t>(cell)]; }
  std::int64_t count(int cell, std::span<const std::uint64_t> chosen) const;

 private:
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

 private:
  struct Place {
    std::uint32_t word;
    std::uint32_t bit;
  };
  std::uint64_t seed_;
  Index cases_;
  std::vector<Place> samples_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint64_t> mask_;
};

/// p-values of hits from random phenotypes: (1 + k) / (1 + permutations), with k the number of
/// phenotypes under which the tuple's own value is as good as or better than the hit's. All hits
/// see the same phenotypes. Each p-value is for its tuple alone, not for the best of many.
/// find(index): the PackedVector of that index in the problem.
template <int Way, class Metric, class Find>
std::vector<double> permutation_p_values(const Metric& metric, Find&& find,
                                         std::span<const Hit<Way>> hits, Index permutations,
                                         std::uint64_t seed) {
  if (hits.empty()) return {};
  std::vector<CombinationMasks> masks;
  masks.reserve(hits.size());
  for (const auto& hit : hits) {
    PackedVector tuple[Way];
    for (int v = 0; v < Way; ++v) tuple[v] = find(hit.index[v]);
    masks.emplace_back(tuple);
  }
  std::vector<Index> as_good(hits.size(), 0);
  RandomPhenotypes phenotypes(*find(hits.front().index[0]).vectors, seed);
  for (Index p = 0; p < permutations; ++p) {
    const auto cases = phenotypes.cases(p);
    for (std::size_t h = 0; h < hits.size(); ++h) {
      Evidence<GenotypeTables, Way> seen{};
      for (int cell = 0; cell < ipow(3, Way); ++cell) {
        seen.joint[1][cell] = masks[h].count(cell, cases);
        seen.joint[0][cell] = masks[h].count(cell) - seen.joint[1][cell];
      }
      const double value = metric.template value<Way>(seen, 0);
      const double found = hits[h].value;
      as_good[h] += (small_is_good<Metric>() ? value <= found : value >= found) ? 1 : 0;
    }
  }
  std::vector<double> p_values;
  for (const Index k : as_good) {
    p_values.push_back(static_cast<double>(1 + k) / static_cast<double>(1 + permutations));
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

}  // namespace encke
