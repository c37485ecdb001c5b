#pragma once

#include <encke/network/mcl/finished.hpp>
#include <encke/network/task/task.hpp>

namespace encke::network {

/// True if a request needs all edges in memory: components, clusters and sets of them do not.
bool needs_whole(const Request& request);

/// find_and_write() of edges that memory does not hold: components are worked on in pieces. Throws
/// alike; OutOfMemory where it does not hold the nodes, or a component, before anything is
/// computed.
void find_by_pieces(EdgesRead read, const Beside& beside, FinishedComponents& finished,
                    Results& results, Observer& observer, Outcome& outcome);

/// What find_by_pieces() says before it computes.
void preview_pieces(EdgesRead read, Observer& observer, Outcome& outcome);

}  // namespace encke::network
