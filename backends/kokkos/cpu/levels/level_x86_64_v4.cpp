#include "kokkos/cpu/masks/mask_lines_avx512.hpp"
#include "kokkos/cpu/masks/mask_screen_avx512.hpp"
#include "kokkos/cpu/products/weighted_bits_avx512.hpp"
#include "kokkos/cpu/units/avx512.hpp"
#include "kokkos/cpu/units/counts_avx512.hpp"
#include "level.hpp"

namespace encke::cpu {
namespace level_x86_64_v4 {

struct Level {
  static constexpr int register_bytes = 64;
  using Bits = Avx512Bits<Level>;
  using Floats = Avx512OrderedFloats<Level>;
  using Doubles = Avx512OrderedDoubles<Level>;
  using Counts8 = Avx512Counts8<Level>;
  using Counts16 = Avx512Counts16<Level>;
  using WeightedFloats = Avx512WeightedFloats<Level>;
  using WeightedDoubles = Avx512WeightedDoubles<Level>;
  using Lines = Avx512Lines<Level>;
  // 32 registers: 24 counters for 1 or 2 counters an entry, 20 for 5, 18 for 9
  static constexpr TileShape complete{4, 3}, pair_missing{2, 2}, triple_missing{2, 1};
  static constexpr TileShape bit_complete{8, 3}, bit_pair_missing{2, 2}, bit_triple_missing{2, 1};
  static constexpr TileShape moments_missing{2, 1};
  static constexpr TileShape table_pair{2, 3}, table_pair_missing{1, 2};
  static constexpr TileShape table_triple{1, 3}, table_triple_missing{1, 1};
  static constexpr TileShape minimum{4, 6}, powered{1, 3};
  static constexpr TileShape count2{4, 2}, count3{2, 2}, count8{8, 3}, count16{8, 3};
};

bool supported() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512vpopcntdq") &&
         __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
         __builtin_cpu_supports("gfni") && __builtin_cpu_supports("avx512vnni");
}

const Kernels& kernels() {
  static constexpr Kernels table = [] {
    Kernels all = kernels_of<Level>("x86-64-v4", &supported);
    all.moments.masks.screen = &screen_mask_tile<Level>;
    return all;
  }();
  return table;
}

}  // namespace level_x86_64_v4
}  // namespace encke::cpu
