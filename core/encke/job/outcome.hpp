#pragma once

#include <chrono>
#include <encke/distributed/grid.hpp>
#include <encke/job/request/request.hpp>
#include <encke/plan/report.hpp>
#include <encke/run/estimate.hpp>
#include <encke/store/text/input_record.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace encke::network {
struct Outcome;
}

namespace encke::job {

/// A value, as a page of the run shows it.
struct ShownValue {
  std::vector<std::string> names{};  ///< of the vectors; of alleles "id:0"
  std::vector<std::string> sites{};  ///< of each "CHROM:POS", or none where they are not known
  double value = 0;
  std::optional<int> freedom{};  ///< degrees of freedom, of statistics that have a p-value
  std::optional<double> p{};     ///< the p-value of `value`, of one tuple alone
};

/// What a job did: all that a log or a summary tells. A value.
struct Outcome {
  Request request{};  ///< what was asked for; of merging also what the parts were computed with
  std::chrono::system_clock::time_point started = std::chrono::system_clock::now();
  std::chrono::system_clock::time_point finished{};
  Estimate estimate{};
  Report report{};
  store::InputRecord input{};          ///< the files read, and what is to be said of their content
  std::vector<std::string> remarks{};  ///< sentences on the input and the run, for people
  std::vector<std::string> outputs{};  ///< files written
  std::string note_of_removal{};       ///< why the stored state is still there; "": it is not
  double seconds_read = 0;
  double seconds_store = 0;    ///< directory, manifest, checking that all tiles are there
  double seconds_publish = 0;  ///< making the outputs from the block files
  double seconds_total = 0;
  std::int64_t peak_memory = 0;      ///< of the process that used most, in bytes
  std::int64_t peak_memory_sum = 0;  ///< of all ranks
  std::optional<std::string> checksum{};
  Index blocks_read = 0;       ///< by all ranks, where blocks are read when they are needed
  double seconds_waiting = 0;  ///< for these, on average over ranks
  int ranks = 1;
  Decomposition decomposition{};
  Index tiles_resumed = 0;  ///< tiles that earlier runs had done
  Index hits_resumed = 0;   ///< the hits of these, on the root; values that are columns, each
  bool was_whole = false;   ///< an earlier run had made all of it: nothing was computed or written
  std::shared_ptr<const network::Outcome> network{};  ///< null: none was asked for
  std::vector<ShownValue> largest{};  ///< of the values written, with Request::report: the best
  Index equal_to_last = 0;            ///< values written as good as the last of these, beside them
};

/// A part of which the whole run's largest or best values are wanted: which of its values are
/// written, and so their digest, is decided when the parts are joined.
inline bool decides_later(const Request& request) {
  return is_part(request) && (request.top || stores_best_only(request));
}

}  // namespace encke::job
