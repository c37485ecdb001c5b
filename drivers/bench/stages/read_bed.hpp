#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "bench/kernels/case.hpp"

namespace encke::bench {

/// What timing the reading of a .bed file gave.
struct BedReading {
  Index vectors = 0;
  Index fields = 0;
  int threads = 1;
  double bytes = 0;               ///< of the .bed
  std::vector<double> seconds{};  ///< of each timed reading, packing included
};

/// Writes a data set of `vectors` variants and `fields` samples to a directory of its own for
/// temporary files, reads and packs it once to warm up and `repeats` times for the record (from the
/// page cache, that is), and removes it. Starts and ends the Runtime: once a process.
/// Throws Error(write) where there is no free space; what read_plink() throws.
BedReading time_bed_reading(const Case& what);

/// One line of the output.
nlohmann::ordered_json to_json(const BedReading& reading);

}  // namespace encke::bench
