#include "level_x86_64_v3.hpp"

#include "kokkos/cpu/products/lookup_avx2.hpp"
#include "level.hpp"

namespace encke::cpu {

extern template struct ScoreScreens<level_x86_64_v3::Level>;  // scores_x86_64_v3.cpp

namespace level_x86_64_v3 {

bool supported() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("fma");
}

const Kernels& kernels() {
  static constexpr Kernels table = [] {
    Kernels all = kernels_of<Level>("x86-64-v3", &supported);
    all.genotype.multiply.complete = &LookupProduct<Level, GenotypeNibbles>::multiply;
    all.moments.multiply.complete = all.genotype.multiply.complete;
    all.bit.multiply.complete = &LookupProduct<Level, BitNibbles>::multiply;
    for (ElementKernels* kernels : {&all.genotype, &all.moments, &all.bit}) {
      kernels->multiply.best_whole = true;
    }
    return all;
  }();
  return table;
}

}  // namespace level_x86_64_v3
}  // namespace encke::cpu
