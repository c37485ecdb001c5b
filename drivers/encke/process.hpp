#pragma once

namespace encke::cli {

/// From here on, the first SIGINT, SIGTERM, SIGHUP or SIGUSR1 (one that is not ignored already) is
/// noted for refuse_if_stopped(), and the same once more ends the program at once. A file that may
/// not grow or a reader that has gone is an error of the write, not the end of the program.
void prepare_signals();

/// Throws Error(stopped) where a signal has asked the program to end.
void refuse_if_stopped();

/// Whether standard output is a terminal.
bool writes_to_terminal();

}  // namespace encke::cli
