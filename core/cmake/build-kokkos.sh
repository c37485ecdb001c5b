#!/usr/bin/env bash
# build-kokkos.sh [--cuda CAPABILITY | --toolchain FILE] PREFIX: builds Kokkos (OpenMP and Serial) and Kokkos Kernels out of the
# source package trilinos of this release, and installs both in PREFIX. PREFIX appears at once when all is done: an
# interrupted run leaves nothing that looks finished.
# --cuda: also for NVIDIA devices of a compute capability (80, 90, ...). --toolchain: by the compiler that a CMake file names.
# Debian's own binaries of them, libtrilinos-kokkos-dev and libtrilinos-kokkos-kernels-dev, have one thread only.
# build-kokkos.sh --is-built PREFIX: says by its exit status whether this version of the script has built PREFIX. One of before
# Kokkos Kernels is not: its stamp is another.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
capability= toolchain=
case ${1:-} in
  --cuda) capability=${2:?CAPABILITY is missing}; shift 2 ;;
  --toolchain) toolchain=$(realpath "${2:?FILE is missing}"); shift 2 ;;
esac
stamp="$(cat "${BASH_SOURCE[0]}" "$here/get-kokkos-source.sh" | cksum)${capability:+ CUDA $capability}${toolchain:+ $(cksum <"$toolchain")}"

is_built() { [[ -r $1/built-by && $(<"$1/built-by") == "$stamp" ]]; }
if [[ ${1:?PREFIX is missing} == --is-built ]]; then
  is_built "${2:?PREFIX is missing}"
  exit
fi

mkdir -p "$(dirname "$1")"
prefix=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
exec 9>"$prefix.lock"
flock 9 # two set-ups at a time: the second waits, and finds the work done
if is_built "$prefix"; then exit; fi

work=$prefix.work log=$prefix.log
rm -rf "$work"
mkdir -p "$work/source"
: >"$log"
trap 'echo "Kokkos and Kokkos Kernels were not built; the end of $log:" >&2; tail -n 20 "$log" >&2' ERR

echo "Kokkos: downloading the source package trilinos"
"$here/get-kokkos-source.sh" "$work/source" >>"$log" 2>&1

# for_cuda_13 DIR: Kokkos 3.4.1 is older than CUDA 13, C++20 in nvcc, and devices above capability 8.6.
for_cuda_13() {
  # The device of a prefetch is a structure now.
  sed -i 's/cudaMemPrefetchAsync(ptr, bytes, space.cuda_device(),/cudaMemPrefetchAsync(ptr, bytes, {cudaMemLocationTypeDevice, space.cuda_device()}, 0,/' \
    "$1/core/src/Cuda/Kokkos_CudaSpace.cpp"
  # Conversions from half precision no longer convert their argument; that to double is gone.
  sed -i -e 's/return __half2double(val);/return static_cast<double>(__half2float(half_t::impl_type(val)));/' \
    -e 's/return \(__half2[a-z]*\(_rz\)\?\)(val);/return \1(half_t::impl_type(val));/' "$1/core/src/Cuda/Kokkos_Cuda_Half.hpp"
  sed -i 's/^  --std=c++17|-std=c++17)$/  --std=c++17|-std=c++17|--std=c++20|-std=c++20)/' "$1/bin/nvcc_wrapper"
  sed -i "s/^default_arch=.*/default_arch=sm_$capability/" "$1/bin/nvcc_wrapper"
  # What it does for 8.0 suits newer devices.
  sed -i "s/CHECK_CUDA_ARCH(AMPERE80  sm_80)/CHECK_CUDA_ARCH(AMPERE80  sm_$capability)/" "$1/cmake/kokkos_arch.cmake"
}

options=(-DCMAKE_CXX_STANDARD=20)
if [[ -n $toolchain ]]; then options+=(-DCMAKE_TOOLCHAIN_FILE="$toolchain"); fi
if [[ -n $capability ]]; then
  for_cuda_13 "$work/source/kokkos"
  # Kokkos itself is C++17 there: it knows of no other in nvcc.
  options=(-DKokkos_ENABLE_CUDA=ON -DKokkos_ARCH_AMPERE80=ON -DCMAKE_CXX_COMPILER="$work/source/kokkos/bin/nvcc_wrapper"
    -DCMAKE_CXX_STANDARD=17 -DCMAKE_CXX_EXTENSIONS=OFF)
fi

# install_of NAME [OPTION...]: builds it and installs it below $work/root.
install_of() {
  local name=$1
  shift
  cmake -S "$work/source/$name" -B "$work/build/$name" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$prefix" \
    -DCMAKE_POSITION_INDEPENDENT_CODE=ON "${options[@]}" "$@"
  cmake --build "$work/build/$name"
  DESTDIR="$work/root" cmake --install "$work/build/$name"
}

echo "Kokkos: building"
install_of kokkos -DKokkos_ENABLE_SERIAL=ON -DKokkos_ENABLE_OPENMP=ON >>"$log" 2>&1

# Without instances made beforehand: these take minutes, and who calls a kernel compiles it. No library of NVIDIA's is needed.
echo "Kokkos Kernels: building"
installed=$(dirname "$(find "$work/root$prefix" -name KokkosConfig.cmake)")
without=()
for instance in DOUBLE FLOAT COMPLEX_DOUBLE LAYOUTLEFT EXECSPACE_{CUDA,OPENMP,SERIAL} MEMSPACE_CUDA{,UVM}SPACE ORDINAL_INT OFFSET_INT OFFSET_SIZE_T; do
  without+=(-DKokkosKernels_INST_$instance=OFF)
done
install_of kokkos-kernels -DKokkos_DIR="$installed" -DKokkosKernels_ADD_DEFAULT_ETI=OFF "${without[@]}" \
  -DKokkosKernels_NO_DEFAULT_CUDA_TPLS=ON >>"$log" 2>&1
# Where it looked for Kokkos is not where Kokkos will be.
find "$work/root$prefix" -name 'KokkosKernels*.cmake' -exec sed -i "s|$work/root$prefix|$prefix|g" {} +
echo "$stamp" >"$work/root$prefix/built-by"

rm -rf "$prefix"
mv "$work/root$prefix" "$prefix"
rm -rf "$work"
echo "Kokkos and Kokkos Kernels: installed in $prefix"
