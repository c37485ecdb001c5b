#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <atomic>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/base/stop_flag.hpp>
#include <encke/host/threads/first_failure.hpp>
#include <optional>
#include <string>
#include <vector>

#include "workspace.hpp"

namespace encke::kokkos {

/// Runs `count` tiles as a league of teams on a host execution space, each team one worker with
/// a workspace of its own, which it makes itself: memory lies near the processor that touches it
/// first. Tiles are handed out one by one, because those on a diagonal are shorter than others.
template <class Host>
class TeamLoop {
 public:
  explicit TeamLoop(StopFlag stop = {})
      : workspaces_(static_cast<std::size_t>(token_.size())), stop_(stop) {}

  int workers() const { return token_.size(); }

  /// body(tile, workspace, worker). The first exception that leaves it ends the loop early and
  /// is thrown again here; so does Error(stopped) before a tile once the flag is set.
  template <class Body>
  void run(const std::string& label, Index count, const Body& body) {
    using Policy = Kokkos::TeamPolicy<Host, Kokkos::Schedule<Kokkos::Dynamic>>;
    using Member = typename Policy::member_type;
    FirstFailure failure;
    std::atomic<Index> done = 0;
    Index first = 0;
    const auto tile = [&](const Member& team) {
      if (failure.failed()) return;
      const int worker = token_.acquire();
      failure.guard([&] {
        auto& workspace = workspaces_[static_cast<std::size_t>(worker)];
        if (!workspace) workspace.emplace();
        stop_.check();
        body(first + team.league_rank(), *workspace, worker);
        ++done;
      });
      token_.release(worker);
    };
    for (; first < count && !failure.failed(); first += most_teams) {
      const auto teams = static_cast<int>(std::min(count - first, most_teams));
      Kokkos::parallel_for(label, Policy(teams, 1), tile);
      Kokkos::fence();
    }
    failure.rethrow();
    if (done != count) throw Error(Failure::internal, label + ": tiles were left out");
  }

 private:
  /// Teams of one league: a league's size is an int.
  static constexpr Index most_teams = Index{1} << 30;

  Kokkos::Experimental::UniqueToken<Host> token_;
  std::vector<std::optional<Workspace>> workspaces_;
  StopFlag stop_;
};

}  // namespace encke::kokkos
