#pragma once

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
  bool missing = false;        ///< it leaves missing samples out; else they are refused
  bool biallelic = false;      ///< variants of two alleles: how many do not vary is noted
  bool whole_fields = false;   ///< a rank needs all fields of its vectors
  bool whole_numbers = false;  ///< it has kernels for these: --precision auto, u16 to u2
  bool distances = false;      ///< values are distances: formats of whole matrices take them
  double multiplier = 0;       ///< its own, where it takes one
  int (*cells)(int way);       ///< values of a tuple of vectors
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
  /// Value of a tuple of vectors without content, NaN where it has none; null where all have
  /// content.
  double (*empty_value)(const Request& request) = nullptr;
  bool (*small_is_good)(const Request& request) = nullptr;  ///< null: of none
  bool (*chi_squared)(const Request& request) = nullptr;    ///< see SinkInfo; null: never
};

/// The one list of metrics, in the order in which they are shown.
std::span<const MetricRow* const> metric_table();

/// Throws Error(command_line) with the nearest name where there is no such metric.
const MetricRow& find_metric(std::string_view name);
inline const MetricRow& metric_of(const Request& request) { return find_metric(request.metric); }

/// Whether the metric lists this option among its parameters with a text of its own, or at all.
const Parameter* find_parameter(const MetricRow& metric, std::string_view option);
bool takes_input(const MetricRow& metric, Input input);

/// Whether its vectors may be without content: it takes --empty-pair.
bool has_empty_pairs(const MetricRow& metric);

/// Values of a tuple: of CCC of named alleles one, see AlleleCcc.
int cells_of(const Request& request);
/// Whether a tuple has a value for each combination of two alleles.
bool has_allele_cells(const Request& request);
/// The factor of every value: the one asked for, or the metric's own.
double multiplier_of(const Request& request);
/// True if smaller values rank higher.
bool small_is_good(const Request& request);
/// The metric's elements in this request.
Element element_of(const Request& request);

}  // namespace encke::job
