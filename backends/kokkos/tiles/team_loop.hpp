#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <atomic>
#include <encke/base/index.hpp>
#include <encke/base/stop_flag.hpp>
#include <encke/host/threads/first_failure.hpp>
#include <optional>
#include <string>
#include <vector>

#include "workspace.hpp"

namespace encke::kokkos {

/// Runs `count` tiles by a league of teams on a host execution space, each team one worker with
/// a workspace of its own, which it makes itself: memory lies near the processor that touches it
/// first. Tiles are handed out one by one, because those on a diagonal are shorter than others.
///
/// They are not handed out by Kokkos' dynamic schedule: its threads wait for one another with
/// sched_yield() before the first tile, which takes milliseconds where other programs run.
template <class Host>
class TeamLoop {
 public:
  explicit TeamLoop(StopFlag stop = {})
      : workspaces_(static_cast<std::size_t>(Host().concurrency())), stop_(stop) {}

  int workers() const { return static_cast<int>(workspaces_.size()); }

  /// body(tile, workspace, worker). One run at a time. The first exception that leaves it ends the
  /// loop early and is thrown again here; so does Error(stopped) before a tile once the flag is
  /// set.
  template <class Body>
  void run(const std::string& label, Index count, const Body& body) {
    using Policy = Kokkos::TeamPolicy<Host, Kokkos::Schedule<Kokkos::Static>>;
    if (count <= 0) return;
    FirstFailure failure;
    std::atomic<Index> next = 0;
    const auto work = [&](int worker) {
      failure.guard([&] {
        auto& workspace = workspaces_[static_cast<std::size_t>(worker)];
        if (!workspace) workspace.emplace();
        for (Index tile = next++; tile < count && !failure.failed(); tile = next++) {
          stop_.check();
          body(tile, *workspace, worker);
        }
      });
    };
    const auto teams = static_cast<int>(std::min<Index>(count, workers()));
    if (teams <= 1) {
      work(0);  // wakes nobody
    } else {
      Kokkos::parallel_for(label, Policy(teams, 1), [&](const typename Policy::member_type& team) {
        work(team.league_rank());
      });
      Kokkos::fence();
    }
    failure.rethrow();
  }

 private:
  std::vector<std::optional<Workspace>> workspaces_;
  StopFlag stop_;
};

}  // namespace encke::kokkos
