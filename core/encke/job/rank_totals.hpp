#pragma once

#include <encke/comm/communicator.hpp>
#include <encke/distributed/demand/blocks.hpp>
#include <encke/job/outcome.hpp>
#include <encke/plan/report.hpp>
#include <vector>

namespace encke::job {

/// Ranks that run on this node. Collective.
int ranks_on_node(const Communicator& world);

/// Most memory that each rank has had in use so far, in bytes. Collective.
std::vector<std::int64_t> peak_memories(const Communicator& world);

/// Notes the ranks' memory in an outcome, that of this process, rank 0, as it is now.
void note_memory(std::vector<std::int64_t> peaks, Outcome& outcome);

/// Notes how often all ranks have read blocks, where these are read when they are needed; null:
/// they are not. Collective.
void note_reading(const Communicator& world, const BlocksOnDemand* blocks, Outcome& outcome);

/// The report of all ranks: sums of what was computed, the longest of the times of a whole run, the
/// mean of its parts. Collective; the histogram stays this rank's.
Report add_up(const Communicator& world, const Report& mine);

}  // namespace encke::job
