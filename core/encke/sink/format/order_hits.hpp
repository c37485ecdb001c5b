#pragma once

#include <algorithm>
#include <cstdint>
#include <encke/host/threads/host_loop.hpp>
#include <encke/sink/hit.hpp>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace encke::sink {

/// Gives the memory of hits back, which assigning {} does not.
template <int Way>
void release(std::vector<Hit<Way>>& hits) {
  std::vector<Hit<Way>>().swap(hits);
}

/// What order_hits() must know of hits, or of a slice of them.
struct HitRange {
  std::uint32_t least[2] = {std::numeric_limits<std::uint32_t>::max(),
                            std::numeric_limits<std::uint32_t>::max()};
  std::uint32_t most[2] = {0, 0};  ///< of the first two indices
  bool ordered = true;

  template <int Way>
  void add(const Hit<Way>& hit) {
    for (int v = 0; v < 2; ++v) {
      least[v] = std::min(least[v], hit.index[v]);
      most[v] = std::max(most[v], hit.index[v]);
    }
  }
  void add(const HitRange& other) {
    for (int v = 0; v < 2; ++v) {
      least[v] = std::min(least[v], other.least[v]);
      most[v] = std::max(most[v], other.most[v]);
    }
    ordered = ordered && other.ordered;
  }
};

/// Some thousand buckets for hits, by their first vector and stretches of the second one: what is
/// in an earlier bucket comes earlier in order.
class HitBuckets {
 public:
  HitBuckets(const HitRange& range, std::size_t hits) : least_{range.least[0], range.least[1]} {
    constexpr std::uint64_t most_buckets = 1 << 14;
    const std::uint64_t most = std::clamp<std::uint64_t>(hits / 16, 1, most_buckets);
    const std::uint64_t rows = shifted(range.most[0] - range.least[0], most, shift_[0]);
    if (shift_[0] == 0) {
      per_row_ = shifted(range.most[1] - range.least[1], most / rows, shift_[1]);
    } else {
      shift_[1] = 63;  // of several vectors together
    }
    count_ = rows * per_row_;
  }

  std::size_t count() const { return count_; }
  template <int Way>
  std::size_t of(const Hit<Way>& hit) const {
    const std::uint64_t row = (std::uint64_t{hit.index[0]} - least_[0]) >> shift_[0];
    return row * per_row_ + ((std::uint64_t{hit.index[1]} - least_[1]) >> shift_[1]);
  }

 private:
  /// How many numbers from 0 to `last` shifted right are, and how far, for `most` at most.
  static std::uint64_t shifted(std::uint64_t last, std::uint64_t most, int& shift) {
    while ((last >> shift) + 1 > most) ++shift;
    return (last >> shift) + 1;
  }

  std::uint64_t least_[2];
  int shift_[2] = {0, 0};
  std::uint64_t per_row_ = 1;
  std::uint64_t count_ = 1;
};

/// Sorts each stretch of `hits` between two of `ends`, which ascend, the last being all; stretches
/// are dealt out to so many workers.
template <int Way>
void sort_stretches(std::span<Hit<Way>> hits, std::span<const Index> ends, int workers) {
  const auto rows = static_cast<Index>(ends.size());
  constexpr Index items = 64;
  const Index step = divide_up(rows, items);
  host_loop(workers, divide_up(rows, step), [&](Index item, int) {
    Index first = item == 0 ? 0 : ends[static_cast<std::size_t>(item * step - 1)];
    for (Index row = item * step; row < std::min(rows, (item + 1) * step); ++row) {
      const Index last = ends[static_cast<std::size_t>(row)];
      const auto stretch =
          hits.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first));
      if (!std::ranges::is_sorted(stretch, precedes)) std::ranges::sort(stretch, precedes);
      first = last;
    }
  });
}

/// Hits cut into slices of about the same size, one for each worker where they are many.
template <int Way>
struct HitSlices {
  std::span<const Hit<Way>> hits;
  int workers;
  Index count = hits.size() < (1 << 14) ? 1 : workers;

  std::size_t begin(Index slice) const {
    return hits.size() * static_cast<std::size_t>(slice) / static_cast<std::size_t>(count);
  }
  std::span<const Hit<Way>> of(Index slice) const {
    return hits.subspan(begin(slice), begin(slice + 1) - begin(slice));
  }

  HitRange range() const {
    std::vector<HitRange> ranges(static_cast<std::size_t>(count));
    host_loop(workers, count, [&](Index slice, int) {
      HitRange found;
      const Hit<Way>* before = slice == 0 ? nullptr : &hits[begin(slice) - 1];
      for (const auto& hit : of(slice)) {
        found.add(hit);
        found.ordered = found.ordered && (before == nullptr || !precedes(hit, *before));
        before = &hit;
      }
      ranges[static_cast<std::size_t>(slice)] = found;
    });
    HitRange all;
    for (const auto& range : ranges) all.add(range);
    return all;
  }
};

/// Puts hits into file order: they are counted by bucket, put side by side, and the buckets sorted
/// by themselves, all on so many workers. `spare` is overwritten, and may get as many hits as there
/// are. On several workers only outside of other loops.
template <int Way>
void order_hits(std::vector<Hit<Way>>& hits, std::vector<Hit<Way>>& spare, int workers) {
  constexpr std::size_t few = 256;
  const HitSlices<Way> slices{hits, workers};
  const HitRange range = slices.range();
  if (range.ordered) return;
  if (hits.size() < few) {
    std::sort(hits.begin(), hits.end(), precedes);
    return;
  }
  const HitBuckets buckets(range, hits.size());
  // of each slice: counts, then where the next goes, at last the ends
  std::vector<std::vector<Index>> places(static_cast<std::size_t>(slices.count));
  host_loop(workers, slices.count, [&](Index slice, int) {
    auto& place = places[static_cast<std::size_t>(slice)];
    place.resize(buckets.count(), 0);
    for (const auto& hit : slices.of(slice)) ++place[buckets.of(hit)];
  });
  Index before = 0;
  for (std::size_t b = 0; b < buckets.count(); ++b) {
    for (auto& place : places) before += std::exchange(place[b], before);
  }
  if (spare.capacity() < hits.size()) release(spare);  // rather than both
  spare.resize(hits.size());
  host_loop(workers, slices.count, [&](Index slice, int) {
    auto& place = places[static_cast<std::size_t>(slice)];
    for (const auto& hit : slices.of(slice)) {
      spare[static_cast<std::size_t>(place[buckets.of(hit)]++)] = hit;
    }
  });
  hits.swap(spare);
  sort_stretches<Way>(hits, places.back(), workers);
}

}  // namespace encke::sink
