#pragma once

#include <cstdint>
#include <encke/base/digest.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "case.hpp"
#include "machine_bound.hpp"

namespace encke::bench {

/// What measuring one case gave.
struct Measurement {
  Case what{};
  std::string backend{};
  std::string level{};
  int threads = 1;
  double comparisons = 0;  ///< of one run: tuples times fields
  Index hits = 0;
  std::vector<double> seconds{};           ///< of each timed run: contract, combine, threshold
  std::vector<double> seconds_contract{};  ///< of which: in kernels
  std::vector<double> seconds_combine{};   ///< of which: combining and selecting
  MachineBound machine{};
  std::int64_t peak_rss_bytes = 0;  ///< after the timed runs
  std::int64_t packed_bytes = 0;    ///< of which: the vectors
  Index checked = 0;                ///< values compared with the definition
  Digest digest{};

  double comparisons_per_second() const;  ///< median
};

/// Measures the machine, makes the vectors, runs once for warming up and `repeats` times for
/// the record, and checks a sample of the values; `tries` are those of the machine's measures.
/// Starts and ends the Runtime: once a process. Throws Error(internal) where runs differ or a value
/// is wrong; what run() throws.
Measurement measure(const Case& what, const Tries& tries = {});

/// One line of the output.
nlohmann::ordered_json to_json(const Measurement& measured);

/// Most memory that this process has held, in bytes; 0 where the system does not say.
std::int64_t peak_rss_bytes();

}  // namespace encke::bench
