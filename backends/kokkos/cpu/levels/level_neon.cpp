#include "kokkos/cpu/masks/mask_lines.hpp"
#include "kokkos/cpu/products/weighted_bits_scalar.hpp"
#include "kokkos/cpu/units/neon.hpp"
#include "level.hpp"

namespace encke::cpu {
namespace level_neon {

struct Level {
  static constexpr int register_bytes = 16;
  using Bits = NeonBits<Level>;
  using Floats = NeonFloats<Level>;
  using Doubles = NeonDoubles<Level>;
  using Counts8 = NeonCounts8<Level>;
  using Counts16 = NeonCounts16<Level>;
  using WeightedFloats = ScalarWeighted<Level, float>;
  using WeightedDoubles = ScalarWeighted<Level, double>;
  using Lines = WordLines<Level, register_bytes>;
  // 32 registers: 14 to 20 counters, and the words of a row and of the columns
  static constexpr TileShape complete{4, 2}, pair_missing{2, 2}, triple_missing{2, 1};
  static constexpr TileShape bit_complete{4, 4}, bit_pair_missing{2, 2}, bit_triple_missing{2, 1};
  static constexpr TileShape moments_missing{2, 1};
  static constexpr TileShape table_pair{2, 2}, table_pair_missing{2, 1};
  static constexpr TileShape table_triple{2, 1}, table_triple_missing{1, 1};
  static constexpr TileShape minimum{4, 4}, powered{1, 4};
  static constexpr TileShape count2{4, 2}, count3{2, 2}, count8{4, 4}, count16{4, 4};
};

bool supported() { return true; }

const Kernels& kernels() {
  static constexpr Kernels table = kernels_of<Level>("neon", &supported);
  return table;
}

}  // namespace level_neon
}  // namespace encke::cpu
