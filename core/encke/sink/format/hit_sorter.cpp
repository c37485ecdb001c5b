#include <algorithm>
#include <cstddef>
#include <encke/file/output/leftovers.hpp>
#include <encke/sink/format/hit_sorter.hpp>
#include <encke/sink/format/order_hits.hpp>
#include <encke/sink/format/sorted_runs.hpp>
#include <utility>

namespace encke::sink {
namespace {

constexpr std::size_t least_hits = 8;

}  // namespace

template <int Way>
HitSorter<Way>::HitSorter(std::string stem, const SortLimits& limits)
    : stem_(std::move(stem)),
      capacity_(std::max(
          least_hits,
          static_cast<std::size_t>(std::max<std::int64_t>(limits.bytes, 0)) / sizeof(Hit<Way>))),
      // a stretch has two hits of each run at least, see SortedRuns
      fan_in_(std::clamp<std::size_t>(static_cast<std::size_t>(std::max(limits.fan_in, 2)), 2,
                                      run_length() / 2)) {}

template <int Way>
void HitSorter<Way>::add(std::span<const Hit<Way>> hits) {
  if (buffer_.capacity() < run_length()) {
    release(spare_);  // rather than three
    buffer_.reserve(run_length());
  }
  while (!hits.empty()) {
    if (buffer_.size() == run_length()) spill_buffer();
    const std::size_t step = std::min(hits.size(), run_length() - buffer_.size());
    buffer_.insert(buffer_.end(), hits.begin(), hits.begin() + static_cast<std::ptrdiff_t>(step));
    hits = hits.subspan(step);
  }
}

template <int Way>
void HitSorter<Way>::drain(const Consumer& consumer, int workers) {
  workers_ = workers;
  if (spill_.runs.empty()) {
    order_hits(buffer_, spare_, workers_);
    if (!buffer_.empty()) consumer(buffer_);
  } else {
    spill_buffer();
    while (spill_.runs.size() > fan_in_) spill_ = merged_pass(spill_);
    merge(spill_.file, spill_.runs, consumer);
  }
  buffer_.clear();
  spill_ = {};
}

template <int Way>
void HitSorter<Way>::spill_buffer() {
  if (!spill_.file.is_open()) spill_ = new_spill();
  order_hits(buffer_, spare_, workers_);
  spill_.runs.push_back({spill_.hits, static_cast<Index>(buffer_.size())});
  append(spill_, buffer_);
  buffer_.clear();
}

template <int Way>
auto HitSorter<Way>::new_spill() const -> Spill {
  return {create_nameless(stem_), 0, {}};
}

template <int Way>
auto HitSorter<Way>::merged_pass(const Spill& spill) -> Spill {
  Spill merged = new_spill();
  const std::span<const Run> runs = spill.runs;
  for (std::size_t first = 0; first < runs.size(); first += fan_in_) {
    const auto group = runs.subspan(first, std::min(fan_in_, runs.size() - first));
    const Index begin = merged.hits;
    merge(spill.file, group, [&](std::span<const Hit<Way>> hits) { append(merged, hits); });
    merged.runs.push_back({begin, merged.hits - begin});
  }
  return merged;
}

/// Where the runs are of one strip, and tiles of that come one after the other, the slices that the
/// runs have of a stretch need hardly any sorting.
template <int Way>
void HitSorter<Way>::merge(const PosixFile& file, std::span<const Run> runs,
                           const Consumer& consumer) {
  std::vector<Index> first, count;
  for (const Run& run : runs) {
    first.push_back(run.first);
    count.push_back(run.count);
  }
  SortedRuns<Way> rest(file, std::move(first), std::move(count));
  while (rest.left() > 0) {
    rest.take(static_cast<Index>(run_length()), buffer_, workers_);
    order_hits(buffer_, spare_, workers_);
    consumer(buffer_);
  }
}

template <int Way>
void HitSorter<Way>::append(Spill& spill, std::span<const Hit<Way>> hits) {
  spill.file.write(std::as_bytes(hits));
  spill.hits += static_cast<Index>(hits.size());
}

template class HitSorter<2>;
template class HitSorter<3>;

}  // namespace encke::sink
