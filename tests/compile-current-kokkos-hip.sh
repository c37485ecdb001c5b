#!/usr/bin/env bash
# compile-current-kokkos-hip.sh: reads all that includes Kokkos, for AMD's GPUs, against the headers of Debian sid's Kokkos and HIP. Nothing is
# generated, linked or run. Skipped where these cannot be had, or do not compile themselves.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p "${ENCKE_DEPS:-build/deps}"
deps=$(realpath "${ENCKE_DEPS:-build/deps}")
core/cmake/get-kokkos-headers-sid.sh "$deps/kokkos-sid" && core/cmake/get-hip-packages.sh --headers "$deps/hip-sid" || {
  echo "skipped: Debian sid's Kokkos or HIP cannot be had here"
  exit 0
}

# The same headers as a Kokkos for AMD's devices would have them: sid has none, and what differs are a few switches.
headers=$deps/kokkos-sid/usr/include/kokkos
for architecture in gfx90a gfx942 gfx1100; do
  switched=$deps/kokkos-sid/hip-$architecture
  rm -rf "$switched"
  mkdir -p "$switched/desul/atomics"
  macro=KOKKOS_ARCH_AMD_${architecture^^}
  sed -E "s,^/[*] #undef (KOKKOS_ENABLE_HIP|KOKKOS_ARCH_AMD_GPU|$macro) [*]/,#define \\1," \
    "$headers/KokkosCore_config.h" | sed "s,#define KOKKOS_ARCH_AMD_GPU\$,& \"$architecture\"," >"$switched/KokkosCore_config.h"
  sed -E 's,^/[*] #undef (DESUL_ATOMICS_ENABLE_HIP) [*]/,#define \1,' \
    "$headers/desul/atomics/Config.hpp" >"$switched/desul/atomics/Config.hpp"
  for part in Declare:decl Fwd:fwd; do
    sed "s,^#include <${part#*:}/Kokkos_${part%:*}_OPENMP.hpp>,&\n#include <${part#*:}/Kokkos_${part%:*}_HIP.hpp>," \
      "$headers/KokkosCore_Config_${part%:*}Backend.hpp" >"$switched/KokkosCore_Config_${part%:*}Backend.hpp"
  done
  sed 's,^#define KOKKOS_SETUP_HPP_,&\n#include <setup/Kokkos_Setup_HIP.hpp>,' \
    "$headers/KokkosCore_Config_SetupBackend.hpp" >"$switched/KokkosCore_Config_SetupBackend.hpp"
  check=("$deps/hip-sid/hip-clang++" -std=c++20 -fsyntax-only -x hip "--offload-arch=$architecture" --cuda-device-only -nogpulib -fopenmp
    -ffp-contract=off -Wno-unused-command-line-argument -isystem "$switched" -isystem "$headers" -I core -I backends)
  echo '#include <Kokkos_Core.hpp>' >"$switched/probe.cpp"
  if ! "${check[@]}" "$switched/probe.cpp" 2>"$switched/probe.log"; then
    echo "skipped: Debian sid's Kokkos and HIP do not compile with each other for $architecture"
    exit 0
  fi
  for file in core/encke/host/region.cpp core/encke/host/threads/host_loop.cpp core/encke/run/runtime.cpp \
    backends/kokkos/kokkos_backend.cpp backends/kokkos/device/team_select.cpp; do
    echo "$architecture $file"
    "${check[@]}" "$file"
  done
done
