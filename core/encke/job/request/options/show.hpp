#pragma once

#include <cstddef>
#include <encke/job/request/request.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

// Short ways to write what the row of an option shows, and recalls from a stored run.
namespace encke::job {

using Shown = std::optional<std::string>;

std::string number_text(double number);  ///< the shortest that reads back as the same

inline Shown shown_flag(bool given) { return given ? Shown("") : std::nullopt; }
inline Shown shown_path(const std::string& path) {
  return path.empty() ? std::nullopt : Shown(path);
}
inline Shown shown_count(Index count) {
  return count > 0 ? Shown(std::to_string(count)) : std::nullopt;
}
inline Shown shown_count(const std::optional<Index>& count) {
  return count ? Shown(std::to_string(*count)) : std::nullopt;
}

/// What an entry of a stored run's identity says. Throw Error(inconsistent) where it says something
/// else.
Index stored_count(std::string_view entry, const std::string& text);
double stored_real(std::string_view entry, const std::string& text);
/// The place of the text among `choices`.
std::size_t stored_choice(std::string_view entry, const std::string& text,
                          std::span<const std::string_view> choices);

}  // namespace encke::job
