#pragma once

#include <encke/network/graph.hpp>
#include <encke/network/partition.hpp>
#include <encke/network/sets/variants.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace encke::network {

/// Variants that are tested together, each once.
struct VariantSet {
  std::string name;
  std::vector<std::string> variants;
  std::string chromosome = {};  ///< with a .bim: of all of them, or "" where they have several
  Index position = 0;           ///< the smallest
};

/// Which sets are written.
struct SetOptions {
  Index least = 2;  ///< variants
  std::optional<Index> most{};
  bool per_chromosome = false;  ///< a set over several chromosomes becomes one for each
};

/// Sets, and how many were left out.
struct VariantSets {
  std::vector<VariantSet> sets;
  Index too_small = 0;
  Index too_large = 0;
  std::set<std::string, std::less<>> made_ids;  ///< of their variants that the .bim calls otherwise
};

/// Adds sets of nodes as sets of variants: the alleles of a variant are one, nodes of triples are
/// none. name(set) names them. Throws Error(inconsistent) as Variants::site().
template <class Name>
void add_sets(const Graph& graph, const NodeSets& sets, const Name& name, const Variants* variants,
              const SetOptions& options, VariantSets& out);

/// The same of one set.
void add_set(const Graph& graph, std::span<const Node> nodes, const std::string& name,
             const Variants* variants, const SetOptions& options, VariantSets& out);

template <class Name>
void add_sets(const Graph& graph, const NodeSets& sets, const Name& name, const Variants* variants,
              const SetOptions& options, VariantSets& out) {
  for (Index set = 0; set < sets.count(); ++set) {
    add_set(graph, sets.nodes(set), name(set), variants, options, out);
  }
}

}  // namespace encke::network
