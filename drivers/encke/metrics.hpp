#pragma once

#include <encke/distributed/grid.hpp>
#include <encke/distributed/rank_vectors.hpp>
#include <encke/io/source.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <encke/plan/plan.hpp>
#include <encke/plan/report.hpp>
#include <encke/sink/collect.hpp>
#include <encke/sink/sink.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "encke/options/options.hpp"

namespace encke::cli {

/// What a metric compares.
enum class Kind { genotypes, bits, reals, branches, classes, moments };

/// What the command line knows of a metric.
struct MetricEntry {
  std::string_view name;
  std::string_view summary;
  std::string_view examples;  ///< for --help
  Kind kind;
  bool missing;           ///< it leaves missing samples out; else they are refused
  double multiplier;      ///< default of --multiplier; 0 where it has none
  int (*cells)(int way);  ///< values of a tuple
  /// No value is larger; `complete`: where nothing is missing.
  double (*largest)(const Options& options, bool complete);
  Report (*run)(const Options& options, const RankVectors& mine, const Plan& plan, const Grid& grid,
                Sink& sink);
};

/// The one list of metrics; a new metric is one entry.
std::span<const MetricEntry> metric_table();

/// Throws Error(command_line) with the nearest name where there is no such metric.
const MetricEntry& find_metric(std::string_view name);

/// The hits' p-values from options.permutations random phenotypes, see encke::permutation_p_values.
/// Of the input only the vectors of the hits are read. Throws what Source::read throws.
std::vector<double> permutation_p_values(const Options& options, io::Source& source,
                                         const sink::Collect& hits);

/// Whether it has --empty-pair: its vectors may be without content.
bool has_empty_pairs(const MetricEntry& metric);

/// As --score takes it.
std::string_view score_name(Score score);

/// Values of a tuple: of CCC of named alleles one, see AlleleCcc.
int cells_of(const MetricEntry& metric, const Options& options);

/// Form of the metric's elements that the options ask for.
Element element_of(const MetricEntry& metric, const Options& options);

}  // namespace encke::cli
