#pragma once

#include <encke/file/posix_file.hpp>
#include <string>
#include <string_view>

namespace encke::sink {

/// How the names of temporary files of the output `path` begin: PATH.tmp-MARK. A process id
/// follows. The mark, 8 digits of a hash of the name, is there because a user may well have named a
/// file of his own PATH.tmp-12.
std::string temporary_stem(const std::string& path, const char* word = "tmp");

/// Creates a temporary file of the output `path` and locks it: while this process lives and has it
/// open, remove_leftovers() lets it be. Throws Error(open).
PosixFile create_temporary(const std::string& path);

/// Creates a temporary file of the output `path`, PATH.spill-MARK-PID, that has no name any more
/// when this returns: it disappears with this process, however that ends. Throws Error(open).
PosixFile create_nameless(const std::string& path);

/// True if `name`, without a directory, is what remove_leftovers() takes for one of `output`.
bool is_leftover_name(std::string_view name, std::string_view output);

/// Removes what processes that were killed have left of the output `path`: PATH.tmp-MARK-PID[-N]
/// and PATH.spill-MARK-PID[-N]. A file that someone has locked stays, and where the file system has
/// no locks all do: a process id says nothing of a process of another machine.
void remove_leftovers(const std::string& path);

/// Removes the temporary files of all outputs that this process has open, for one that is about to
/// end without its destructors, as where an allocation failed in a function that may not throw. On
/// Linux alone; elsewhere they stay, as after a kill. Allocates nothing.
void remove_open_temporaries() noexcept;

}  // namespace encke::sink
