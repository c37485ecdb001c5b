#pragma once

namespace encke {

enum class VectorLevel { portable, avx2, avx512 };

/// What this CPU runs.
VectorLevel vector_level();

namespace detail {

#if defined(__x86_64__)
template <class F>
[[gnu::target("avx2")]] void at_avx2(const F& function) {
  function();
}
template <class F>
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] void at_avx512(const F& function) {
  function();
}
#endif

}  // namespace detail

/// Calls function(), compiled for this CPU: its call operator and all that it calls must be marked
/// always_inline, else they are compiled for the most general one.
template <class F>
void at_best_level(const F& function) {
#if defined(__x86_64__)
  static const VectorLevel level = vector_level();
  if (level == VectorLevel::avx512) return detail::at_avx512(function);
  if (level == VectorLevel::avx2) return detail::at_avx2(function);
#endif
  function();
}

}  // namespace encke
