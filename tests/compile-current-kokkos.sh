#!/usr/bin/env bash
# compile-current-kokkos.sh: compiles the library against the headers of the Kokkos in Debian sid. Nothing is linked or
# run, so a sid that moves on can break this check only where our source no longer fits.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
deps=${ENCKE_DEPS:-build/deps}

bash drivers/setup.sh
status=0
core/cmake/get-kokkos-headers-sid.sh "$deps/kokkos-sid" || status=$?
if [[ $status == 77 ]]; then
  echo "skipped: Debian sid's Kokkos cannot be had here"
  exit 0
elif [[ $status != 0 ]]; then
  exit "$status"
fi

cmake -G Ninja -S . -B build/current-kokkos -DKokkos_ROOT="$(realpath "$deps/kokkos-sid/usr")" -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_CXX_FLAGS_RELEASE=-O0 -DENCKE_WARNINGS_AS_ERRORS=OFF -DENCKE_BUILD_TESTS=OFF -DENCKE_BUILD_DRIVERS=OFF
cmake --build build/current-kokkos --target encke
