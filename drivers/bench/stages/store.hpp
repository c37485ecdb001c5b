#pragma once

#include <encke/base/index.hpp>
#include <nlohmann/json.hpp>
#include <vector>

namespace encke::bench {

/// What keeping results safe takes: seconds of each repeat, for the same hits.
struct StoreTime {
  Index hits = 0;
  Index tiles = 0;
  std::vector<double> digest{};     ///< the digest of the hits
  std::vector<double> write{};      ///< block file: records, checksums, writing (no wait for disk)
  std::vector<double> checksums{};  ///< of which: the checksums of the hits' bytes, alone
  std::vector<double> directory{};  ///< making and removing the directory, lock and manifest
  std::vector<double> commit{};     ///< taking one block file into the manifest
  std::vector<double> read{};       ///< reading all back: each record's checksum, every hit
  std::vector<double> publish{};    ///< printing all as edges, in order (no wait for disk)
  Index bytes = 0;                  ///< of that text
};

/// Sends `hits` made-up hits of pairs through a store in a directory for temporary files.
/// Throws Error(internal) where other hits come back, and what the store throws.
StoreTime time_store(Index hits, int repeats);

/// One line of the output.
nlohmann::ordered_json to_json(const StoreTime& time);

}  // namespace encke::bench
