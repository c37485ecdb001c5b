#include <encke/base/histogram.hpp>
#include <limits>

namespace encke {

void Histogram::add(double value) {
  if (!(value >= 0)) {
    ++(value < 0 ? below : nan);
    return;
  }
  const double bin = value / width;
  auto b = static_cast<std::size_t>(bin < static_cast<double>(most_bins) ? bin : most_bins);
  // The quotient is rounded: a value that equals the start of a bin must not fall below it.
  if (b < most_bins && value >= start(b + 1)) ++b;
  if (b > 0 && value < start(b)) --b;
  if (b >= counts.size()) counts.resize(b + 1);
  ++counts[b];
}

void Histogram::add(const Histogram& other) {
  if (other.counts.size() > counts.size()) counts.resize(other.counts.size());
  for (std::size_t b = 0; b < other.counts.size(); ++b) counts[b] += other.counts[b];
  below += other.below;
  nan += other.nan;
}

std::optional<double> Histogram::quantile(double share) const {
  std::int64_t values = below;
  for (const std::int64_t count : counts) values += count;
  if (values == 0) return std::nullopt;
  const double wanted = share * static_cast<double>(values);
  std::int64_t so_far = below;
  if (static_cast<double>(so_far) >= wanted) return 0;
  for (std::size_t b = 0; b < counts.size(); ++b) {
    so_far += counts[b];
    if (static_cast<double>(so_far) < wanted) continue;
    return b == most_bins ? std::numeric_limits<double>::infinity() : start(b + 1);
  }
  return start(counts.size());
}

}  // namespace encke
