#pragma once

// What the kernels of x86-64-v3 are made of. Included only where these are compiled.

#include "kokkos/cpu/masks/mask_lines.hpp"
#include "kokkos/cpu/products/micro_kernel.hpp"
#include "kokkos/cpu/products/weighted_bits_avx2.hpp"
#include "kokkos/cpu/units/avx2.hpp"
#include "kokkos/cpu/units/counts_avx2.hpp"

namespace encke::cpu {
namespace level_x86_64_v3 {

struct Level {
  static constexpr int register_bytes = 32;
  using Bits = Avx2Bits<Level>;
  using Floats = Avx2Floats<Level>;
  using Doubles = Avx2Doubles<Level>;
  using Counts8 = Avx2Counts8<Level>;
  using Counts16 = Avx2Counts16<Level>;
  using WeightedFloats = Avx2WeightedFloats<Level>;
  using WeightedDoubles = Avx2WeightedDoubles<Level>;
  using Lines = WordLines<Level, register_bytes>;
  // 16 registers, of which counting takes four
  static constexpr TileShape complete{2, 2}, pair_missing{1, 1}, triple_missing{1, 1};
  static constexpr TileShape bit_complete{4, 2}, bit_pair_missing{2, 1}, bit_triple_missing{1, 1};
  static constexpr TileShape moments_missing{1, 1};
  static constexpr TileShape table_pair{1, 1}, table_pair_missing{1, 1};
  static constexpr TileShape table_triple{1, 1}, table_triple_missing{1, 1};
  static constexpr TileShape minimum{4, 2}, powered{1, 4};
  static constexpr TileShape count2{2, 1}, count3{1, 1}, count8{4, 2}, count16{4, 2};
};

}  // namespace level_x86_64_v3
}  // namespace encke::cpu
