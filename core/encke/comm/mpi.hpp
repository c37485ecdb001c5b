#pragma once

#include <encke/comm/transport.hpp>

// MPI behind functions that exist in a build without it too (no_mpi.cpp).

namespace encke::comm {

bool built_with_mpi();

/// Starts MPI unless it runs already; returns whether it did. Throws Error(inconsistent) if MPI has
/// ended, which cannot be undone, or is not built in.
bool start_mpi();

/// Ends MPI when all ranks are there, or gives up after `patience_s` seconds (< 0: never).
void end_mpi(double patience_s);

/// Collective: a duplicate of MPI_COMM_WORLD.
std::shared_ptr<const Transport> mpi_world();

/// Collective over `world`, which is from mpi_world(): the ranks on the same node.
std::shared_ptr<const Transport> mpi_node(const Transport& world);

}  // namespace encke::comm
