#pragma once

#include <encke/job/outcome.hpp>
#include <string>
#include <vector>

namespace encke::cli {

/// "encke ccc --bfile cohort", quoted where a shell would want it.
std::string command_text(const std::vector<std::string>& arguments);

/// Contents of P.log. `command`: as command_text().
std::string log_text(const job::Outcome& outcome, const std::string& command);

/// What is printed of a finished run: notes, what was compared, and what was written.
std::string brief_text(const job::Outcome& outcome);
/// What is printed where a run that is to be resumed is whole.
std::string whole_text(const job::Outcome& outcome);
/// What is printed of a finished run, with speed, digest and memory, a file a line.
std::string result_text(const job::Outcome& outcome);

}  // namespace encke::cli
