#pragma once

#include <cuda_runtime.h>

#include "cuda/kernels/bit_tile.hpp"

namespace encke::cuda {

/// Runs the kernels' code on a GPU, see bit_tile.hpp: one thread does its own share of everything.
/// All that no host can run is here, in smaller_of_pairs() and in smaller_real().
class DeviceExec {
 public:
  template <class T>
  struct Lanes {
    T own;
    ENCKE_FUNCTION T& operator[](int) { return own; }
    ENCKE_FUNCTION const T& operator[](int) const { return own; }
  };
  template <class T>
  using PerWarp = Lanes<T>;
  template <class T>
  using PerThread = Lanes<T>;

  ENCKE_FUNCTION DeviceExec(std::byte* shared, std::int32_t* counters)
      : shared_(shared), counters_(counters) {}

  template <class F>
  ENCKE_FUNCTION void warps(const F& body) {
    body(thread() / lanes_of_warp);
  }
  template <class F>
  ENCKE_FUNCTION void lanes(const F& body) {
    body(thread() % lanes_of_warp);
  }
  template <class F>
  ENCKE_FUNCTION void threads(const F& body) {
    body(thread());
  }
  ENCKE_FUNCTION void sync() {
#ifdef __CUDA_ARCH__
    __syncthreads();
#endif
  }

  ENCKE_FUNCTION void copy16([[maybe_unused]] int offset, [[maybe_unused]] const std::byte* from,
                             [[maybe_unused]] bool valid) {
#ifdef __CUDA_ARCH__
    const auto to = static_cast<std::uint32_t>(__cvta_generic_to_shared(shared_ + offset));
    const std::uint32_t bytes = valid ? 16 : 0;  // the rest of the 16 is filled with zeros
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(bytes)
                 : "memory");
#endif
  }
  ENCKE_FUNCTION void commit() {
#ifdef __CUDA_ARCH__
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
  }
  template <int all_but>
  ENCKE_FUNCTION void wait() {
#ifdef __CUDA_ARCH__
    asm volatile("cp.async.wait_group %0;" ::"n"(all_but) : "memory");
#endif
  }
  ENCKE_FUNCTION void load16(int offset, std::uint32_t (&to)[4]) const {
    const uint4 four = *reinterpret_cast<const uint4*>(shared_ + offset);
    to[0] = four.x;
    to[1] = four.y;
    to[2] = four.z;
    to[3] = four.w;
  }

  template <class T>
  ENCKE_FUNCTION T load(int offset) const {
    return *reinterpret_cast<const T*>(shared_ + offset);
  }

  /// sums += popc(row of A & column of B), for 16 rows and 8 columns of 256 bits.
  template <int c, int a, int b, class C, class A, class B>
  ENCKE_FUNCTION static void mma([[maybe_unused]] C& sums, [[maybe_unused]] const A& left,
                                 [[maybe_unused]] const B& right) {
#ifdef __CUDA_ARCH__
    asm volatile(
        "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(sums.own.r[c]), "+r"(sums.own.r[c + 1]), "+r"(sums.own.r[c + 2]),
          "+r"(sums.own.r[c + 3])
        : "r"(left.own.r[a]), "r"(left.own.r[a + 1]), "r"(left.own.r[a + 2]),
          "r"(left.own.r[a + 3]), "r"(right.own.r[b]), "r"(right.own.r[b + 1]));
#endif
  }

  /// True if `votes` of any thread is; all threads of the block ask.
  template <class Votes>
  ENCKE_FUNCTION bool any([[maybe_unused]] const Votes& votes) {
#ifdef __CUDA_ARCH__
    return __syncthreads_or(votes.own.own ? 1 : 0) != 0;
#else
    return true;
#endif
  }

  ENCKE_FUNCTION std::int32_t* shared_counter(int i) { return counters_ + i; }
  ENCKE_FUNCTION static std::int32_t add([[maybe_unused]] std::int32_t* to,
                                         [[maybe_unused]] std::int32_t n) {
#ifdef __CUDA_ARCH__
    return atomicAdd(to, n);
#else
    return 0;
#endif
  }

 protected:
  ENCKE_FUNCTION std::byte* shared() const { return shared_; }

 private:
  ENCKE_FUNCTION static int thread() {
#ifdef __CUDA_ARCH__
    return static_cast<int>(threadIdx.x);
#else
    return 0;
#endif
  }

  std::byte* shared_;
  std::int32_t* counters_;
};

}  // namespace encke::cuda
