#pragma once

#include <encke/file/output/output_set.hpp>
#include <encke/network/format/format_table.hpp>
#include <encke/network/sets/frequencies.hpp>
#include <encke/network/sets/variant_sets.hpp>
#include <encke/network/spectral/neighbours.hpp>
#include <encke/network/task/seeds.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace encke::network {

struct Outcome;
class Helpers;

/// What is there beside the edges; null: nothing of the kind.
struct Beside {
  const Variants* variants = nullptr;  ///< sites, for sets
  io::Source* classes = nullptr;       ///< genotypes of cases and controls
  Helpers* helpers = nullptr;          ///< other ranks, for clusters
};

/// What was found in a graph, to be written.
struct Found {
  const Graph& graph;
  const Components& parts;
  std::vector<double> weights = {};  ///< sums_of_weights()
  Seeds seeds = {};
  std::vector<Index> triangles = {};  ///< of each node, or empty
  std::vector<Clustering> clusterings = {};
  std::vector<ComponentEmbedding> embedding = {};
  std::vector<Neighbours> neighbours = {};  ///< in the embedding
  std::optional<Frequencies> frequencies = {};
};

/// The files of a request while they are made.
class Results {
 public:
  /// Opens the files of result_paths() under temporary names; they get their names with those of
  /// `set`. The request must outlive this. Throws Error(open); Error(inconsistent) as
  /// check_engine().
  Results(const Request& request, sink::OutputSet& set);

  /// Before clusters are made, which may take long. Throws Error(inconsistent) where a format
  /// cannot hold a name.
  void check_names(const Graph& graph) const;
  /// To be called once. `variants`: their sites, or null. `check_stop` is called now and then.
  /// Throws Error(write), and Error(inconsistent) for sets that cannot be made or held.
  void write(Found& found, const Variants* variants, const std::function<void()>& check_stop,
             Outcome& outcome);

 private:
  /// The next files, in the order of result_paths().
  ResultFiles next(std::size_t count = 1);
  void write_sets(const VariantSets& sets, const Variants* variants, Outcome& outcome);

  const Request& request_;
  std::vector<std::unique_ptr<ResultFile>> files_;
  std::size_t next_ = 0;
};

}  // namespace encke::network
