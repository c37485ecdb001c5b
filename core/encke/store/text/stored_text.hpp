#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace encke::store {

/// All bytes of a file; nothing where there is none. Throws Error(open, read).
std::optional<std::string> contents_of(const std::string& path);

/// Hash of a text: 16 hexadecimal digits.
std::string hash_of(std::string_view text);

}  // namespace encke::store
