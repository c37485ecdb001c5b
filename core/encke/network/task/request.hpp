#pragma once

#include <encke/io/plink/phenotype_classes.hpp>
#include <encke/network/edges.hpp>
#include <encke/network/mcl/options.hpp>
#include <encke/network/products/engine.hpp>
#include <encke/network/sets/variant_sets.hpp>
#include <encke/network/spectral/embedding.hpp>
#include <encke/network/thin.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace encke::network {

/// Where sets of variants come from.
enum class SetSource { automatic, components, reach, mcl, embed };

/// What `encke network` is asked for. A value.
struct Request {
  std::string edges;    ///< file, or "-"; of a run what messages call its values
  bool of_run = false;  ///< edges are the values that a run sends, not a file
  std::string out = "encke";

  std::optional<double> threshold{};
  bool below = false;
  bool one_minus = false;
  bool as_they_are = false;  ///< --distance none: values of any header are weights
  Triples triples = Triples::pairs;
  bool alleles_in_labels = false;
  std::optional<Index> nearest{};  ///< --knn
  bool mutual = false;
  std::optional<Index> max_degree{};
  MergeAlleles merge_alleles = MergeAlleles::no;

  std::string reach;  ///< ids separated by commas, `@FILE` or `@all`; empty: none
  bool reach_each = false;
  bool reach_skips_missing = false;
  Index depth = 1;

  bool cluster = false;
  bool keep_loops = false;
  bool resume = false;  ///< takes clusters of components that a run which was stopped has found
  std::vector<double> inflations = {2};
  Overlap overlap = Overlap::cut;
  int scheme = 6;
  std::optional<double> prune{};
  std::optional<Index> select{};
  std::optional<Index> recover{};
  std::optional<double> recover_percent{};

  bool triangles = false;
  Engine engine = Engine::fused;

  std::optional<Index> axes{};  ///< --embed
  Index embed_least = 10;
  std::optional<Index> embed_neighbours{};
  Laplacian laplacian = Laplacian::symmetric;
  double tolerance = 1e-8;

  std::vector<std::string> sets;  ///< names of set_formats()
  SetSource sets_from = SetSource::automatic;
  SetOptions set_options{};
  std::string bim;
  bool frequencies = false;  ///< carriers of the sets of alleles among cases and controls
  std::string bfile;         ///< PLINK 1 data set with their genotypes; of a run its input
  io::PhenotypeSource phenotype{};
  std::vector<std::string> graphs;    ///< names of graph_formats()
  std::vector<std::string> pictures;  ///< names of pictures()
  bool page = false;                  ///< the outcome has what a page of the run shows

  int threads = 0;              ///< 0: all processors
  std::optional<Index> memory;  ///< MiB
  Index memory_of_run = 0;      ///< bytes of it that the run uses whose values the edges are
};

/// The scheme's pruning with what was given beside it.
Pruning pruning_of(const Request& request);

/// Throws Error(inconsistent) where this build has not the engine.
void check_engine(const Request& request);

/// "2", "1.4": the shortest text that reads back as the same.
std::string inflation_text(double inflation);

/// The files that a request writes, without log and summary, in the order in which they are
/// written.
std::vector<std::string> result_paths(const Request& request);
/// The file of components that are done, while a request is under way.
std::string path_of_finished(const Request& request);
/// The files that it reads; standard input is none.
std::vector<std::string> input_paths(const Request& request);

/// A file of the graph has chromosomes and positions of variants, where these are known.
bool shows_sites(const Request& request);

/// Where sets come from when `automatic` has been resolved.
SetSource source_of_sets(const Request& request);

}  // namespace encke::network
