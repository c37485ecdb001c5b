#!/usr/bin/env bash
# build-kokkos-hip.sh ARCHITECTURE COMPILER PREFIX: builds Kokkos for AMD's GPUs of an architecture (gfx90a, ...) out of the source package
# trilinos of this Debian release, by the compiler that get-hip-packages.sh makes, and installs it in PREFIX. Serial is its only host
# space, and there is no Kokkos Kernels. PREFIX appears at once when all is done.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
architecture=${1:?ARCHITECTURE is missing}
compiler=$(realpath "${2:?COMPILER is missing}")
mkdir -p "$(dirname "${3:?PREFIX is missing}")"
prefix=$(cd "$(dirname "$3")" && pwd)/$(basename "$3")
stamp="$(cat "${BASH_SOURCE[0]}" "$here/get-kokkos-source.sh" | cksum) $architecture $(cksum <"$compiler")"
exec 9>"$prefix.lock"
flock 9 # two set-ups at a time: the second waits, and finds the work done
if [[ -r $prefix/built-by && $(<"$prefix/built-by") == "$stamp" ]]; then exit; fi

work=$prefix.work log=$prefix.log
rm -rf "$work"
mkdir -p "$work/source"
: >"$log"
trap 'echo "Kokkos was not built; the end of $log:" >&2; tail -n 20 "$log" >&2' ERR
echo "Kokkos for $architecture: downloading the source package trilinos"
"$here/get-kokkos-source.sh" "$work/source" >>"$log" 2>&1
# Kokkos 3.4.1 knows none but gfx906 and gfx908. What it does for the latter suits newer ones.
sed -i "s/CHECK_AMDGPU_ARCH(VEGA908 gfx908)/CHECK_AMDGPU_ARCH(VEGA908 $architecture)/" "$work/source/kokkos/cmake/kokkos_arch.cmake"

echo "Kokkos for $architecture: building"
ROCM_PATH=$(dirname "$compiler")/usr
export ROCM_PATH
{
  # C++17: as C++20 clang 15 crashes in <regex>, which Kokkos itself includes.
  cmake -S "$work/source/kokkos" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$prefix" \
    -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_STANDARD=17 -DCMAKE_CXX_EXTENSIONS=OFF \
    -DKokkos_ENABLE_SERIAL=ON -DKokkos_ENABLE_HIP=ON -DKokkos_ARCH_VEGA908=ON \
    -DCMAKE_PREFIX_PATH="$ROCM_PATH/lib/$(gcc -print-multiarch)"
  cmake --build "$work/build"
  DESTDIR="$work/root" cmake --install "$work/build"
} >>"$log" 2>&1
echo "$stamp" >"$work/root$prefix/built-by"
rm -rf "$prefix"
mv "$work/root$prefix" "$prefix"
rm -rf "$work"
echo "Kokkos for $architecture: installed in $prefix"
