#pragma once

#include <encke/comm/communicator.hpp>
#include <encke/job/observer.hpp>
#include <encke/job/outcome.hpp>
#include <encke/job/output/outputs.hpp>
#include <encke/job/request/opened.hpp>
#include <encke/job/stored_run.hpp>

namespace encke::job {

/// Collective, after stored.commit(). On several ranks of one node, where many values are to be
/// lines of one file that is not compressed, and nothing else is made of them, each rank prints a
/// share of the strips, into a temporary file of its own, and the others copy theirs into the
/// root's: `outputs` (of the root, elsewhere null) says then that its values are printed. The bytes
/// are those of one rank.
/// Not on several nodes: of two that write a page of a network file system one may undo the other.
/// Throws, on all ranks, what publish_all() throws.
void print_together(const Opened& input, const StoredRun& stored, Outputs* outputs,
                    Outcome& outcome, const Communicator& world, Observer& observer);

}  // namespace encke::job
