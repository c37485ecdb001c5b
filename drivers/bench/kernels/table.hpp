#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace encke::bench {

/// Heads of the columns, two lines with units below; ends with a line feed.
std::string table_head();

/// A line of output as a row of the table, or for a reading as a sentence; ends with a line feed.
std::string table_row(const nlohmann::ordered_json& line);

}  // namespace encke::bench
