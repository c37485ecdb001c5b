#include <encke/host/threads/at_best_level.hpp>

namespace encke {

VectorLevel vector_level() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
    return VectorLevel::avx512;
  }
  if (__builtin_cpu_supports("avx2")) return VectorLevel::avx2;
#endif
  return VectorLevel::portable;
}

}  // namespace encke
