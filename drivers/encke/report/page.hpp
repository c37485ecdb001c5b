#pragma once

#include <encke/job/outcome.hpp>
#include <string>

namespace encke::cli {

/// Contents of P.report.html: a page that needs no other file and no script, below 2 MB. What was
/// asked, what was found and left out, the histogram, the best values, clusters and pictures of the
/// network, and the log. `command`: as command_text().
std::string page_text(const job::Outcome& outcome, const std::string& command);

}  // namespace encke::cli
