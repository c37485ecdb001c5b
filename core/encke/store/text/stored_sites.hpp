#pragma once

#include <encke/base/text/text_column.hpp>
#include <optional>
#include <string>

namespace encke::store {

/// Hash of what lines say of each vector beside its name, for the identity of a run: 16 hexadecimal
/// digits.
std::string sites_digest(const TextColumn& sites);

/// The same texts, without line breaks, kept in the directory of a part so that `encke merge` needs
/// no input: one a line. Throws Error(open), Error(write).
void write_sites(const std::string& directory, const TextColumn& sites);

/// What is wrong with the sites in `directory`, of a run whose sites_digest() is `digest`; nothing
/// where they are as they were written. Throws Error(read).
std::optional<std::string> damage_of_sites(const std::string& directory, const std::string& digest);

/// Throws Error(checksum), with the file, where the sites are not there or not as they were
/// written; Error(read).
TextColumn read_sites(const std::string& directory, const std::string& digest);

}  // namespace encke::store
