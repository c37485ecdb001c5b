#pragma once

#include <encke/distributed/grid.hpp>
#include <encke/plan/plan.hpp>
#include <encke/schedule/partition.hpp>

namespace encke {

/// How often blocks are read by all ranks of such a grid together, the first pass over all
/// included, where each holds `held` at a time: the number of calls of BlocksOnDemand::Read, as if
/// no tile were done and triples did not come from their pairs. Where there are more than ten
/// million tiles to look at, about. `first`: as many as it holds in the first pass, at most `held`.
/// plan.way 2 or 3.
Index count_reads(const Plan& plan, const Partition& partition, const Decomposition& ranks,
                  Index held, Index first);

}  // namespace encke
