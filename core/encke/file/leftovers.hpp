#pragma once

#include <encke/file/posix_file.hpp>
#include <string>

namespace encke::sink {

/// Creates the temporary file of the output `path`, PATH.tmp-PID, and locks it: while this process
/// lives and has it open, remove_leftovers() lets it be. Throws Error(open).
PosixFile create_temporary(const std::string& path);

/// Removes what processes that were killed have left of the output `path`: PATH.tmp-PID[-N] and
/// PATH.spill-PID[-N]. A file that someone has locked stays, and where the file system has no
/// locks all do: a process id says nothing of a process of another machine.
void remove_leftovers(const std::string& path);

}  // namespace encke::sink
