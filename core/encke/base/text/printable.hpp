#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace encke {

/// The same text in one line that does nothing to a terminal but show: control characters (of
/// Unicode as of ASCII), what turns the direction of text, and bytes that are no UTF-8 become
/// escapes such as `\n`, `\x1b`, `\u009b`. Other characters stay, the backslash too, so that the
/// result's result is itself.
std::string printable(std::string_view text);

/// The same of each line of a text, whose ends stay; of what JSON's writers give it is the same
/// JSON.
std::string printable_lines(std::string_view text);

/// Such a line of no more than about `longest` bytes, cut at its end, with "..." where it was cut.
std::string shortened(std::string_view text, std::size_t longest = 40);

/// The same between single quotes, as messages name text of an input.
std::string in_quotes(std::string_view text, std::size_t longest = 40);

/// printable() of a message, cut in its middle where it is very long, as only that of a path can
/// be: its beginning says where, its end what is wrong.
std::string printable_message(std::string_view text);

}  // namespace encke
