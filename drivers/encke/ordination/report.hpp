#pragma once

#include <encke/job/request/read_request.hpp>
#include <encke/ordination/task/task.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace encke::cli {

/// What was typed, as log and summary show it.
struct OrdinationWords {
  std::string command{};                    ///< as command_text()
  std::vector<job::GivenOption> options{};  ///< in effect, defaults too
};

/// What is printed; contents of P.log; of P.summary.json.
std::vector<std::string> ordination_lines(const ordination::Outcome& outcome);
std::string ordination_log(const ordination::Outcome& outcome, const OrdinationWords& words);
nlohmann::ordered_json ordination_summary(const ordination::Outcome& outcome,
                                          const OrdinationWords& words);

}  // namespace encke::cli
