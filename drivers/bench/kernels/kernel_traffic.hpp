#pragma once

#include <optional>
#include <string>

#include "bench/machine/instruction_mix.hpp"

namespace encke::bench {

/// Bytes that a kernel reads for one comparison, counted from the shapes of its tiles: what must
/// cross each boundary if the caches hold what the tiles are made for. Tallies are left out: they
/// move once a tile, however many fields there are.
struct Traffic {
  double l1 = 0;      ///< from the nearest cache to the registers: a register tile
  double l2 = 0;      ///< to the nearest cache: a strip of columns that stays while the rows pass
  double beyond = 0;  ///< to the second cache, from the third or from memory: a tile
};

/// Register tile of a kernel at one level: rows by registers of columns. tests/models compares it
/// with the table of each level in the library's sources.
struct RegisterTile {
  int rows = 0;
  int registers = 0;
};

/// None where the level or form is not known.
std::optional<RegisterTile> register_tile(Form form, const std::string& level);
std::optional<Traffic> traffic_of(Form form, int way, const std::string& level);

}  // namespace encke::bench
