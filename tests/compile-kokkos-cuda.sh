#!/usr/bin/env bash
# compile-kokkos-cuda.sh: builds the library, the programs and the tests of the backends on a Kokkos for NVIDIA devices, and
# looks at the kernels that come out. Nothing is computed; without a driver the program must say so. Skipped where there is no
# nvcc. ENCKE_CUDA_CAPABILITY: the compute capability that is built for, 90 unless it is told.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
capability=${ENCKE_CUDA_CAPABILITY:-90}

PATH=$PATH:${CUDA_HOME:-/usr/local/cuda}/bin
if ! command -v nvcc >/dev/null; then
  echo "skipped: there is no nvcc on this machine"
  exit 0
fi
bash drivers/setup.sh
mkdir -p "${ENCKE_DEPS:-build/deps}"
kokkos=$(realpath "${ENCKE_DEPS:-build/deps}")/kokkos-cuda-$capability
core/cmake/build-kokkos.sh --cuda "$capability" "$kokkos"

# -O0 is for the host; device code is optimised all the same.
build=build/kokkos-cuda
cmake -G Ninja -S . -B $build -DKokkos_ROOT="$kokkos" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O0

# One kernel for each form at least, and counters that stay in registers: those that do not show as a stack. And one for each test of
# tallies: one of which nothing is left but its beginning and its end takes 14 registers, and the least of the others takes 40.
# Warnings by nvcc's front end tell of code that a device cannot run, which is then left out.
find $build \( -name kokkos_backend.cpp.o -o -name team_select.cpp.o \) -delete # what is there already would tell nothing
NVCC_APPEND_FLAGS=-Xptxas=-v cmake --build $build --target encke_on_kokkos >$build/kernels.log 2>&1 || {
  cat $build/kernels.log >&2
  exit 1
}
if grep -A 3 'warning #20[0-9][0-9][0-9]-D' $build/kernels.log >&2; then exit 1; fi
awk -v least=18 -v least_tests=32 '
  /Compiling entry function/ { kernel = /TeamGemm/; kernels += kernel; test = /TeamSelect/; tests += test; name = $0 }
  /bytes stack frame/ && kernel && !/ 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads/ { print name $0; spilled++ }
  /Used [0-9]+ registers/ && test && $5 < 24 { print name $0; empty++ }
  END {
    printf "%d kernels of products, %d of them with counts outside registers; %d of tests, %d of them empty\n", kernels, spilled, tests, empty
    exit kernels < least || spilled > 0 || tests < least_tests || empty > 0
  }' $build/kernels.log

cmake --build $build --target encke_encke_program encke_bench_program encke_conformance_tests

if [[ ! -e /proc/driver/nvidia/version ]]; then
  code=0
  $build/bin/encke ccc --synthetic random --num-vectors 4 --num-fields 5 --out $build/none || code=$?
  if [[ $code != 16 ]]; then
    echo "without a driver the program ends with $code, expected 16" >&2
    exit 1
  fi
fi
