#pragma once

#include <string>
#include <vector>

namespace encke::cli {

/// Names of the vectors, kept in the directory of a stored run so that `encke merge` needs no
/// input: one a line, nothing where vectors are named by their numbers.
void write_ids(const std::string& directory, const std::vector<std::string>& names);

/// Throws Error(open), Error(read); Error(inconsistent) where there are not `vectors` names.
std::vector<std::string> read_ids(const std::string& directory, std::int64_t vectors);

}  // namespace encke::cli
