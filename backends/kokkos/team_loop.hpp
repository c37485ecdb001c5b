#pragma once

#include <Kokkos_Core.hpp>
#include <atomic>
#include <encke/base/index.hpp>
#include <exception>
#include <mutex>
#include <string>
#include <vector>

#include "workspace.hpp"

namespace encke::kokkos {

/// Runs `count` tiles as a league of teams on a host execution space, each team one worker with
/// a workspace of its own. Tiles are handed out one by one, because those on a diagonal are
/// shorter than others.
template <class Host>
class TeamLoop {
 public:
  TeamLoop() : workspaces_(static_cast<std::size_t>(token_.size())) {}

  int workers() const { return token_.size(); }

  /// body(tile, workspace, worker). The first exception that leaves it ends the loop early and
  /// is thrown again here.
  template <class Body>
  void run(const std::string& label, Index count, const Body& body) {
    using Policy = Kokkos::TeamPolicy<Host, Kokkos::Schedule<Kokkos::Dynamic>>;
    using Member = typename Policy::member_type;
    if (count == 0) return;
    std::atomic<bool> failed = false;
    std::exception_ptr failure;
    std::mutex mutex;
    const auto tile = [&](const Member& team) {
      if (failed) return;
      const int worker = token_.acquire();
      try {
        body(static_cast<Index>(team.league_rank()), workspaces_[static_cast<std::size_t>(worker)],
             worker);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failed.exchange(true)) failure = std::current_exception();
      }
      token_.release(worker);
    };
    Kokkos::parallel_for(label, Policy(static_cast<int>(count), 1), tile);
    Kokkos::fence();
    if (failure) std::rethrow_exception(failure);
  }

 private:
  Kokkos::Experimental::UniqueToken<Host> token_;
  std::vector<Workspace> workspaces_;
};

}  // namespace encke::kokkos
