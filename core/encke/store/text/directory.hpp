#pragma once

#include <encke/base/index.hpp>
#include <string>
#include <vector>

namespace encke::store {

/// All names in `directory`, sorted. Throws Error(open).
std::vector<std::string> names_in(const std::string& directory);

/// True if `name` is block_name(run, rank) with this ending, for any run and rank.
bool is_block_file(const std::string& name, const std::string& ending);
/// The block files of this ending in `directory`, sorted. Throws Error(open).
std::vector<std::string> block_files_in(const std::string& directory, const std::string& ending);

/// True if `name` is that of a manifest which is being written, or was when its process died.
bool is_temporary_manifest(const std::string& name);

/// True if `name` is that of a file of packed blocks of the input, which a run that takes its
/// blocks from the input keeps for the processes that resume it.
bool is_packed_file(const std::string& name);
/// Removes these files, which are of no use when all tiles are done.
void remove_packed_files(const std::string& directory);

/// True if a run makes files of this name in its directory, manifest and lock apart. Others are
/// someone else's, whatever they look like, and are left alone.
bool is_ours(const std::string& name);

/// The number of the run in the name of a block file of any ending, see block_name; 0 where it is
/// none.
Index run_of(const std::string& name);
/// The largest of the names in `directory`.
Index last_run(const std::string& directory);

/// Removes what is_ours() from the directory, and nothing else.
void remove_files(const std::string& directory);

/// Gives a block file of either ending its name with damaged_ending; nothing where it is gone.
/// Throws Error(write).
void put_aside(const std::string& path);

}  // namespace encke::store
