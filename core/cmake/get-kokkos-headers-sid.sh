#!/usr/bin/env bash
# get-kokkos-headers-sid.sh [--kernels] DIR: unpacks Debian sid's Kokkos (the current major version) in DIR, so that DIR/usr is a
# Kokkos_ROOT to compile against, and no more than that: the libraries are empty files.
# --kernels: the headers of sid's Kokkos Kernels, in DIR/usr/include/trilinos, and of the Kokkos that these are for, which is an older
# one, in DIR/usr/include/kokkos. Sid has none for its own Kokkos.
# Installs nothing. Exit status 77: the packages cannot be had on this machine, or not now.
set -euo pipefail
packages=(libkokkos-dev)
if [[ ${1:-} == --kernels ]]; then
  packages=(libtrilinos-kokkos-dev libtrilinos-kokkos-kernels-dev)
  shift
fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "${1:?DIR is missing}"
dir=$(cd "$1" && pwd)
if compgen -G "$dir/usr/lib/*/cmake/Kokkos*" >/dev/null; then exit; fi

. "$here/debian-apt.sh"
download() {
  private_apt_open apt deb sid && private_apt download "${packages[@]}"
}

cd "$dir"
rm -rf unpacked ./*.deb
download >download.log 2>&1 || { tail -n 3 download.log >&2; exit 77; }
for package in ./*.deb; do dpkg -x "$package" unpacked; done
if ((${#packages[@]} > 1)); then
  mv unpacked/usr usr
  exit
fi
# find_package insists that the libraries are there, which are in other packages; nothing is linked with them.
sed -n 's|.*IMPORTED_LOCATION_[A-Z]* "${_IMPORT_PREFIX}/\(.*\)"|unpacked/usr/\1|p' \
  unpacked/usr/lib/*/cmake/Kokkos/KokkosTargets-*.cmake | while read -r library; do
  touch "$library"
done
# One of its paths is absolute.
sed -i "s|/usr/include/kokkos|$dir/usr/include/kokkos|" unpacked/usr/lib/*/cmake/Kokkos/KokkosTargets.cmake
rm -rf usr
mv unpacked/usr usr
