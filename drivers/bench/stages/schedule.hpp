#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <nlohmann/json.hpp>

namespace encke::bench {

/// What one rank of a large ring needs to know what it has to do.
struct ScheduleTime {
  Index ring = 0;
  int way = 2;
  Index blocks = 0;
  Index steps = 0;
  Index first_steps = 0;       ///< of the timed listing
  Index first_tiles = 0;       ///< tiles in them
  double seconds = 0;          ///< from nothing to the list of these tiles
  std::int64_t bytes = 0;      ///< by which the process grew meanwhile
  Index tiles_of_busiest = 0;  ///< of all steps, by RingWork
  double tiles_mean = 0;
};

/// Lists the tiles of the first steps of a rank in a ring of `ring` positions, two blocks each,
/// then counts those of all its steps. The rank is one that has the most tiles: the first.
ScheduleTime time_schedule(Index ring, int way);

/// One line of the output.
nlohmann::ordered_json to_json(const ScheduleTime& time);

}  // namespace encke::bench
