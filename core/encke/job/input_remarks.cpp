
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <encke/backend/pruning/pair_tests.hpp>
#include <encke/base/chi_squared_tail.hpp>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/combine/find_useful_pairs.hpp>
#include <encke/distributed/whole_problem.hpp>
#include <encke/job/input_remarks.hpp>
#include <encke/job/layout.hpp>
#include <encke/job/output/format_table.hpp>
#include <encke/job/request/input_table.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/job/request/options/show.hpp>
#include <encke/job/request/thresholds.hpp>
#include <encke/schedule/domain/domain.hpp>
#include <encke/store/run_store.hpp>

namespace encke::job {

namespace {

/// The vectors that are zero in all fields; on the grid's ranks, of all of them.
std::vector<Index> empty_vectors(const OwnedVectors& owned, const Grid& grid) {
  std::vector<std::int64_t> filled(static_cast<std::size_t>(owned.own.size()));
  for (const PackedVectors& part : owned.parts) {
    const bool whole = !part.element().row().real_sums;
    for (std::size_t v = 0; v < filled.size(); ++v) {
      const auto vector = static_cast<Index>(v);
      const bool empty = whole ? part.x_sum(vector) == 0 : part.sum(vector) == 0;
      if (!empty) filled[v] = 1;
    }
  }
  grid.field_group().maximum(filled);
  const auto all = grid.ring().all_gather(filled);
  std::vector<Index> empty;
  for (std::size_t v = 0; v < all.size(); ++v) {
    if (all[v] == 0) empty.push_back(static_cast<Index>(v));
  }
  return empty;
}

/// "a, b, c, ...": the first names of some vectors.
std::string names_of(const std::vector<Index>& vectors, const std::vector<std::string>& names) {
  constexpr std::size_t most_named = 5;
  std::string named;
  for (std::size_t i = 0; i < std::min(vectors.size(), most_named); ++i) {
    named += (named.empty() ? "" : ", ") + shortened(names[static_cast<std::size_t>(vectors[i])]);
  }
  return vectors.size() > most_named ? named + ", ..." : named;
}

/// Throws Error(inconsistent) where tuples of vectors without content must have a value.
void check_empty_tuples(const Request& request, const EmptyVectors& empty,
                        const std::string& named) {
  if (empty.tuples == 0) return;
  if (request.empty_pair == EmptyPair::error) {
    throw Error(
        Failure::inconsistent,
        fmt::format(
            "{} without content ({}): tuples of these alone have no value. Use --empty-pair nan or "
            "same.",
            empty.vectors == 1 ? "1 vector" : grouped(empty.vectors) + " vectors", named));
  }
  const bool selects = request.threshold || request.top;  // which leaves out what is NaN
  if (request.checksum && !selects && std::isnan(metric_of(request).empty_value(request))) {
    throw Error(Failure::inconsistent,
                fmt::format("--checksum does not work with the value nan, which tuples of vectors "
                            "without content ({}) have. Use --empty-pair same.",
                            named));
  }
}

}  // namespace

std::string remark_on_monomorphic(const Request& request, const OwnedVectors& owned,
                                  const Grid& grid) {
  if (!metric_of(request).biallelic) return "";
  const auto size = static_cast<std::size_t>(owned.own.size());
  std::vector<std::int64_t> sums(2 * size);  // copies of allele 1 less one a sample; samples
  for (const PackedVectors& part : owned.parts) {
    for (std::size_t v = 0; v < size; ++v) {
      sums[2 * v] += part.x_sum(static_cast<Index>(v));
      sums[2 * v + 1] += part.present_count(static_cast<Index>(v));
    }
  }
  grid.field_group().sum(sums);
  std::int64_t count[] = {0};
  for (std::size_t v = 0; v < size; ++v) count[0] += std::abs(sums[2 * v]) == sums[2 * v + 1];
  grid.ring().sum(count);
  if (count[0] == 0) return "";
  return fmt::format("variants with less than two alleles: {}", count[0]);
}

std::string remark_on_homozygous(const Request& request, const OwnedVectors& owned,
                                 const Grid& grid) {
  if (!metric_of(request).columns) return "";
  std::vector<std::int64_t> heterozygous(static_cast<std::size_t>(owned.own.size()));
  for (const PackedVectors& part : owned.parts) {
    for (std::size_t v = 0; v < heterozygous.size(); ++v) {
      const auto vector = static_cast<Index>(v);
      heterozygous[v] += part.present_count(vector) - part.square_sum(vector);
    }
  }
  grid.field_group().sum(heterozygous);
  std::int64_t count[] = {std::count(heterozygous.begin(), heterozygous.end(), 0)};
  grid.ring().sum(count);
  if (count[0] == 0) return "";
  return fmt::format(
      "samples without a heterozygous genotype: {}; their pairs have no kinship (nan)", count[0]);
}

EmptyVectors find_empty_vectors(const Request& request, const OwnedVectors& owned, const Grid& grid,
                                const std::vector<std::string>& names) {
  const MetricRow& metric = metric_of(request);
  if (!has_empty_pairs(metric)) return {};
  const std::vector<Index> vectors = empty_vectors(owned, grid);
  if (vectors.empty()) return {};
  EmptyVectors empty{.vectors = static_cast<Index>(vectors.size())};
  empty.tuples = Domain().tuples(request.way, empty.vectors);
  const std::string named = names_of(vectors, names);
  check_empty_tuples(request, empty, named);
  empty.remark =
      fmt::format("vectors without content: {} ({}); tuples of these alone: {}, their value is {}",
                  grouped(empty.vectors), named, grouped(empty.tuples),
                  number_text(metric.empty_value(request)));
  return empty;
}

std::string remark_on_packed(const Request& request, const Estimate& estimate) {
  return fmt::format("the input is read once, and its packed blocks, {}, are in {} until the end",
                     bytes_text(estimate.packed_file), store::directory_for(request.out));
}

void check_missing(const Request& request, Index missing) {
  const MetricRow& metric = metric_of(request);
  if (metric.missing || missing == 0) return;
  const bool has_code = input_row(request.input).missing_code;
  throw Error(Failure::inconsistent,
              fmt::format("{} missing: {} needs every sample of every vector{}",
                          counted(missing, "sample"), metric.name,
                          has_code ? ". With --missing none the missing code of genotypes means 0."
                                   : ". Take out what has NA."));
}

std::string remark_on_pruning(const Request& request, Index vectors) {
  const bool triples = request.way == 3;
  const bool rises = !triples && request.top;  // its floor, which is a threshold as well
  const bool forced = request.pruning == Pruning::forced;
  const Index least = triples ? PairSearch::least_vectors : pruning::least_vectors;
  const bool asked = has_threshold(request) || rises || forced;
  if (!asked || request.pruning == Pruning::off || !may_prune(request) ||
      (vectors < least && !forced)) {
    return "";
  }
  std::string options;
  const auto add = [&options](bool given, std::string_view option) {
    if (given) options += (options.empty() ? "" : ", ") + std::string(option);
  };
  const FormatRow& format = format_of(request);
  add(request.check, "--check");
  add(request.digest_all, "--digest all");
  add(request.histogram && !request.cell_histogram, "--histogram");
  add(request.cell_histogram, "--cell-histogram");
  add(format.holds_all, "--format " + std::string(format.name));
  if (options.empty()) return "";
  return fmt::format("no {} are left out {}, because all of them are needed: {}",
                     triples ? "triples" : "pairs", triples ? "by their pairs" : "that cannot pass",
                     options);
}

std::string remark_on_threshold(const Request& request, const Report& report) {
  if (!request.threshold) return "";
  if (has_p_values(request) && *request.threshold > 0 && *request.threshold < 1) {
    return fmt::format(
        "--threshold {0} is a chi-squared statistic, which p = {1:.3g} has with one "
        "degree of freedom; --p-below {0} keeps the values with such a p-value",
        threshold_text(request), chi_squared_tail(*request.threshold, 1));
  }
  const double largest = metric_of(request).largest(request, report.missing == 0);
  if (report.missing > 0 || *request.threshold < largest) {
    const bool none = report.hits == 0 && report.values > 0 && !request.below && !is_part(request);
    if (!none) return "";
    const std::string possible =
        report.missing == 0 && std::isfinite(largest)
            ? fmt::format(", where {:.9g} is the largest possible of {}", largest,
                          request.way == 2 ? "a pair" : "a triple")
            : "";
    return fmt::format(
        "no value is above the threshold {}{}; --histogram tells where the values are",
        threshold_text(request), possible);
  }
  return fmt::format(
      "nothing is missing: no value is above {:.9g}, so none is "
      "above the threshold {}",
      largest, threshold_text(request));
}

}  // namespace encke::job
