#pragma once

#include <encke/schedule/domain/domain.hpp>
#include <optional>
#include <string>

namespace encke::store {

/// The domain of a run, kept in the directory of its stored state so that `encke merge` needs no
/// input. To be called where it is not everything(). Throws Error(open), Error(write).
void write_domain(const std::string& directory, const Domain& domain);

/// What is wrong with the domain in `directory`, whose text() is `text`; nothing where it is as it
/// was written. Throws Error(read).
std::optional<std::string> damage_of_domain(const std::string& directory, const std::string& text);

/// Throws Error(checksum), with the file, where the domain is not there or not as it was written;
/// Error(read).
Domain read_domain(const std::string& directory, const std::string& text);

}  // namespace encke::store
