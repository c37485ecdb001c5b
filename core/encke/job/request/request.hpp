#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <encke/distributed/grid.hpp>
#include <encke/file/output/compression.hpp>
#include <encke/io/bgen/bgen.hpp>
#include <encke/io/comet/synthetic.hpp>
#include <encke/io/compare.hpp>
#include <encke/io/plink/multiallelics.hpp>
#include <encke/io/plink/phenotype_classes.hpp>
#include <encke/io/plink/subset.hpp>
#include <encke/io/select/loci.hpp>
#include <encke/io/table/rare_features.hpp>
#include <encke/io/vcf/vcf.hpp>
#include <encke/pack/element.hpp>
#include <encke/plan/plan.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace encke::network {
struct Request;
}

namespace encke::job {

/// Where the vectors come from; each has a row in input_table().
enum class Input {
  bfile,
  tfile,
  table,
  alleles,
  biom,
  packed,
  synthetic,
  pfile,
  pgen,
  fps,
  vcf,
  bcf,
  bgen
};
/// Form of the file of values; each has a row in format_table().
enum class Format { edges, abc, packed, npy, lsmat, hdf5, kin0, columns, square, square32 };
enum class UnifracMethod { unweighted, weighted_normalized, weighted_unnormalized, generalized };
enum class Score {
  k2,
  mi,
  chi2,
  boost,
  alleles,
  case_only,
  joint_effects,
  joint_case_only,
  linear
};
/// True if it is of cases alone, and supposes that variants are independent without them.
constexpr bool is_of_cases(Score score) {
  return score == Score::case_only || score == Score::joint_case_only;
}
/// The model of the regressions of pairs.
enum class Refine { none, logistic, linear };
/// Tuples whose vectors are on one chromosome, tuples of all, those beyond the window; or as the
/// metric has it.
enum class Across { of_metric, within, all, beyond };
/// Value of a tuple of vectors without content: NaN, that of equal vectors, or none (an error).
enum class EmptyPair { nan, same, error };

/// What a job is asked for: a value, as read_request() makes it from texts, or a program. Every
/// member but `metric` and the input has a default; members that the metric does not take (see
/// MetricRow) do not count.
struct Request {
  std::string metric;  ///< name in metric_table()

  Input input = Input::bfile;
  std::string path;  ///< of the input: prefix or file; empty for Input::synthetic
  std::string pvar;  ///< of Input::pgen
  std::string psam;  ///< of Input::pgen
  std::string tree;  ///< of Input::biom: the vectors are samples on it
  io::Compare compare = io::Compare::samples;  ///< of tables: which are the vectors
  io::TableSelection table{};                  ///< of Input::biom
  io::TestProblem problem = io::TestProblem::random;
  Index num_vectors = 0;  ///< of a packed file or a synthetic problem
  Index num_fields = 0;
  io::Subset subset{};  ///< of a PLINK data set
  io::Multiallelics multiallelics = io::Multiallelics::error;
  io::VcfRules vcf{};               ///< of Input::vcf and Input::bcf
  io::BgenRules bgen{};             ///< of Input::bgen
  io::PhenotypeSource phenotype{};  ///< of epistasis

  /// Which tuples are compared (see compared_in()); none of these: all, or of some metrics those
  /// within a chromosome, where the input has chromosomes.
  std::optional<double> window_kb{};       ///< at most so many thousand base pairs apart, >= 0
  std::optional<Index> window_variants{};  ///< fewer than so many vectors apart, at least 1
  Across across = Across::of_metric;       ///< what chromosomes have to do with it
  std::string loci{};                      ///< file: only pairs of one locus, see io::read_loci()
  std::string extract_first{};   ///< file of ids: one vector of each tuple is among these …
  std::string extract_second{};  ///< … and the others are among these

  int way = 2;          ///< 2 or 3
  bool missing = true;  ///< false: the code that stands for missing genotypes is one of a genotype
  double gamma = 2.0 / 3.0;            ///< 0 to 1
  std::optional<double> multiplier{};  ///< above 0; none: the metric's own
  UnifracMethod method = UnifracMethod::unweighted;
  double alpha = 1;                ///< of UnifracMethod::generalized, 0 to 1
  bool variance_adjusted = false;  ///< UniFrac; not of UnifracMethod::generalized below 1
  Precision precision = Precision::float64;
  /// Elements of ps where they are not those of `precision`: whole numbers, that were asked for or
  /// found in the data (see choose_numbers()).
  std::optional<Element> numbers{};
  bool find_numbers = false;  ///< look for whole numbers in the data
  EmptyPair empty_pair = EmptyPair::nan;
  Score score = Score::k2;       ///< of epistasis
  bool with_sign = false;        ///< of r2: r, not r^2; a threshold is of |r|
  bool distance = false;         ///< of similarities: 1 less the value
  bool all_chromosomes = false;  ///< of king and ibs: also variants that are on no autosome

