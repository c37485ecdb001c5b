#pragma once

#include <encke/base/stop_flag.hpp>
#include <string>

namespace encke::cli {

/// From here on, the first SIGINT, SIGTERM, SIGHUP or SIGUSR1 (one that is not ignored already) is
/// noted for refuse_if_stopped(), and the same once more ends the program at once. A file that may
/// not grow or a reader that has gone is an error of the write, not the end of the program.
void prepare_signals();

/// From here on, the program ends with the exit code of too little memory and a line that says so
/// where an allocation fails in what may not throw, as libraries have it; elsewhere as any error.
void prepare_for_failed_allocations();

/// Returns `code`, with which the program is to end; where that says that memory lacks, ends it at
/// once. What libraries do at the end needs memory of the thread, and glibc would end with 127.
int leave(int code);

/// Set where a signal has asked the program to end.
StopFlag stop_flag();

/// Throws Error(stopped) where a signal has asked the program to end.
void refuse_if_stopped();

/// True if standard output is a terminal.
bool writes_to_terminal();

enum class Colour { red = 31, yellow = 33, cyan = 36 };

/// A word of a message for people, such as "error:", in a colour where `stream` (a file descriptor)
/// is a terminal that shows colours and NO_COLOR (no-color.org) is not set.
std::string coloured(const std::string& word, Colour colour, int stream);

}  // namespace encke::cli
