#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace encke {

/// Characters to insert, delete, replace or swap with their neighbour to get from `a` to `b`.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// "; did you mean X?" for the nearest of `known`, which has at most one letter in four otherwise,
/// or one; or whose beginning the word is. "" where none is so near.
std::string suggestion(std::string_view word, std::span<const std::string_view> known);

}  // namespace encke
