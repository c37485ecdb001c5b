#pragma once

#include <chrono>
#include <encke/distributed/grid.hpp>
#include <encke/io/dataset.hpp>
#include <encke/plan/report.hpp>
#include <encke/run/estimate.hpp>
#include <encke/store/text/input_record.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "encke/options/options.hpp"

namespace encke::cli {

/// All that a run's log and summary tell.
struct Record {
  const Options& options;
  std::chrono::system_clock::time_point started = std::chrono::system_clock::now();
  std::chrono::system_clock::time_point finished{};
  Estimate estimate{};
  Report report{};
  std::vector<std::string> remarks{};
  std::vector<io::FileRecord> inputs{};
  std::vector<std::string> outputs{};
  Index vectors_in_file = 0;
  Index fields_in_file = 0;
  Index empty_vectors = 0;  ///< vectors of reals or bits that are all zero
  Index empty_tuples = 0;   ///< tuples of such vectors alone
  double seconds_read = 0;
  double seconds_store = 0;    ///< directory, manifest, checking that all tiles are there
  double seconds_publish = 0;  ///< making the outputs from the block files
  double seconds_total = 0;
  std::int64_t peak_memory = 0;      ///< of the process that used most, in bytes
  std::int64_t peak_memory_sum = 0;  ///< of all ranks
  std::optional<std::string> checksum{};
  int ranks = 1;
  Decomposition decomposition{};
  Index tiles_resumed = 0;  ///< tiles that earlier runs had done
};

/// What the record tells of the input, to be kept with the blocks; and back.
store::InputRecord about(const Record& record);
void add_about(const store::InputRecord& about, Record& record);

/// A part of which the whole run's largest or best values are wanted: which of its values are
/// written, and so their digest, is decided when the parts are joined.
bool decides_later(const Options& options);

/// The options that have a value, given or not, with the values in effect.
std::vector<std::pair<std::string, std::string>> options_in_effect(const Options& options);

/// "encke ccc --bfile cohort", quoted where a shell would want it.
std::string command_text(const Options& options);

/// Contents of P.log.
std::string log_text(const Record& record);

/// Contents of P.summary.json.
nlohmann::ordered_json summary_json(const Record& record);

/// What is told of a finished run, in a few lines.
std::string result_text(const Record& record);

}  // namespace encke::cli
