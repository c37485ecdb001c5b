#pragma once

#include <chrono>
#include <encke/backend/backend.hpp>
#include <encke/distributed/grid.hpp>
#include <encke/plan/plan.hpp>
#include <string>

namespace encke {

/// Sends known bytes from the memory of each rank's device to that of others of its ring, in
/// messages of 8 bytes to 4 MiB, and compares what arrives. Collective over the grid; the MPI
/// library must not be one that says it cannot: it may crash. Returns why it does not work, the
/// same sentence on all ranks, or nothing. A message that has not come after `patience` is given
/// up, and its memory kept until the process ends.
std::string try_device_messages(const Grid& grid, DeviceMemory& memory,
                                std::chrono::milliseconds patience = std::chrono::seconds(20));

/// The backend's memory where the plan asks for messages from device to device, there are several
/// positions, and the trial passes; else null. plan.warn receives the reason where it was asked for
/// in vain. Collective over the grid. Throws Error(gpu) where it is asked for and the backend has
/// no memory of its own.
DeviceMemory* memory_for_messages(const Plan& plan, const Grid& grid, TileBackend& backend);

}  // namespace encke
