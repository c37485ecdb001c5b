#pragma once

#include <algorithm>
#include <encke/host/threads/host_loop.hpp>
#include <encke/sink/hit.hpp>
#include <span>
#include <utility>
#include <vector>

namespace encke::sink {

/// Gives the memory of hits back, which assigning {} does not.
template <int Way>
void release(std::vector<Hit<Way>>& hits) {
  std::vector<Hit<Way>>().swap(hits);
}

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

/// Puts hits into file order: those of each first vector are counted and put side by side, and
/// then sorted by themselves. `spare` is overwritten, and may get as many hits as there are. On
/// several workers only outside of other loops.
template <int Way>
void order_hits(std::vector<Hit<Way>>& hits, std::vector<Hit<Way>>& spare, int workers) {
  constexpr std::size_t few = 256;
  if (std::ranges::is_sorted(hits, precedes)) return;
  Index least = 0, most = 0;
  if (hits.size() >= few) {
    const auto first = [](const Hit<Way>& hit) { return hit.index[0]; };
    const auto [low, high] = std::ranges::minmax_element(hits, {}, first);
    least = low->index[0];
    most = high->index[0];
  }
  const auto rows = static_cast<std::size_t>(most - least + 1);
  if (hits.size() < few || rows > hits.size()) {
    std::sort(hits.begin(), hits.end(), precedes);
    return;
  }
  std::vector<Index> place(rows, 0);  // counts, then where the next goes, at last the ends
  for (const auto& hit : hits) ++place[static_cast<std::size_t>(hit.index[0] - least)];
  Index before = 0;
  for (Index& row : place) before += std::exchange(row, before);
  if (spare.capacity() < hits.size()) release(spare);  // rather than both
  spare.resize(hits.size());
  for (const auto& hit : hits) {
    spare[static_cast<std::size_t>(place[static_cast<std::size_t>(hit.index[0] - least)]++)] = hit;
  }
  hits.swap(spare);
  sort_stretches<Way>(hits, place, workers);
}

}  // namespace encke::sink