  std::string out = "encke";          ///< prefix of the files written
  std::optional<double> threshold{};  ///< of several, one that a value of every hit's tuple passes
  std::vector<double> cell_thresholds{};  ///< of LL, LH, HH, LL+HH (3-way: of five), or none
  bool below = false;                     ///< values below the threshold, not above
  std::optional<double> p_below{};        ///< the largest p-value of a hit, above 0; or `threshold`
  std::optional<Index> top{};             ///< at least 1
  bool best = false;                      ///< the best partner of each vector
  bool all = false;                       ///< a large output is meant
  bool adjust = false;                    ///< correct p-values for all tests; needs `p_below`
  std::optional<Index> permutations{};    ///< needs `top` or `p_below`
  bool max = false;                       ///< correct by the best value of each permutation
  std::uint64_t seed = 1;                 ///< of permutations
  Refine refine = Refine::none;           ///< pairs that are written
  std::string covariates{};               ///< file; empty: none
  std::vector<std::string> covariate_names{};  ///< columns; none: all
  std::string trait{};                         ///< file, of Refine::linear and Score::linear
  std::string trait_name{};                    ///< column; empty: the first
  bool faith_pd = false;                       ///< the diversity of each sample, of unifrac
  std::optional<double> king_cutoff{};         ///< lists of samples without kinships above it
  Format format = Format::edges;
  bool format_given = false;
  bool sites = true;  ///< Format::edges has chromosomes, positions and alleles, if these are known
  bool hash = true;   ///< … and a header line that begins with #
  int digits = 0;     ///< of values in text, 1 to 17; 0: as few as read back with the same bits
  sink::Compression compression = sink::Compression::none;  ///< of the values
  bool histogram = false;                                   ///< of either form
  bool cell_histogram = false;                              ///< by kind of cell, in CoMet's form
  bool checksum = false;
  bool report = false;  ///< a page of the run: Outcome::largest, and pictures of its network
  bool digest_all = false;

  /// What is to be made of the network of the values that are written. Its edges, prefix, threads
  /// and memory are those of the run, see network_of().
  std::shared_ptr<const network::Request> network{};

  int threads = 0;                ///< 0: all cores
  std::optional<Index> memory{};  ///< MiB
  std::string backend = "auto";
  std::string level = "auto";
  int devices = 1;  ///< GPUs of a rank; 0: all of its machine
  Index block = 0;  ///< a multiple of 16; 0: chosen
  WantedDecomposition ranks{};
  GpuAwareMpi gpu_aware_mpi = GpuAwareMpi::off;
  std::optional<Shares> phases{};  ///< any of these three: a part of a run
  std::optional<Shares> stages{};  ///< of `phases`; of triples only
  std::optional<Shares> shard{};   ///< of these two
  bool resume = false;
  double sync_after = 1;  ///< seconds from which on the state of a run goes to the device
  bool check = false;
  Pruning pruning = Pruning::where_it_pays;  ///< of tuples that cannot pass the threshold

  /// Not empty: nothing is computed, but these parts of a run, each its `out`, are joined.
  std::vector<std::string> parts{};
};

/// The shares of the work that are asked for: nested, outermost first; none: all of it.
std::vector<Shares> shares_of(const Request& request);

/// True if this is a part of a run, whose values are written when the parts are joined.
inline bool is_part(const Request& request) {
  return request.phases || request.stages || request.shard;
}

/// True if values are hits by a threshold, of values or of p-values.
inline bool has_threshold(const Request& request) { return request.threshold || request.p_below; }

/// Best partners are wanted, and nothing selects values: then these alone are written.
inline bool only_best(const Request& request) {
  return request.best && !has_threshold(request) && !request.top;
}

/// True if only each vector's best ones are used of the hits that are not among the `top` largest.
inline bool stores_best_only(const Request& request) {
  return request.best && (request.top || !has_threshold(request));
}

/// True if what is compared has a trait and no classes.
inline bool has_trait(const Request& request) {
  return request.metric == "epistasis" && request.score == Score::linear;
}

/// The method that is computed: generalized with an exponent of 1 is weighted_normalized.
constexpr UnifracMethod computed_method(const Request& request) {
  const bool weighted = request.method == UnifracMethod::generalized && request.alpha == 1;
  return weighted ? UnifracMethod::weighted_normalized : request.method;
}

}  // namespace encke::job
