#pragma once

#include <encke/comm/communicator.hpp>

#include "encke/options/command_line.hpp"
#include "encke/report/console.hpp"

namespace encke::cli {

/// Does what the command asks for, on all ranks together, and says on the console what it does.
/// Throws Error, as job::perform(). Collective.
void compute(const Command& command, Console& console, const Communicator& world);

/// Says what compute() would do, and computes nothing. Collective.
void plan_only(const Command& command, Console& console, const Communicator& world);

}  // namespace encke::cli
