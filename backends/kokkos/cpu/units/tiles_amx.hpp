#pragma once

#include <cstddef>
#include <cstdint>
#include <encke/base/function.hpp>
#include <encke/base/index.hpp>

// Tiles of AMX: eight registers of 16 rows of 64 bytes. The intrinsics of GCC 12 are macros that
// put their arguments into the text of an instruction, so they take no parameters of templates. No
// compiler uses these registers by itself.

namespace encke::cpu {

/// What ByteProduct multiplies with. A tile t is 16 rows of 64 bytes: of 16 vectors in 64 samples
/// each, of 16 sets of 4 samples in 16 vectors, or of 16 x 16 sums.
template <class Level>
class AmxTiles {
 public:
  /// From here to release() this thread has tiles, which are zero.
  ENCKE_FUNCTION void configure() { asm volatile("ldtilecfg %0" ::"m"(config)); }
  ENCKE_FUNCTION void release() { asm volatile("tilerelease" ::: "memory"); }

  template <int t>
  ENCKE_FUNCTION void zero() {
    asm volatile("tilezero %%tmm%c0" ::"i"(t));
  }
  /// Rows lie so many bytes one behind the other.
  template <int t>
  ENCKE_FUNCTION void load(const void* from, Index stride) {
    asm volatile("tileloadd (%0,%1,1), %%tmm%c2" ::"r"(from), "r"(stride), "i"(t) : "memory");
  }
  template <int t>
  ENCKE_FUNCTION void store(void* to, Index stride) {
    asm volatile("tilestored %%tmm%c2, (%0,%1,1)" ::"r"(to), "r"(stride), "i"(t) : "memory");
  }
  /// sums c += a b, of signed bytes.
  template <int c, int a, int b>
  ENCKE_FUNCTION void multiply() {
    asm volatile("tdpbssd %%tmm%c2, %%tmm%c1, %%tmm%c0" ::"i"(c), "i"(a), "i"(b));
  }

 private:
  /// As the instruction reads it.
  struct Config {
    std::uint8_t palette = 1;
    std::uint8_t start_row = 0;
    std::uint8_t reserved[14] = {};
    std::uint16_t row_bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
    std::uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
  };
  static_assert(sizeof(Config) == 64);
  alignas(64) static constexpr Config config{};
};

}  // namespace encke::cpu
