#pragma once

#include <encke/network/mcl.hpp>
#include <functional>
#include <span>
#include <vector>

namespace encke::network {

/// Components that are to be worked on, the largest first.
struct Starts {
  std::vector<Index> nodes;  ///< of each
  /// The matrix that a component starts with. Called once for each, by several threads.
  std::function<Columns(std::size_t)> matrix;
};

/// Where a component is kept that takes long: its key, and what was found before, or null.
struct Kept {
  FinishedComponents::Key key{};
  const FinishedComponent* before = nullptr;
};

/// True if a component of so many nodes is one that is kept.
bool is_kept(std::size_t nodes, const MclOptions& options);
Kept kept_of(const Columns& start, const MclOptions& options);

/// Works on all components, by the engine of the options: `take` is called with the place of each
/// and what came of it, by several threads. What was found before is not found again, and what
/// takes long is kept. Throws what `check_stop` throws; Error(inconsistent) as mcl().
void solve(const Starts& starts, const MclOptions& options,
           const std::function<void(std::size_t, FinishedComponent)>& take);

/// Most entries of a matrix of the flow of `size` nodes.
Index entries_of(Index size, const Pruning& pruning);
/// Most memory that solve() takes beside what `starts` and `take` have, for components of so many
/// nodes, the largest first, or where `some`, for any of them alone.
Index solve_memory(std::span<const Index> nodes, const MclOptions& options, bool some);

}  // namespace encke::network
