#pragma once

#include <encke/job/outcome.hpp>
#include <nlohmann/json.hpp>
#include <string>

namespace encke::cli {

/// Contents of P.summary.json. `command`: as command_text().
nlohmann::ordered_json summary_json(const job::Outcome& outcome, const std::string& command);

}  // namespace encke::cli
