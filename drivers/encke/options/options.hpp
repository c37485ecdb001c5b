#pragma once

#include <encke/base/index.hpp>
#include <encke/distributed/grid.hpp>
#include <encke/file/compression.hpp>
#include <encke/io/comet/synthetic.hpp>
#include <encke/io/plink/phenotype_classes.hpp>
#include <encke/io/plink/plink_selection.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <encke/plan/plan.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace encke::cli {

enum class Task { compute, plan, merge, verify, help, version };
enum class Input { bfile, tfile, table, alleles, biom, packed, synthetic };
enum class Format { edges, abc, packed, npy, lsmat, hdf5 };
enum class UnifracMethod { unweighted, weighted_normalized, weighted_unnormalized, generalized };
enum class Score { k2, mi, chi2, boost };
enum class EmptyPair { nan, same, error };
enum class ProgressMode { automatic, plain, none, json };

/// What a command line asks for; all of it has been checked, as far as that is possible without
/// opening a file.
struct Options {
  Task task = Task::compute;
  std::string metric;  ///< name in the table of metrics
  std::string help;    ///< what to print for Task::help

  Input input = Input::bfile;
  std::string path;  ///< of the input: prefix or file; empty for Input::synthetic
  std::string tree;  ///< of Input::biom
  io::Problem problem = io::Problem::random;
  Index num_vectors = 0;  ///< of a packed file or a synthetic problem
  Index num_fields = 0;
  io::Subset subset;
  io::PhenotypeSource phenotype;

  int way = 2;
  bool missing = true;  ///< false: the code that stands for missing genotypes is one of a genotype
  double gamma = 2.0 / 3.0;
  double multiplier = 4.5;  ///< the metric's own where none is given
  UnifracMethod method = UnifracMethod::unweighted;
  double alpha = 1;  ///< of UnifracMethod::generalized
  Precision precision = Precision::float64;
  /// Elements of ps where they are not those of `precision`: whole numbers, that were asked for or
  /// found in the data (see choose_numbers()).
  std::optional<Element> numbers{};
  bool find_numbers = false;  ///< look for whole numbers in the data
  EmptyPair empty_pair = EmptyPair::nan;
  Score score = Score::k2;  ///< of epistasis

  std::string out = "encke";
  std::optional<double> threshold;  ///< of several, one that a value of every hit's tuple passes
  std::vector<double> cell_thresholds;  ///< of LL, LH, HH, LL+HH (3-way: of five), or none
  bool below = false;                   ///< values below the threshold, not above
  std::optional<Index> top;
  bool best = false;  ///< the best partner of each vector
  std::optional<Index> permutations;
  std::uint64_t seed = 1;
  Format format = Format::edges;
  bool format_given = false;
  sink::Compression compression = sink::Compression::none;  ///< of the values
  bool histogram = false;                                   ///< of either form
  bool cell_histogram = false;                              ///< by kind of cell, in CoMet's form
  bool checksum = false;
  bool digest_all = false;

  int threads = 0;                ///< 0: all cores
  std::optional<Index> memory{};  ///< MiB
  std::string backend = "auto";
  std::string level = "auto";
  Index block = 0;  ///< 0: chosen
  WantedDecomposition ranks;
  GpuAwareMpi gpu_aware_mpi = GpuAwareMpi::off;
  std::vector<Shares> shares;            ///< nested, outermost first; not empty: a part of a run
  std::vector<std::string> share_names;  ///< the option of each
  bool resume = false;
  bool check = false;
  ProgressMode progress = ProgressMode::automatic;

  std::vector<std::string> parts;  ///< of Task::merge: their --out
  bool repair = false;             ///< of Task::verify

  std::vector<std::string> arguments;  ///< as given, the program's name left out
  std::vector<std::string> kokkos;     ///< of these, those that Kokkos is to see
};

/// Names of the methods of UniFrac, in their order.
const std::vector<std::string>& unifrac_methods();
/// Forms of whole numbers, as --precision takes them, the widest first.
std::span<const std::pair<std::string_view, Element>> count_names();
/// Names of the formats of values, in their order.
const std::vector<std::string>& format_names();
const std::string& format_name(Format format);
/// Whether a format holds every value, and takes no threshold.
constexpr bool holds_all(Format format) { return format >= Format::npy; }

/// Whether an input is a PLINK data set, of which samples and variants can be selected.
constexpr bool is_plink(Input input) { return input == Input::bfile || input == Input::tfile; }

/// Best partners are wanted, and nothing selects values: then these alone are written.
inline bool only_best(const Options& options) {
  return options.best && !options.threshold && !options.top;
}
/// Whether a format has whole rows of the symmetric matrix of distances.
constexpr bool is_matrix(Format format) {
  return format == Format::lsmat || format == Format::hdf5;
}

/// The method that is computed: generalized with an exponent of 1 is weighted_normalized.
constexpr UnifracMethod computed_method(const Options& options) {
  const bool weighted = options.method == UnifracMethod::generalized && options.alpha == 1;
  return weighted ? UnifracMethod::weighted_normalized : options.method;
}

/// Reads the arguments that follow the program's name: [plan] METRIC OPTIONS, merge OPTIONS PART…,
/// or verify P; options in any order.
/// Throws Error(command_line) that names the option, its text and what was expected.
Options parse_options(const std::vector<std::string>& arguments);

}  // namespace encke::cli
