#pragma once

#include <Kokkos_Core.hpp>

#include "cuda/kernels/stored_tile.hpp"
#include "team_exec.hpp"
#include "team_tiling.hpp"

// Tallies that are in the memory of a device are tested there, so that only candidates cross to the
// host. The tests are those of backends/cuda.

namespace encke::kokkos {

/// Tests stored tallies by teams of `Members`.
template <class Exec, class T, int products, class Test, int Members = team_members<Exec>>
class TeamSelect {
 public:
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<Members, 1>>;
  using Member = typename Policy::member_type;
  using Scratch = Kokkos::View<std::int32_t*, typename Exec::scratch_memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  TeamSelect(const cuda::StoredTallies& tallies, const Test& test, const cuda::Candidates& out)
      : tallies_(tallies), test_(test), out_(out) {}

  /// What the tallies, the tests and the candidates point to must be such that Exec can follow it.
  void run() const {
    const Index teams = divide_up(tallies_.rows, cuda::screen_rows) * tile_cols();
    if (teams == 0) return;
    Policy policy(static_cast<int>(teams), Members, 1);
    Kokkos::parallel_for("encke::select",
                         policy.set_scratch_size(0, Kokkos::PerTeam(Scratch::shmem_size(2))),
                         *this);
  }

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const Scratch counters(team.team_scratch(0), 2);
    TeamExec<Member, Members> exec(team, counters.data());
    cuda::select_stored_tile<T, products>(exec, tallies_, test_, out_,
                                          team.league_rank() / tile_cols(),
                                          team.league_rank() % tile_cols());
  }

 private:
  KOKKOS_FUNCTION Index tile_cols() const { return divide_up(tallies_.cols, cuda::screen_cols); }

  cuda::StoredTallies tallies_;
  Test test_;
  cuda::Candidates out_;
};

/// Puts the kernel that tests tallies on the default execution space. There must be such a test,
/// see cuda::with_stored_test().
void select_by_teams(const cuda::StoredTallies& tallies, const cuda::ScreenJob& screen);

}  // namespace encke::kokkos
