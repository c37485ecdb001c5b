#!/usr/bin/env bash
# compile-kokkos-cuda.sh: builds the library, the programs and the tests of the backends on a Kokkos for NVIDIA devices, and
# looks at the kernels that come out. Nothing is run: such programs do not start without a driver. Skipped where there is no
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
cmake --build $build --target encke_encke_program encke_bench_program encke_backend_tests

# One kernel for each form at least, for the device that was asked for; counters that fell out of the registers would show as
# a stack.
usage=$(cuobjdump -res-usage $build/bin/encke 2>&1 | grep -A1 'TeamGemm' | c++filt)
kernels=$(grep -c '^ *Function' <<<"$usage" || true)
echo "$kernels kernels of products"
if ((kernels < 16)); then
  echo "expected 16 kernels of products or more" >&2
  exit 1
fi
if spilled=$(grep -E 'STACK:[1-9]|LOCAL:[1-9]' <<<"$usage"); then
  printf 'kernels that do not keep their counts in registers:\n%s\n' "$spilled" >&2
  exit 1
fi
