#pragma once

#include <encke/network/mcl/columns.hpp>
#include <encke/network/mcl/expansion.hpp>
#include <encke/network/mcl/inflation.hpp>
#include <encke/network/mcl/options.hpp>
#include <functional>

namespace encke::network {

/// Memory of a thread.
struct LimitScratch {
  ExpansionScratch expansion;
  InflationScratch inflation;
};

/// A matrix that expansion and inflation no longer change.
struct Limit {
  Columns columns;
  int iterations = 0;
};

/// When expanding and inflating ends, and how the inflation grows.
struct Flow {
  static constexpr double near = 0.0001;
  static constexpr int most_iterations = 10'000;
  static constexpr int steady = 40;  ///< iterations of one inflation
  static constexpr double growth = 1.001;
};

/// Expands and inflates `start`, whose columns have the sum 1, until all columns are near their
/// limit, 10,000 times at most. From the 40th time on the inflation grows by 1/1000 each time, so
/// that states end that would otherwise last. `threads` share the columns; the result does not
/// depend on them. check_stop() is called each time.
Limit find_limit(Columns start, const Pruning& pruning, double inflation, int threads,
                 std::vector<LimitScratch>& scratch, const std::function<void()>& check_stop);

}  // namespace encke::network
