#include "encke/empty_vectors.hpp"

#include <fmt/format.h>

#include <encke/base/error.hpp>

#include "encke/metrics.hpp"
#include "encke/text.hpp"

namespace encke::cli {

void note_empty_vectors(const io::Dataset& data, Record& record) {
  constexpr Index most_named = 5;
  const PackedVectors& vectors = data.vectors;
  const Options& options = record.options;
  const MetricEntry& metric = find_metric(options.metric);
  if (metric.multiplier > 0 || metric.kind == Kind::classes) return;  // have no such notion
  const bool bits = vectors.element() == Element::bit;
  std::string named;
  for (Index v = 0; v < vectors.vectors(); ++v) {
    if (bits ? vectors.x_sum(v) != 0 : vectors.sum(v) != 0) continue;
    if (++record.empty_vectors > most_named) continue;
    named += (named.empty() ? "" : ", ") + data.names[static_cast<std::size_t>(v)];
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
  if (options.checksum && !options.threshold && options.empty_pair == EmptyPair::nan &&
      record.empty_tuples > 0) {
    throw Error(Failure::inconsistent,
                fmt::format("--checksum: of numbers only, tuples of vectors without content ({}) "
                            "have the value nan; --empty-pair same gives them another",
                            named));
  }
  record.remarks.push_back(
      fmt::format("vectors without content: {} ({}); tuples of these alone: {}, their value is {}",
                  grouped(record.empty_vectors), named, grouped(record.empty_tuples),
                  options.empty_pair == EmptyPair::same ? "1" : "nan"));
}

}  // namespace encke::cli
