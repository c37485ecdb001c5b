#pragma once

#include <chrono>
#include <encke/comm/communicator.hpp>

namespace encke::cli {

/// Waits until all ranks have come here, but no longer than `patience`; whether they have.
bool all_leave(const Communicator& world, std::chrono::seconds patience);

}  // namespace encke::cli
