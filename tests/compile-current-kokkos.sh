#!/usr/bin/env bash
# compile-current-kokkos.sh: compiles the library against the headers of the Kokkos in Debian sid. Nothing is linked or run.
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
cmake --build build/current-kokkos --target encke
