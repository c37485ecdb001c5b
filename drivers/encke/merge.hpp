#pragma once

#include "encke/options/command_line.hpp"
#include "encke/report/console.hpp"

namespace encke::cli {

/// Joins the parts of a run into its output files. Throws Error(inconsistent) where parts are
/// missing, overlap or are of different runs, Error(checksum) where they are damaged.
void merge(const Command& command, Console& console);

/// Reads every byte of a stored run and says what is damaged: Error(checksum) where something is,
/// but with command.repair it is taken out, so that the run can be resumed.
void verify(const Command& command, Console& console);

}  // namespace encke::cli
