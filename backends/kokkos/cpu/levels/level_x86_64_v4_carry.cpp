#include <cpuid.h>

#include "kokkos/cpu/products/micro_kernel.hpp"
#include "kokkos/cpu/units/avx512.hpp"

namespace encke::cpu {
namespace level_x86_64_v4 {
const Kernels& kernels();
}

// x86-64-v4 on CPUs that begin one popcount of 512 bits a cycle at most (Zen 4, Intel): complete
// genotypes take one for 64 samples, and the operations of three registers that this costs are few.

namespace level_x86_64_v4_carry {

struct Level {
  using Bits = Avx512Bits<Level>;
  using Doubles = Avx512Doubles<Level>;
  static constexpr TileShape complete{2, 4};  // the new carries need registers beside the old ones
  static constexpr TileShape minimum{8, 3};
};

constexpr const char* name = "x86-64-v4-carry";

bool supported() { return level_x86_64_v4::kernels().supported(); }

/// From Zen 5 on there are two such popcounts a cycle, and two of them are as fast as a carry.
bool preferred() {
  if (!supported()) return false;
  if (!__builtin_cpu_is("amd")) return true;
  constexpr unsigned zen4 = 0x19;
  unsigned signature = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(1, &signature, &b, &c, &d) == 0) return false;
  return (signature >> 8 & 0xf) + (signature >> 20 & 0xff) <= zen4;
}

[[gnu::noinline]] static const Kernels& changed_kernels() {
  static const Kernels table = [] {
    Kernels all = level_x86_64_v4::kernels();
    all.level = name;
    all.preferred = &preferred;
    all.genotype.multiply.complete =
        &block_product<Level::Bits, forms::CarriedComplete, Level::complete>;
    all.moments.multiply.complete = all.genotype.multiply.complete;
    all.genotype.masks.popcounts_of_word = 0.65;  // of one a cycle; measured on Zen 4
    all.moments.masks.popcounts_of_word = all.genotype.masks.popcounts_of_word;
    all.case_control.tables.popcount_of_word = 0.2;
    // Minima of 64-bit integers are two operations on Intel's.
    if (__builtin_cpu_is("intel")) {
      all.float64.multiply.complete =
          &block_product<Level::Doubles, forms::Minimum, Level::minimum>;
    }
    return all;
  }();
  return table;
}

const Kernels& kernels() {
  static constexpr Kernels absent = absent_kernels(name, &supported, &preferred);
  return supported() ? changed_kernels() : absent;
}

}  // namespace level_x86_64_v4_carry
}  // namespace encke::cpu
