#pragma once

#include <chrono>
#include <encke/file/file_record.hpp>
#include <encke/ordination/groups/group_test.hpp>
#include <encke/ordination/pcoa.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "request.hpp"

namespace encke::cli {

/// What a command of this folder did: all that its log and its summary tell.
struct OrdinationOutcome {
  OrdinationRequest request{};
  std::string command{};  ///< as command_text()
  int threads = 1;
  Index samples = 0;
  std::optional<ordination::Pcoa> pcoa{};
  ordination::Grouping grouping{};
  std::vector<ordination::GroupTest> tests{};
  std::vector<io::FileRecord> inputs{};
  std::vector<std::string> outputs{};
  std::vector<std::string> remarks{};
  std::int64_t memory_planned = 0;
  std::chrono::system_clock::time_point started{};
  std::chrono::system_clock::time_point finished{};
  double seconds_read = 0;
  double seconds_compute = 0;
  double seconds_total = 0;
};

/// What is printed; contents of P.log; of P.summary.json.
std::vector<std::string> ordination_lines(const OrdinationOutcome& outcome);
std::string ordination_log(const OrdinationOutcome& outcome);
nlohmann::ordered_json ordination_summary(const OrdinationOutcome& outcome);

}  // namespace encke::cli
