#pragma once

#include <encke/comm/communicator.hpp>
#include <encke/run/report.hpp>

namespace encke::cli {

/// Ranks that run on this node. Collective.
int ranks_on_node(const Communicator& world);

/// The report of all ranks: sums of what was computed, the longest of the times of a whole run, the
/// mean of its parts. Collective; the histogram stays this rank's.
Report add_up(const Communicator& world, const Report& mine);

}  // namespace encke::cli
