#pragma once

#include <encke/file/posix_file.hpp>
#include <string>
#include <string_view>

namespace encke::sink {

/// Creates the temporary file of the output `path`, PATH.tmp-PID, and locks it: while this process
/// lives and has it open, remove_leftovers() lets it be. Throws Error(open).
PosixFile create_temporary(const std::string& path);

/// True if `name`, without a directory, is what remove_leftovers() takes for one of `output`.
bool is_leftover_name(std::string_view name, std::string_view output);

/// Removes what processes that were killed have left of the output `path`: PATH.tmp-PID[-N] and
/// PATH.spill-PID[-N]. A file that someone has locked stays, and where the file system has no
/// locks all do: a process id says nothing of a process of another machine.
void remove_leftovers(const std::string& path);

}  // namespace encke::sink
