#!/usr/bin/env bash
# compile-kokkos-hip.sh: builds the library and the program on a Kokkos for AMD's GPUs, with Debian's clang and HIP, and looks at the
# kernels that come out: none may have scratch memory. Then all that includes Kokkos is read against the headers of sid's Kokkos and HIP,
# for gfx90a, gfx942 and gfx1100. Needs no GPU: without one the program must end with 16. Nothing is computed.
# Skipped where the packages cannot be had. ENCKE_HIP_ARCHITECTURE: what is built for, gfx90a unless it is told.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
architecture=${ENCKE_HIP_ARCHITECTURE:-gfx90a}
mkdir -p "${ENCKE_DEPS:-build/deps}"
deps=$(realpath "${ENCKE_DEPS:-build/deps}")
status=0
core/cmake/get-hip-packages.sh "$deps/hip" || status=$?
if ((status == 77)); then
  echo "skipped: Debian's HIP cannot be had here"
  exit 0
elif ((status)); then
  exit "$status"
fi
compiler=$deps/hip/hip-clang++
kokkos=$deps/kokkos-hip-$architecture
core/cmake/build-kokkos-hip.sh "$architecture" "$compiler" "$kokkos"

# -O0 is for what is linked. The kernels that are looked at are compiled as in a release.
build=build/kokkos-hip
export ROCM_PATH=$deps/hip/usr
cmake -G Ninja -S . -B $build -DKokkos_ROOT="$kokkos" -DCMAKE_PREFIX_PATH="$deps/hip/usr/lib/$(gcc -print-multiarch)" \
  -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O0 \
  -DENCKE_WARNINGS_AS_ERRORS=OFF -DENCKE_BUILD_TESTS=OFF -DENCKE_KOKKOS_KERNELS=OFF
cmake --build $build --target encke_on_kokkos

# The command of the build, for the device alone and as assembly, whose comments tell what each kernel takes.
for file in kokkos_backend team_select; do
  command=$(ninja -C $build -t commands encke_on_kokkos | grep "/$file.cpp.o " | sed -E 's/ -(o|MF|MT) [^ ]+//g; s/ -MD| -c / /g; s/ -O0 / -O3 /')
  (cd $build && eval "$command --cuda-device-only -S -o $file.s")
done
awk -v products_least=20 -v tests_least=20 '
  /^; Kernel: / || /; -- Begin function / { name = $NF }
  /^; NumVgprs: / { registers = $3 }
  /^; ScratchSize: / {
    if (name ~ /TeamGemm/) products++
    if (name ~ /TeamSelect/) tests++
    kernels++
    if (registers > most) most = registers
    if ($3 > 0) { print name ": " $3 " bytes of scratch memory"; spilled++ }
  }
  END {
    printf "%d kernels, %d of them products and %d tests; %d registers at most; %d with scratch memory\n", kernels, products, tests, most, spilled
    exit products < products_least || tests < tests_least || spilled > 0
  }' $build/kokkos_backend.s $build/team_select.s

cmake --build $build --target encke_encke_program
if [[ ! -e /dev/kfd ]]; then
  code=0
  # HIP's libraries, which its packages put where the system looks, are unpacked elsewhere here.
  LD_LIBRARY_PATH=$deps/hip/usr/lib/$(gcc -print-multiarch) $build/bin/encke ccc --synthetic random --num-vectors 4 --num-fields 5 --out $build/none || code=$?
  if ((code != 16)); then
    echo "without a GPU the program ends with $code, expected 16" >&2
    exit 1
  fi
fi
bash tests/compile-current-kokkos-hip.sh
