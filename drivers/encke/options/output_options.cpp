#include "output_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <limits>

#include "encke/metrics.hpp"
#include "threshold.hpp"

namespace encke::cli {
namespace {

constexpr Index most = std::numeric_limits<Index>::max();

void require_alone(const Arguments& given, std::string_view option, std::string_view other,
                   std::string_view why) {
  if (given.given(option) && given.given(other)) {
    refuse(fmt::format("{} and {}: {}", option, other, why));
  }
}

void check_format(Format format, const MetricEntry& metric) {
  if (!is_matrix(format) || metric.kind == Kind::branches) return;
  refuse(fmt::format("--format {}: of distances (unifrac) only; npy has all values too",
                     format_name(format)));
}

void take_histogram(const Arguments& given, const MetricEntry& metric, Options& options) {
  require_alone(given, "--histogram", "--cell-histogram", "one of them expected");
  options.cell_histogram = given.given("--cell-histogram");
  options.histogram = given.given("--histogram") || options.cell_histogram;
  if (!options.cell_histogram) return;
  if (!has_allele_cells(metric, options)) {
    refuse(fmt::format("--cell-histogram: of values by two alleles only, not of {}",
                       options.input == Input::alleles ? "--alleles" : metric.name));
  }
  const Index bins = CellBins::most(options.way);
  const double largest = static_cast<double>(bins) * CellBins::width;
  if (options.multiplier >= CellBins::width && options.multiplier <= largest) return;
  refuse(fmt::format("--cell-histogram: only with --multiplier from {:g} to {:g}", CellBins::width,
                     largest));
}

}  // namespace

void take_format(const Arguments& given, Options& options) {
  const auto& formats = format_names();
  const auto format = given.choice("--format", formats);
  options.format =
      static_cast<Format>(std::find(formats.begin(), formats.end(), format) - formats.begin());
  options.format_given = given.given("--format");
  if (!given.given("--zst")) return;
  if (options.format == Format::npy || options.format == Format::hdf5) {
    refuse(
        fmt::format("--zst: not of --format {}, which is not written from front to back", format));
  }
  options.compression = sink::Compression::zstd;
}

void take_output(const Arguments& given, const MetricEntry& metric, Options& options) {
  if (given.given("--out")) options.out = given.text("--out");
  take_threshold(given, metric, options);
  if (given.given("--top")) options.top = given.count("--top", 1, most);
  options.best = given.given("--best");
  if (given.given("--permutations")) {
    options.permutations = given.count("--permutations", 1, 1'000'000'000);
    if (!options.top) refuse("--permutations: only with --top");
  }
  if (given.given("--seed")) {
    if (!options.permutations) refuse("--seed: only with --permutations");
    options.seed = static_cast<std::uint64_t>(given.count("--seed", 0, most));
  }
  take_format(given, options);
  check_format(options.format, metric);
  check_values_file(options);
  take_histogram(given, metric, options);
  options.checksum = given.given("--checksum");
  constexpr double checksum_limit = 16;  // see sink::Checksum
  if (options.checksum && metric.largest(options, false) >= checksum_limit) {
    refuse(fmt::format("--checksum: of values below {} only, --multiplier {} allows larger ones",
                       checksum_limit, given.text("--multiplier")));
  }
  check_alleles(options);
  options.digest_all = given.choice("--digest", {"hits", "all"}) == "all";
  if (!holds_all(options.format)) return;
  const std::string why = fmt::format("{} has all values", format_name(options.format));
  require_alone(given, "--threshold", "--format", why);
  require_alone(given, "--top", "--format", why);
  require_alone(given, "--best", "--format", why);
}

void check_values_file(const Options& options) {
  if (!only_best(options)) return;
  if (options.checksum) {
    refuse("--checksum: of values; without --threshold and --top there is only P.best.tsv");
  }
  const bool compressed = options.compression != sink::Compression::none;
  if (!compressed && !options.format_given) return;
  refuse(fmt::format("{}: of values; without --threshold and --top there is only P.best.tsv",
                     compressed ? "--zst" : "--format"));
}

void check_alleles(const Options& options) {
  if (options.input != Input::alleles) return;
  if (options.checksum) refuse("--checksum: CoMet's, of markers with two alleles only");
  if (options.format == Format::packed) {
    refuse("--format packed: CoMet's, of markers with two alleles only");
  }
  if (holds_all(options.format)) {
    refuse(
        fmt::format("--format {}: it has a value for every pair; alleles of one marker have none",
                    format_name(options.format)));
  }
}

}  // namespace encke::cli
