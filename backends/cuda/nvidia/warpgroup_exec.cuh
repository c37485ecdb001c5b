#pragma once

#include "cuda/kernels/warpgroups/tile.hpp"
#include "device_exec.cuh"

namespace encke::cuda {

/// A DeviceExec that also has products of warpgroups, see warpgroups/tile.hpp; for sm_90a alone.
class WarpgroupExec : public DeviceExec {
 public:
  using DeviceExec::DeviceExec;

  ENCKE_FUNCTION void publish() {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
  }
  template <class Sums>
  ENCKE_FUNCTION void begin_products([[maybe_unused]] Sums& sums) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    hold(sums);
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#endif
  }
  template <class Sums>
  ENCKE_FUNCTION void end_products([[maybe_unused]] Sums& sums) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    hold(sums);
#endif
  }
  template <int all_but, class Sums>
  ENCKE_FUNCTION void wait_products([[maybe_unused]] Sums& sums) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(all_but) : "memory");
    if constexpr (all_but == 0) hold(sums.own);
#endif
  }
  template <int c, class Sums>
  ENCKE_FUNCTION void product([[maybe_unused]] Sums& sums, int, [[maybe_unused]] int left,
                              [[maybe_unused]] int right) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    multiply(&sums.own.r[c], descriptor(left), descriptor(right));
#endif
  }

 private:
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  /// Core matrices in shared memory (PTX ISA, "Matrix Descriptor Format"): those of a pair of words
  /// and of the next one, of a group of vectors and of the next one, are so far apart.
  __device__ std::uint64_t descriptor(int offset) const {
    constexpr std::uint64_t pair = WarpgroupShape::offset(0, 1) / 16;
    constexpr std::uint64_t group = WarpgroupShape::offset(1, 0) / 16;
    const auto at = static_cast<std::uint32_t>(__cvta_generic_to_shared(shared() + offset));
    return (at & 0x3ffffU) >> 4 | pair << 16 | group << 32;
  }

  /// The compiler may not move sums to other registers while products are under way.
  template <class Lanes>
  __device__ static void hold(Lanes& sums) {
    unrolled<WarpgroupShape::registers>([&](auto i) {
      asm volatile("" : "+r"(sums.own.r[i.value])::"memory");
    });
  }

  /// d += popc(row of A & column of B): 64 rows of the warpgroup, 128 columns, 256 bits.
  __device__ static void multiply(std::int32_t* d, std::uint64_t a, std::uint64_t b) {
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n128k256.s32.b1.b1.and.popc {"
        "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
        "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
        "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
        "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
        "}, %64, %65, 1;"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]), "+r"(d[6]),
          "+r"(d[7]), "+r"(d[8]), "+r"(d[9]), "+r"(d[10]), "+r"(d[11]), "+r"(d[12]), "+r"(d[13]),
          "+r"(d[14]), "+r"(d[15]), "+r"(d[16]), "+r"(d[17]), "+r"(d[18]), "+r"(d[19]), "+r"(d[20]),
          "+r"(d[21]), "+r"(d[22]), "+r"(d[23]), "+r"(d[24]), "+r"(d[25]), "+r"(d[26]), "+r"(d[27]),
          "+r"(d[28]), "+r"(d[29]), "+r"(d[30]), "+r"(d[31]), "+r"(d[32]), "+r"(d[33]), "+r"(d[34]),
          "+r"(d[35]), "+r"(d[36]), "+r"(d[37]), "+r"(d[38]), "+r"(d[39]), "+r"(d[40]), "+r"(d[41]),
          "+r"(d[42]), "+r"(d[43]), "+r"(d[44]), "+r"(d[45]), "+r"(d[46]), "+r"(d[47]), "+r"(d[48]),
          "+r"(d[49]), "+r"(d[50]), "+r"(d[51]), "+r"(d[52]), "+r"(d[53]), "+r"(d[54]), "+r"(d[55]),
          "+r"(d[56]), "+r"(d[57]), "+r"(d[58]), "+r"(d[59]), "+r"(d[60]), "+r"(d[61]), "+r"(d[62]),
          "+r"(d[63])
        : "l"(a), "l"(b));
  }
#endif
};

}  // namespace encke::cuda
