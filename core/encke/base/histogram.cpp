#include <encke/base/histogram.hpp>

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

}  // namespace encke
