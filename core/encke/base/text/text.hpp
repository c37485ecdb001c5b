#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace encke {

/// "405,000,000"
std::string grouped(Index number);
/// "3 values", "1 value"
std::string counted(Index number, const std::string& noun);
/// "12.3 MiB", from 10 GiB on "12.3 GiB", from 10 TiB on "12.3 TiB".
std::string bytes_text(std::int64_t bytes);
/// "2.5 ms", "0.25 s", "12 s", "5 min 12 s", "2 h 3 min"
std::string seconds_text(double seconds);
/// "1.23e+10"
std::string rate_text(double per_second);

/// Puts finite numbers separated by commas into `numbers`; false where the text is something else.
bool parse_reals(std::string_view text, std::vector<double>& numbers);

}  // namespace encke
