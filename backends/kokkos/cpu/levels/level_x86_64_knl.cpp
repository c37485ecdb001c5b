#include "kokkos/cpu/masks/mask_lines.hpp"
#include "kokkos/cpu/products/weighted_bits_avx512.hpp"
#include "kokkos/cpu/units/avx512f.hpp"
#include "kokkos/cpu/units/counts_avx2.hpp"
#include "level.hpp"

namespace encke::cpu {
namespace level_x86_64_knl {

struct Level {
  static constexpr int register_bytes = 64;
  using Bits = Avx512fBits<Level>;
  using Complete = forms::CarriedComplete;  // a popcount is eleven operations
  using Floats = Avx512fFloats<Level>;
  using Doubles = Avx512Doubles<Level>;
  using Counts8 = Avx2Counts8<Level>;  // sums of bytes and of 16 bits want AVX512BW
  using Counts16 = Avx2Counts16<Level>;
  using WeightedFloats = Avx512WeightedFloats<Level>;
  using WeightedDoubles = Avx512WeightedDoubles<Level>;
  using Lines = WordLines<Level, register_bytes>;
  // 32 registers, of which counting takes six
  static constexpr TileShape complete{4, 2}, pair_missing{2, 1}, triple_missing{1, 1};
  static constexpr TileShape bit_complete{8, 2}, bit_pair_missing{4, 1}, bit_triple_missing{2, 1};
  static constexpr TileShape moments_missing{2, 1};
  static constexpr TileShape table_pair{4, 1}, table_pair_missing{1, 1};
  static constexpr TileShape table_triple{2, 1}, table_triple_missing{1, 1};
  static constexpr TileShape minimum{8, 3}, powered{1, 3};
  static constexpr TileShape count2{4, 2}, count3{2, 2}, count8{4, 2}, count16{4, 2};
};

bool supported() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx2") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
}

/// Other CPUs of this kind are faster with 256-bit registers of bytes (x86-64-v3), or with more.
bool preferred() {
  const bool bytes = __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
  return supported() && !bytes && !__builtin_cpu_supports("avx512vpopcntdq");
}

const Kernels& kernels() {
  static constexpr Kernels table = [] {
    Kernels all = kernels_of<Level>("x86-64-knl", &supported);
    all.preferred = &preferred;
    return all;
  }();
  return table;
}

}  // namespace level_x86_64_knl
}  // namespace encke::cpu
