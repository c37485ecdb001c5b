#pragma once

#include <encke/store/text/identity.hpp>
#include <optional>
#include <string>
#include <vector>

namespace encke::store {

/// Hash of the names of the vectors and their order, for the identity of a run: 16 hexadecimal
/// digits.
std::string ids_digest(const std::vector<std::string>& names);

/// Names of the vectors, kept in the directory of a stored run so that `encke merge` needs no
/// input: one a line, escaped. Throws Error(open), Error(write).
void write_ids(const std::string& directory, const std::vector<std::string>& names);

/// What is wrong with the names in `directory`, of a run whose ids_digest() is `digest`; nothing
/// where they are as they were written. Throws Error(read).
std::optional<std::string> damage_of_ids(const std::string& directory, const std::string& digest);

/// Throws Error(checksum), with the file, where the names are not there or not as they were
/// written; Error(read).
std::vector<std::string> read_ids(const std::string& directory, const std::string& digest);

}  // namespace encke::store
