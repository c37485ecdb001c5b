#include "encke/content.hpp"

#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/base/printable.hpp>
#include <encke/distributed/whole_problem.hpp>

#include "encke/options/threshold.hpp"
#include "encke/text.hpp"

namespace encke::cli {

namespace {

/// The vectors that are zero in all fields; on the grid's ranks, of all of them.
std::vector<Index> empty_vectors(const OwnedVectors& owned, const Grid& grid) {
  std::vector<std::int64_t> filled(static_cast<std::size_t>(owned.own.size()));
  for (const PackedVectors& part : owned.parts) {
    const bool whole = part.element() == Element::bit || is_count(part.element());
    for (std::size_t v = 0; v < filled.size(); ++v) {
      const auto vector = static_cast<Index>(v);
      const bool empty = whole ? part.x_sum(vector) == 0 : part.sum(vector) == 0;
      if (!empty) filled[v] = 1;
    }
  }
  grid.line().maximum(filled);
  const auto all = grid.ring().all_gather(filled);
  std::vector<Index> empty;
  for (std::size_t v = 0; v < all.size(); ++v) {
    if (all[v] == 0) empty.push_back(static_cast<Index>(v));
  }
  return empty;
}

}  // namespace

void note_monomorphic(const OwnedVectors& owned, const Grid& grid, Record& record) {
  const Kind kind = find_metric(record.options.metric).kind;
  if (kind != Kind::genotypes && kind != Kind::moments) return;
  const auto size = static_cast<std::size_t>(owned.own.size());
  std::vector<std::int64_t> sums(2 * size);  // copies of allele 1 less one a sample; samples
  for (const PackedVectors& part : owned.parts) {
    for (std::size_t v = 0; v < size; ++v) {
      sums[2 * v] += part.x_sum(static_cast<Index>(v));
      sums[2 * v + 1] += part.present_count(static_cast<Index>(v));
    }
  }
  grid.line().sum(sums);
  std::int64_t count[] = {0};
  for (std::size_t v = 0; v < size; ++v) count[0] += std::abs(sums[2 * v]) == sums[2 * v + 1];
  grid.ring().sum(count);
  if (count[0] == 0) return;
  record.remarks.push_back(fmt::format("variants with less than two alleles: {}", count[0]));
}

void note_empty_vectors(const OwnedVectors& owned, const Grid& grid,
                        const std::vector<std::string>& names, Record& record) {
  constexpr Index most_named = 5;
  const Options& options = record.options;
  const MetricEntry& metric = find_metric(options.metric);
  if (!has_empty_pairs(metric)) return;
  std::string named;
  for (const Index v : empty_vectors(owned, grid)) {
    if (++record.empty_vectors > most_named) continue;
    named += (named.empty() ? "" : ", ") + shortened(names[static_cast<std::size_t>(v)]);
  }
  if (record.empty_vectors == 0) return;
  if (record.empty_vectors > most_named) named += ", ...";
  record.empty_tuples = tuple_count(options.way, record.empty_vectors);
  if (options.empty_pair == EmptyPair::error && record.empty_tuples > 0) {
    throw Error(
        Failure::inconsistent,
        fmt::format(
            "{} without content ({}): tuples of these alone have no value; --empty-pair nan or "
            "same gives them one",
            record.empty_vectors == 1 ? "1 vector" : grouped(record.empty_vectors) + " vectors",
            named));
  }
  const bool selects = options.threshold || options.top;  // which leaves out what is NaN
  if (options.checksum && !selects && options.empty_pair == EmptyPair::nan &&
      record.empty_tuples > 0) {
    throw Error(Failure::inconsistent,
                fmt::format("--checksum: of numbers only, tuples of vectors without content ({}) "
                            "have the value nan; --empty-pair same gives them another",
                            named));
  }
  record.remarks.push_back(
      fmt::format("vectors without content: {} ({}); tuples of these alone: {}, their value is {}",
                  grouped(record.empty_vectors), named, grouped(record.empty_tuples),
                  options.empty_pair == EmptyPair::nan ? "nan"
                  : options.metric == "unifrac"        ? "0"
                                                       : "1"));
}

void check_missing(const Options& options, const MetricEntry& metric, Index missing) {
  if (metric.missing || missing == 0) return;
  const bool has_code = options.input != Input::table;  // as the options, see take_metric()
  throw Error(Failure::inconsistent,
              fmt::format("{} missing: {} needs every sample of every vector{}",
                          counted(missing, "sample"), metric.name,
                          has_code ? "; with --missing none the missing code of genotypes means 0"
                                   : ", NA expected in none"));
}

void remark_on_threshold(const Options& options, const MetricEntry& metric, Record& record) {
  if (!options.threshold || record.report.missing > 0) return;
  const double largest = metric.largest(options, true);
  if (*options.threshold < largest) return;
  record.remarks.push_back(
      fmt::format("nothing is missing: no value is above {:.9g}, so none is "
                  "above the threshold {}",
                  largest, threshold_text(options)));
}

}  // namespace encke::cli
