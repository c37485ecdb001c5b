#!/usr/bin/env bash
# run-neon.sh: compiles the library and the tests of its kernels for 64-bit Arm, and runs these under qemu. Skipped where the
# cross-compiler, qemu or the libraries cannot be had.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
bash drivers/setup.sh

skip() {
  echo "skipped: $1"
  exit 0
}
if ! command -v aarch64-linux-gnu-g++ >/dev/null || ! command -v qemu-aarch64-static >/dev/null; then
  as_root=()
  if [[ $(id -u) != 0 ]]; then as_root=(sudo); fi
  "${as_root[@]}" apt-get -q update || true # what counts is the installation
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends \
    g++-aarch64-linux-gnu qemu-user-static || skip "the cross-compiler for Arm and qemu cannot be installed here"
fi
mkdir -p "${ENCKE_DEPS:-build/deps}"
deps=$(realpath "${ENCKE_DEPS:-build/deps}")
toolchain=$PWD/core/cmake/aarch64-linux-gnu.cmake
export ENCKE_ARM_ROOT=$deps/arm
core/cmake/get-arm-packages.sh "$ENCKE_ARM_ROOT" libfmt-dev libfmt9 libgtest-dev nlohmann-json3-dev libeigen3-dev ||
  skip "Debian's libraries for Arm cannot be had here"
core/cmake/build-kokkos.sh --toolchain "$toolchain" "$ENCKE_ARM_ROOT/kokkos"

build=build/neon
cmake -G Ninja -S . -B $build -DCMAKE_TOOLCHAIN_FILE="$toolchain" -DKokkos_ROOT="$ENCKE_ARM_ROOT/kokkos" -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_CXX_FLAGS_RELEASE=-O1 -DENCKE_MPI=OFF -DENCKE_HDF5=OFF -DENCKE_BUILD_DRIVERS=OFF -DENCKE_WARNINGS_AS_ERRORS=ON
programs=(conformance known_answers tally)
targets=("${programs[@]/#/encke_}")
cmake --build $build --target "${targets[@]/%/_tests}"

export OMP_NUM_THREADS=2 OMP_WAIT_POLICY=passive OMP_PROC_BIND=false
qemu=(qemu-aarch64-static -L /usr/aarch64-linux-gnu)
"${qemu[@]}" $build/tests/encke_tally_tests --gtest_brief=1
"${qemu[@]}" $build/tests/encke_known_answers_tests --gtest_brief=1
"${qemu[@]}" $build/tests/encke_conformance_tests --gtest_brief=1
