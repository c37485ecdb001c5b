#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace encke::cli {

/// "title: a, b, c" in lines of at most 80 characters, of which all but the first begin with two
/// blanks; ends with a line break. No item is cut.
std::string wrapped(std::string_view title, const std::vector<std::string>& items,
                    std::string_view separator);

/// The words of a text in lines of at most `width` characters, without a line break at the end. A
/// word that is longer has a line of its own.
std::string filled(std::string_view text, std::size_t width);

}  // namespace encke::cli
