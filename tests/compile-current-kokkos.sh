#!/usr/bin/env bash
# compile-current-kokkos.sh: compiles what includes Kokkos against the headers of the Kokkos in Debian sid, what includes Kokkos
# Kernels against those of sid's Trilinos, and where there is nvcc kernels for an NVIDIA device. Nothing is linked or run.
# Sid moves on: the check is skipped where its Kokkos cannot be had, is not one that Encke supports, or is not for this
# compiler, so that it fails only where our source no longer fits.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
bash drivers/setup.sh

skip() {
  echo "skipped: $1"
  exit 0
}
mkdir -p "${ENCKE_DEPS:-build/deps}"
kokkos=$(realpath "${ENCKE_DEPS:-build/deps}")/kokkos-sid
core/cmake/get-kokkos-headers-sid.sh "$kokkos" || skip "Debian sid's Kokkos cannot be had here"
cmake -G Ninja -S core/cmake/kokkos-probe -B "$kokkos/probe" -DKokkos_ROOT="$kokkos/usr" >"$kokkos/probe.log" 2>&1 ||
  skip "Debian sid's Kokkos is not one that Encke supports"
echo '#include <Kokkos_Core.hpp>' |
  c++ -std=c++20 -fopenmp -fsyntax-only -isystem "$kokkos/usr/include/kokkos" -x c++ - 2>>"$kokkos/probe.log" ||
  skip "Debian sid's Kokkos does not compile with this compiler"

cmake -G Ninja -S . -B build/current-kokkos -DKokkos_ROOT="$kokkos/usr" -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_CXX_FLAGS_RELEASE=-O0 -DENCKE_BUILD_TESTS=OFF -DENCKE_BUILD_DRIVERS=OFF
cmake --build build/current-kokkos --target encke_on_kokkos # all that includes Kokkos

# Products of sparse matrices: with the Kokkos Kernels of sid's Trilinos and its Kokkos, since sid has none for the one above.
if core/cmake/get-kokkos-headers-sid.sh --kernels "$kokkos-kernels"; then
  kernels=(-isystem "$kokkos-kernels/usr/include/trilinos" -isystem "$kokkos-kernels/usr/include/kokkos")
  echo '#include <KokkosSparse_spgemm.hpp>' >"$kokkos-kernels/probe.cpp"
  if c++ -std=c++20 -fsyntax-only "${kernels[@]}" "$kokkos-kernels/probe.cpp" 2>>"$kokkos/probe.log"; then
    printf '%s\n' core/encke/sparse/sp*.cpp |
      xargs -P "$(nproc)" -I{} sh -c 'echo "c++ $0" && "$@" -c -o /dev/null "$0"' {} \
        c++ -std=c++20 -O0 -Wall -Wextra -DENCKE_HAS_KOKKOS_KERNELS "${kernels[@]}" -I core
  else
    echo "without Kokkos Kernels: Debian sid's does not compile with this compiler"
  fi
else
  echo "without Kokkos Kernels: Debian sid's cannot be had here"
fi

# The same headers as a Kokkos for NVIDIA devices would have them: sid has none, and what differs are a few switches.
PATH=$PATH:${CUDA_HOME:-/usr/local/cuda}/bin
if ! command -v nvcc >/dev/null; then
  echo "not compiled for NVIDIA devices: there is no nvcc on this machine"
  exit 0
fi
headers=$kokkos/usr/include/kokkos switched=$kokkos/cuda
rm -rf "$switched"
mkdir -p "$switched/desul/atomics"
switch_on() {
  local file=$1
  shift
  sed -E "s,^/[*] #undef ($(IFS='|' && echo "$*")) [*]/,#define \\1," "$headers/$file" >"$switched/$file"
}
switch_on KokkosCore_config.h KOKKOS_ENABLE_CUDA KOKKOS_ENABLE_CUDA_CONSTEXPR KOKKOS_ARCH_HOPPER KOKKOS_ARCH_HOPPER90
switch_on desul/atomics/Config.hpp DESUL_ATOMICS_ENABLE_CUDA
sed 's,^#include <decl/Kokkos_Declare_OPENMP.hpp>,&\n#include <decl/Kokkos_Declare_CUDA.hpp>,' \
  "$headers/KokkosCore_Config_DeclareBackend.hpp" >"$switched/KokkosCore_Config_DeclareBackend.hpp"
sed 's,^#include <fwd/Kokkos_Fwd_OPENMP.hpp>,&\n#include <fwd/Kokkos_Fwd_CUDA.hpp>,' \
  "$headers/KokkosCore_Config_FwdBackend.hpp" >"$switched/KokkosCore_Config_FwdBackend.hpp"
sed 's,^#define KOKKOS_SETUP_HPP_,&\n#include <setup/Kokkos_Setup_Cuda.hpp>,' \
  "$headers/KokkosCore_Config_SetupBackend.hpp" >"$switched/KokkosCore_Config_SetupBackend.hpp"
for_device=(nvcc -std=c++20 -arch=sm_90 -fmad=false --expt-relaxed-constexpr --expt-extended-lambda -Xcompiler -fopenmp -x cu
  -I "$switched" -isystem "$headers" -I core -I backends)
echo '#include <Kokkos_Core.hpp>' >"$switched/probe.cpp"
if ! "${for_device[@]}" -cuda -o /dev/null "$switched/probe.cpp" 2>>"$kokkos/probe.log"; then
  echo "not compiled for NVIDIA devices: Debian sid's Kokkos does not compile with this nvcc"
  exit 0
fi
printf '%s\n' core/encke/host/region.cpp core/encke/host/threads/host_loop.cpp core/encke/run/runtime.cpp \
  backends/kokkos/kokkos_backend.cpp backends/kokkos/device/team_select.cpp |
  xargs -P "$(nproc)" -I{} sh -c 'echo "nvcc $0" && "$@" -c -o /dev/null "$0"' {} "${for_device[@]}"
