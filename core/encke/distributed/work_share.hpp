#pragma once

#include <encke/distributed/grid.hpp>
#include <encke/plan/plan.hpp>
#include <encke/schedule/partition.hpp>

namespace encke {

/// What the shares of a plan are of a problem.
struct WorkShare {
  Index tiles = 0;
  Index tuples = 0;
  Index busiest = 0;  ///< tuples of the ring position (in its replica) that has most
};

/// Counts the tiles of plan.shares (all, if there are none) and their tuples in plan.domain on such
/// a grid, as if none were done. Where there are more than a million to look at, tuples are
/// estimated as if they were spread evenly. plan.way 2 or 3.
WorkShare work_share(const Plan& plan, const Partition& partition, const Decomposition& ranks);

}  // namespace encke
