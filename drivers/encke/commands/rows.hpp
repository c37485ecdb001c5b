#pragma once

#include "row.hpp"

namespace encke::cli::commands {

extern const CommandRow merge;
extern const CommandRow verify;
extern const CommandRow prune;
extern const CommandRow clump;
extern const CommandRow network;
extern const CommandRow pcoa;
extern const CommandRow group_test;
extern const CommandRow digest;
extern const CommandRow help;

}  // namespace encke::cli::commands
