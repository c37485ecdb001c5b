#!/usr/bin/env bash
# compile-cuda.sh: compiles and links everything with the backend for NVIDIA GPUs, for the compute capabilities 8.0 and 9.0; of those
# that ENCKE_CUDA_ARCHITECTURES names, and, whatever it names, what 9.0 alone has. (Each takes two minutes; `.ci/run` takes 8.0.)
# That is done in build/ci, where only what the release check has not compiled is left to do; afterwards the program there is the
# one without that backend again. ENCKE_CUDA_BUILD names another folder.
# Needs the CUDA toolkit and no GPU. Where there is none, the program starts all the same, computes on the CPU, and refuses
# that backend with exit code 16. Where there is one that does not start (a driver of our own), it says so, too.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

nvcc=$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")
if [[ ! -x $nvcc ]]; then
  echo "skipped: nvcc was not found; name the toolkit's directory in CUDA_HOME"
  exit 0
fi
bash drivers/setup.sh
build=${ENCKE_CUDA_BUILD:-build/ci}
cache=()
if command -v ccache >/dev/null; then cache=(-DCMAKE_CUDA_COMPILER_LAUNCHER=ccache); fi
cmake --preset ci -B "$build" -DENCKE_CUDA=ON -DENCKE_CUDA_ARCHITECTURES="${ENCKE_CUDA_ARCHITECTURES:-80;90}" -DCMAKE_CUDA_COMPILER="$nvcc" "${cache[@]}"
scratch=$(mktemp -d)
as_before() {
  rm -rf "$scratch"
  cmake --preset ci -B "$build" -U ENCKE_CUDA >"$build/as-before.log" &&
    cmake --build "$build" --target encke_encke_program encke_bench_program >>"$build/as-before.log"
}
trap as_before EXIT
cmake --build "$build" --target encke encke_encke_program encke_bench_program encke_gpu_rates encke_cuda_tests encke_conformance_tests

program=$build/bin/encke
printf 'name\ta\tb\tc\nu\t1\t2\t0\nv\t2\t1\t1\nw\t0\t3\t1\n' >"$scratch/table.tsv"
run() { "$program" ps --table "$scratch/table.tsv" --out "$scratch/$1" --backend "$1" >"$scratch/log" 2>&1; }
run auto || { cat "$scratch/log"; exit 1; }
# refused: the program ends with 16 and says why
refused() {
  local status=0
  run cuda || status=$?
  if ((status != 16)) || ! grep -q "$1" "$scratch/log"; then
    cat "$scratch/log"
    echo "exit code $status where 16 was expected, with '$1'"
    exit 1
  fi
}
c++ -shared -fPIC -o "$scratch/libcuda.so.1" tests/unit/cuda/driver/not_ready.cpp
(
  export LD_LIBRARY_PATH=$scratch${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  refused 'GPU: looking for devices: '
  run auto || { cat "$scratch/log"; exit 1; }
  grep -q 'warning: GPU: looking for devices: ' "$scratch/log" || { cat "$scratch/log"; exit 1; }
)
if [[ -e /dev/nvidia0 ]]; then
  echo "there is a GPU here: perf/gpu.sh runs on it"
  exit 0
fi
refused 'no GPU'
"$build/tests/encke_cuda_tests" --gtest_filter='MmaMap*:SharedLayout*:Products*:LocalRank*' --gtest_brief=1
