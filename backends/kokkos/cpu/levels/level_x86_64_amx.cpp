#include <cpuid.h>

#include <cstring>

#include "amx_kernels.hpp"
#include "kokkos/cpu/units/tiles_amx.hpp"
#include "kokkos/cpu/units/tiles_emulated.hpp"

#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

// x86-64-v4 with AMX's products of 8-bit integers (Intel, from Sapphire Rapids on). Asked for by
// name: nobody has measured it here.

namespace encke::cpu {
namespace level_x86_64_amx {

struct Level {};

constexpr const char* name = "x86-64-amx";

#if defined(ENCKE_ASSEMBLES_AMX) && defined(__linux__)

namespace {

/// True if this CPU can run this file.
bool runs_kernels() { return level_x86_64_v4_carry::kernels().supported(); }

/// True if this CPU has AMX for 8-bit integers, and the system saves its registers.
bool is_there() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  constexpr unsigned saves = 1U << 27;  // OSXSAVE: XGETBV can be asked
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & saves) == 0) return false;
  constexpr unsigned tiles_and_bytes = 3U << 24;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0) return false;
  if ((d & tiles_and_bytes) != tiles_and_bytes) return false;
  unsigned low = 0, high = 0;
  asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  constexpr unsigned configuration_and_data = 3U << 17;
  return (low & configuration_and_data) == configuration_and_data;
}

/// Linux gives a process these registers when it asks for them.
bool is_permitted() {
  constexpr long request_permission = 0x1023, tile_data = 18;
  return syscall(SYS_arch_prctl, request_permission, tile_data) == 0;
}

/// Products of all tiles that ByteProduct uses, from bytes of both signs.
template <class Tiles>
void multiply_some(const std::int8_t (&bytes)[4][1024], std::int32_t (&sums)[4][256]) {
  Tiles tiles;
  tiles.configure();
  tiles.template load<4>(bytes[0], 64);
  tiles.template load<5>(bytes[1], 64);
  tiles.template load<6>(bytes[2], 64);
  tiles.template load<7>(bytes[3], 64);
  tiles.template zero<0>();
  tiles.template load<1>(sums[1], 64);
  tiles.template zero<2>();
  tiles.template load<3>(sums[3], 64);
  tiles.template multiply<0, 4, 6>();
  tiles.template multiply<1, 4, 7>();
  tiles.template multiply<2, 5, 6>();
  tiles.template multiply<3, 5, 7>();
  tiles.template store<0>(sums[0], 64);
  tiles.template store<1>(sums[1], 64);
  tiles.template store<2>(sums[2], 64);
  tiles.template store<3>(sums[3], 64);
  tiles.release();
}

/// A test of the hardware: its sums are those of plain C++.
[[gnu::noinline]] bool multiplies() {
  std::int8_t bytes[4][1024];
  std::int32_t sums[2][4][256];
  unsigned number = 1;
  for (auto& tile : bytes) {
    for (auto& byte : tile) {
      number = 1664525 * number + 1013904223;
      byte = static_cast<std::int8_t>(number >> 24);
    }
  }
  for (auto& of_one : sums) {
    for (auto& tile : of_one) {
      for (auto& sum : tile) sum = 7;
    }
  }
  multiply_some<AmxTiles<Level>>(bytes, sums[0]);
  multiply_some<EmulatedTiles<Level>>(bytes, sums[1]);
  return std::memcmp(sums[0], sums[1], sizeof sums[0]) == 0;
}

}  // namespace

bool supported() {
  static const bool works = runs_kernels() && is_there() && is_permitted() && multiplies();
  return works;
}

[[gnu::noinline]] static const Kernels& changed_kernels() {
  static const Kernels table = AmxKernels<Level, AmxTiles<Level>>::kernels(name, &supported);
  return table;
}

const Kernels& kernels() {
  static constexpr Kernels absent = absent_kernels(name, &supported, &supported);
  return runs_kernels() ? changed_kernels() : absent;
}

#else

/// The assembler, or the system, does not know AMX.
bool supported() { return false; }

const Kernels& kernels() {
  static constexpr Kernels absent = absent_kernels(name, &supported, &supported);
  return absent;
}

#endif

}  // namespace level_x86_64_amx
}  // namespace encke::cpu
