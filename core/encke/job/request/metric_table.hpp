#pragma once

#include <encke/backend/backend.hpp>
#include <encke/distributed/grid.hpp>
#include <encke/distributed/rank_vectors.hpp>
#include <encke/io/source.hpp>
#include <encke/job/request/request.hpp>
#include <encke/pack/element.hpp>
#include <encke/plan/plan.hpp>
#include <encke/plan/report.hpp>
#include <encke/sink/collect.hpp>
#include <encke/sink/sink.hpp>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace encke::job {

/// What the vectors of a metric and their fields are called by those who have such data.
struct Words {
  std::string_view vector;
  std::string_view vectors;
  std::string_view field;
  std::string_view fields;
};

/// An option that a metric takes beyond those that all take, or what is to be said of an option
/// for this metric.
struct Parameter {
  std::string_view option;     ///< with its dashes
  std::string_view help = {};  ///< instead of the option's own; empty: the option's own
};

/// One metric: all that jobs know of it. A new one is one file in metrics/ with its row, and a line
/// in metric_table.cpp.
struct MetricRow {
  std::string_view name;
  std::string_view summary;
  std::string_view examples;  ///< command lines, for a help text
  Words words;
  std::span<const Input> inputs;
  std::span<const Parameter> parameters;
  std::span<const std::string_view> needs = {};  ///< options that must be given
  std::span<const std::string_view> lacks = {};  ///< options of its inputs that it does not take
  bool missing = false;            ///< it leaves missing samples out; else they are refused
  bool within_chromosome = false;  ///< it compares these, unless others are asked for
  bool linkage = false;            ///< of founders, on X with males by half, as PLINK's r^2
  bool biallelic = false;          ///< variants of two alleles: how many do not vary is noted
  bool whole_fields = false;       ///< a rank needs all fields of its vectors
  bool whole_numbers = false;      ///< it has kernels for these: --precision auto, u16 to u2
  bool of_samples = false;         ///< its vectors are samples; inputs have variants
  bool columns = false;  ///< values of a tuple are columns of one line, see HasDecidingCell
  Format format = Format::edges;  ///< of its file of values, if none is asked for
  /// Value of a vector with itself, which whole matrices have on their diagonal; NaN: it has none.
  double same = std::numeric_limits<double>::quiet_NaN();
  double multiplier = 0;  ///< its own, where it takes one
  int (*cells)(int way);  ///< values of a tuple of vectors
  /// No value is larger; `complete`: where nothing is missing.
  double (*largest)(const Request& request, bool complete);
  /// Form of its elements.
  Element (*element)(const Request& request);
  /// encke::run() of this metric. Collective.
  Report (*run)(const Request& request, const RankVectors& mine, const Plan& plan, const Grid& grid,
                Sink& sink);
  /// p-values of hits from request.permutations random phenotypes, see
  /// encke::permutation_p_values(); null where it has none. `between` is called before each
  /// phenotype. Of the input only the vectors of the hits are read.
  std::vector<double> (*p_values)(const Request& request, io::Source& source,
                                  const sink::Collect& hits,
                                  const std::function<void()>& between) = nullptr;
  /// About the share of triples that useful pairs leave, see encke::share_left(); null: all.
  std::optional<double> (*share_left)(const Request& request, const PackedVectors& vectors,
                                      const Plan& plan, TileBackend& backend) = nullptr;
  /// Value of a tuple of vectors without content, NaN where it has none; null where all have
  /// content.
  double (*empty_value)(const Request& request) = nullptr;
  bool (*small_is_good)(const Request& request) = nullptr;  ///< null: of none
  bool (*chi_squared)(const Request& request) = nullptr;    ///< see SinkInfo; null: never
};

/// The one list of metrics, in the order in which they are shown.
std::span<const MetricRow* const> metric_table();

/// Another name of a metric.
struct MetricAlias {
  std::string_view name;
  std::string_view metric;
  bool distance = false;  ///< it names the distance: --distance is given with it
  /// For a help text, where it says more than another name; empty: those of the metric.
  std::string_view summary = {};
  std::string_view examples = {};
};
std::span<const MetricAlias> metric_aliases();
/// Null where no metric has this other name.
const MetricAlias* find_metric_alias(std::string_view name);

/// Takes its name or another name of it. Throws Error(command_line) where there is no such metric,
/// with the nearest name; `else_say` follows where none is near.
const MetricRow& find_metric(std::string_view name, std::string_view else_say = "");
/// True if this name of a metric is that of its distance.
bool names_distance(std::string_view name);
inline const MetricRow& metric_of(const Request& request) { return find_metric(request.metric); }

/// What a request's vectors and fields are called: as its metric says, but alleles of markers, and
/// samples and features of a BIOM table.
const Words& words_of(const Request& request);

/// The metric's row of this option among its parameters; null where it has none.
const Parameter* find_parameter(const MetricRow& metric, std::string_view option);
/// True if the metric of the request has this option.
bool takes_option(const Request& request, std::string_view option);
bool takes_input(const MetricRow& metric, Input input);

/// True if its vectors may be without content: it takes --empty-pair.
bool has_empty_pairs(const MetricRow& metric);

/// Values of a tuple: of CCC of named alleles one, see AlleleCcc.
int cells_of(const Request& request);
/// True if a tuple has a value for each combination of two alleles.
bool has_allele_cells(const Request& request);
/// The factor of every value: the one asked for, or the metric's own.
double multiplier_of(const Request& request);
/// True if smaller values rank higher.
bool small_is_good(const Request& request);
/// True if values are chi-squared statistics, which have p-values.
bool has_p_values(const Request& request);
/// True if each pair of vectors has one value: formats of whole matrices take these.
bool fills_matrix(const MetricRow& metric);
/// Values of a tuple in formats that have a line for each: of columns of one line the first.
int values_of_line(const Request& request);
/// True if the values are distances, 0 of equal vectors.
bool has_distances(const Request& request);
/// Value of a vector with itself, or NaN.
double value_of_same(const Request& request);
/// The metric's elements in this request.
Element element_of(const Request& request);

}  // namespace encke::job
