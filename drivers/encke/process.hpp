#pragma once

#include <encke/base/stop_flag.hpp>

namespace encke::cli {

/// From here on, the first SIGINT, SIGTERM, SIGHUP or SIGUSR1 (one that is not ignored already) is
/// noted for refuse_if_stopped(), and the same once more ends the program at once. A file that may
/// not grow or a reader that has gone is an error of the write, not the end of the program.
void prepare_signals();

/// From here on, the program ends with the exit code of too little memory and a line that says so
/// where an allocation fails in what may not throw, as libraries have it; elsewhere as any error.
void prepare_for_failed_allocations();

/// Set where a signal has asked the program to end.
StopFlag stop_flag();

/// Throws Error(stopped) where a signal has asked the program to end.
void refuse_if_stopped();

/// True if standard output is a terminal.
bool writes_to_terminal();

}  // namespace encke::cli
