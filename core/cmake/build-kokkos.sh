#!/usr/bin/env bash
# build-kokkos.sh PREFIX: builds Kokkos (OpenMP and Serial) out of the source package trilinos of this Debian release, and
# installs it in PREFIX. PREFIX appears at once when all is done: an interrupted run leaves nothing that looks finished.
# Debian's own binary of it, libtrilinos-kokkos-dev, has one thread only.
# build-kokkos.sh --is-built PREFIX: says by its exit status whether this version of the script has built PREFIX.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
stamp=$(cksum <"${BASH_SOURCE[0]}")

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
mkdir -p "$work/download" "$work/source"
: >"$log"
trap 'echo "Kokkos was not built; the end of $log:" >&2; tail -n 20 "$log" >&2' ERR

echo "Kokkos: downloading Debian's source package trilinos"
(
  . "$here/debian-apt.sh"
  private_apt_open "$work/apt" deb-src "$(. /etc/os-release && echo "$VERSION_CODENAME")"
  cd "$work/download"
  private_apt --download-only source trilinos
) >>"$log" 2>&1
tar -xf "$work"/download/trilinos_*.orig.tar.* -C "$work/source" --strip-components=3 --wildcards '*/packages/kokkos/*' >>"$log" 2>&1

echo "Kokkos: building"
cmake -S "$work/source" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$prefix" \
  -DCMAKE_CXX_STANDARD=20 -DCMAKE_POSITION_INDEPENDENT_CODE=ON \
  -DKokkos_ENABLE_SERIAL=ON -DKokkos_ENABLE_OPENMP=ON >>"$log" 2>&1
cmake --build "$work/build" >>"$log" 2>&1
DESTDIR="$work/root" cmake --install "$work/build" >>"$log" 2>&1
echo "$stamp" >"$work/root$prefix/built-by"

rm -rf "$prefix"
mv "$work/root$prefix" "$prefix"
rm -rf "$work"
echo "Kokkos: installed in $prefix"
