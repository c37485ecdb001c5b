#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "cuda/kernels/bit_tile.hpp"

namespace encke::kokkos {

/// Runs kernels that are written over an Exec (backends/cuda/kernels) by a team of `Members`, each
/// of which does the work of as many of the kernel's threads as come to it. No shared memory but
/// two counters.
template <class Member, int Members>
class TeamExec {
 public:
  static_assert(cuda::threads_of_block % Members == 0);
  static constexpr int threads_of_member = cuda::threads_of_block / Members;

  template <class T>
  struct PerThread {
    T own[threads_of_member];
    KOKKOS_FUNCTION T& operator[](int thread) { return own[thread / Members]; }
  };

  /// `counters`: two numbers that the team shares.
  KOKKOS_FUNCTION TeamExec(const Member& team, std::int32_t* counters)
      : team_(team), counters_(counters) {}

  template <class F>
  KOKKOS_FUNCTION void threads(const F& body) {
    for (int i = 0; i < threads_of_member; ++i) body(team_.team_rank() + i * Members);
  }
  KOKKOS_FUNCTION void sync() { team_.team_barrier(); }
  KOKKOS_FUNCTION std::int32_t* shared_counter(int i) { return counters_ + i; }
  KOKKOS_FUNCTION static std::int32_t add(std::int32_t* to, std::int32_t n) {
    return Kokkos::atomic_fetch_add(to, n);
  }

 private:
  const Member& team_;
  std::int32_t* counters_;
};

}  // namespace encke::kokkos
