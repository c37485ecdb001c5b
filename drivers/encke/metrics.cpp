#include "encke/metrics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/metric/builtin.hpp>
#include <encke/run/run.hpp>
#include <vector>

#include "encke/suggest.hpp"

namespace encke::cli {
namespace {

Ccc make_ccc(const Options& options) {
  return {.multiplier = options.multiplier, .gamma = options.gamma, .missing = options.missing};
}

/// A joint frequency is at most the least of the frequencies f, where they are of the same samples;
/// k f (1 - g f)^way is largest for f = 1 / (g (way + 1)).
double largest_ccc(const Options& options, bool complete) {
  if (!complete) return options.multiplier;
  const double f = std::min(1.0, 1 / (options.gamma * (options.way + 1)));
  return options.multiplier * f * std::pow(1 - options.gamma * f, options.way);
}

Ps make_ps(const Options& options) {
  return options.empty_pair == EmptyPair::same ? Ps{.empty = 1} : Ps{};
}

double largest_ps(const Options&, bool) { return 1; }

template <auto make>
int cells_of(int way) {
  using Metric = decltype(make(Options{}));
  return way == 2 ? Metric::template cells<2> : Metric::template cells<3>;
}

template <auto make>
Report run_metric(const Options& options, const PackedVectors& vectors, const Plan& plan,
                  Sink& sink) {
  return run(make(options), vectors, plan, sink);
}

constexpr std::string_view ccc_examples =
    "Examples:\n"
    "  encke ccc --bfile cohort --threshold 0.7 --out cohort\n"
    "  encke ccc --bfile cohort --maf 0.05 --geno 0.1 --way 3 --top 10000 --format abc\n"
    "  encke plan ccc --bfile cohort --way 3 --threshold 0.6\n";
constexpr std::string_view ps_examples =
    "Examples:\n"
    "  encke ps --table counts.tsv --threshold 0.8 --out similar\n"
    "  encke ps --table profiles.npy --precision f32 --format npy\n"
    "  encke plan ps --packed vectors.bin --num-vectors 10000 --num-fields 500 --way 3\n";

constexpr std::array table = {
    MetricEntry{"ccc", "Custom Correlation Coefficient of all pairs or triples of variants",
                ccc_examples, true, cells_of<make_ccc>, largest_ccc, run_metric<make_ccc>},
    MetricEntry{"ps",
                "Proportional Similarity (1 - Bray-Curtis) of all pairs or triples of profiles",
                ps_examples, false, cells_of<make_ps>, largest_ps, run_metric<make_ps>},
};

}  // namespace

std::span<const MetricEntry> metric_table() { return table; }

const MetricEntry& find_metric(std::string_view name) {
  std::vector<std::string_view> known = {"plan"};
  std::string names;
  for (const MetricEntry& entry : table) {
    if (entry.name == name) return entry;
    known.push_back(entry.name);
    names += (names.empty() ? "" : ", ") + std::string(entry.name);
  }
  throw Error(Failure::command_line, "no metric '" + std::string(name) + "': one of " + names +
                                         " expected" + suggestion(name, known));
}

Element element_of(const MetricEntry& metric, const Options& options) {
  if (metric.genotypes) return Element::genotype;
  return options.precision == Precision::float32 ? Element::float32 : Element::float64;
}

}  // namespace encke::cli
