#pragma once

#include <array>
#include <cstdint>
#include <encke/io/source.hpp>
#include <encke/network/graph.hpp>
#include <span>
#include <vector>

namespace encke::network {

/// How many samples of a class carry alleles of a set. Of each sample those alleles count whose
/// genotypes are known; a sample that has none of these is in no number.
struct Carriers {
  Index samples = 0;
  Index all = 0;   ///< have every allele, in one copy or two
  Index half = 0;  ///< have half of them or more
  Index none = 0;

  friend bool operator==(const Carriers&, const Carriers&) = default;
};

/// Counts the carriers of sets of alleles among controls and cases: the frequencies of groups of
/// alleles of Climer et al. (2014).
class Frequencies {
 public:
  /// `classes`: genotypes of two classes, whose vectors have the names of the graph's variants.
  /// Both must outlive this. Throws Error(inconsistent) where a node is not an allele 0 or 1, and
  /// where a variant is not among the vectors, or there twice.
  Frequencies(const Graph& graph, io::Source& classes);

  /// Those of the controls, then of the cases. Nodes of triples do not count. Throws as
  /// io::Source::read().
  std::array<Carriers, 2> of(std::span<const Node> nodes);

 private:
  /// An allele of the vector that a node is.
  struct Allele {
    Index vector;
    bool one;
    friend auto operator<=>(const Allele&, const Allele&) = default;
  };
  void count(const PackedVectors& packed, Index vector, bool one);

  const Graph& graph_;
  io::Source& classes_;
  std::vector<Index> vector_;  ///< of each node; nodes of triples have none
  std::vector<std::uint32_t> known_;
  std::vector<std::uint32_t> carried_;  ///< of each sample, so many alleles
};

}  // namespace encke::network
