#pragma once

#include <algorithm>
#include <encke/file/posix_file.hpp>
#include <encke/host/threads/host_loop.hpp>
#include <encke/sink/hit.hpp>
#include <functional>
#include <numeric>
#include <queue>
#include <span>
#include <vector>

namespace encke::sink {

/// What is left of the sorted runs in a file, from which stretches of their common order are cut:
/// of each run the hits before one that is chosen. Nothing is held of the runs but their places.
template <int Way>
class SortedRuns {
 public:
  /// `first`: places of the runs, `count`: their lengths, in hits.
  SortedRuns(const PosixFile& file, std::vector<Index> first, std::vector<Index> count)
      : file_(file), first_(std::move(first)), count_(std::move(count)) {}

  Index left() const { return std::accumulate(count_.begin(), count_.end(), Index{0}); }

  /// Moves the next stretch of the order to `hits`, run after run: between half of `room` and
  /// `room` hits, or all that are left where these fit. `room` is at least twice the runs.
  /// Throws Error(read).
  void take(Index room, std::vector<Hit<Way>>& hits, int workers) {
    const std::vector<Index> parts = left() <= room ? count_ : parts_within(room, workers);
    std::vector<Index> before(parts.size());
    std::exclusive_scan(parts.begin(), parts.end(), before.begin(), Index{0});
    hits.resize(static_cast<std::size_t>(before.back() + parts.back()));
    host_loop(workers, std::ssize(parts), [&](Index r, int) {
      const auto run = static_cast<std::size_t>(r);
      const auto part = std::span(hits).subspan(static_cast<std::size_t>(before[run]),
                                                static_cast<std::size_t>(parts[run]));
      file_.read_at(first_[run] * hit_bytes, std::as_writable_bytes(part));
      first_[run] += parts[run];
      count_[run] -= parts[run];
    });
  }

 private:
  static constexpr Index hit_bytes = sizeof(Hit<Way>);

  /// Each step-th hit of the runs, the least first.
  struct Sample {
    Hit<Way> hit;
    std::size_t run;
    Index place;  ///< in what is left of the run
  };
  struct ComesLater {
    bool operator()(const Sample& a, const Sample& b) const { return precedes(b.hit, a.hit); }
  };
  using Samples = std::priority_queue<Sample, std::vector<Sample>, ComesLater>;

  Hit<Way> at(std::size_t run, Index place) const {
    Hit<Way> hit;
    file_.read_at((first_[run] + place) * hit_bytes, std::as_writable_bytes(std::span(&hit, 1)));
    return hit;
  }

  void add(Samples& samples, std::size_t run, Index place) const {
    if (place < count_[run]) samples.push({at(run, place), run, place});
  }

  /// How many hits of each run come before a sample. There is one for each `step` hits; between the
  /// last one of a run that is not later than the chosen and the next there are fewer than that.
  std::vector<Index> parts_within(Index room, int workers) const {
    const auto runs = std::ssize(count_);
    const Index step = std::max<Index>(1, room / (2 * runs));
    std::vector<Index> parts(count_.size(), 0);
    Samples samples;
    for (std::size_t run = 0; run < count_.size(); ++run) add(samples, run, step);
    Hit<Way> end{};
    Index taken = 0;
    for (; taken < room / step - runs && !samples.empty(); ++taken) {
      const Sample least = samples.top();
      samples.pop();
      end = least.hit;
      parts[least.run] = least.place;
      add(samples, least.run, least.place + step);
    }
    host_loop(workers, runs, [&](Index r, int) {
      const auto run = static_cast<std::size_t>(r);
      parts[run] = place_of(end, run, parts[run], std::min(parts[run] + step, count_[run]));
    });
    return parts;
  }

  /// How many hits of a run come before `end`: at least `low`, at most `high`.
  Index place_of(const Hit<Way>& end, std::size_t run, Index low, Index high) const {
    while (low < high) {
      const Index middle = low + (high - low) / 2;
      if (precedes(at(run, middle), end)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  const PosixFile& file_;
  std::vector<Index> first_;
  std::vector<Index> count_;
};

}  // namespace encke::sink
