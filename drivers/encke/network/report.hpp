#pragma once

#include <encke/network/task/task.hpp>
#include <nlohmann/json.hpp>
#include <string>

namespace encke::cli {

/// Contents of P.log. `command`: as command_text().
std::string network_log(const network::Outcome& outcome, const std::string& command);
/// Contents of P.summary.json.
nlohmann::ordered_json network_summary(const network::Outcome& outcome, const std::string& command);
/// The same of the network of a run's values, without what the run says itself.
std::string network_found_log(const network::Outcome& outcome);
nlohmann::ordered_json network_found_json(const network::Outcome& outcome);
/// What is printed, in a few lines: of the network, and of what was found in it.
std::string network_text(const network::Outcome& outcome);

}  // namespace encke::cli
