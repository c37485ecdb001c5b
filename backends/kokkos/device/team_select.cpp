#include "team_select.hpp"

namespace encke::kokkos {

void select_by_teams(const cuda::StoredTallies& tallies, const cuda::ScreenJob& screen) {
  using Exec = Kokkos::DefaultExecutionSpace;
  cuda::with_stored_test(
      tallies.reals, tallies.products, screen.kind, screen.way,
      [&](auto element, auto products, auto test) {
        using T = typename decltype(element)::type;
        using Test = typename decltype(test)::type;
        constexpr int n = decltype(products)::value;
        TeamSelect<Exec, T, n, Test>(tallies, Test{screen.data}, screen.out).run();
      });
}

}  // namespace encke::kokkos
