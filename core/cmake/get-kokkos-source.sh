#!/usr/bin/env bash
# get-kokkos-source.sh DIR: unpacks Kokkos and Kokkos Kernels into DIR/kokkos and DIR/kokkos-kernels, out of the source package
# trilinos of this release of Debian or Ubuntu, whose hashes apt checks. DIR/../apt and DIR/../download are its own meanwhile.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "${1:?DIR is missing}"
source=$(realpath "$1")
work=$(dirname "$source")
mkdir -p "$work/download"
. "$here/debian-apt.sh"
private_apt_open "$work/apt" deb-src "$(. /etc/os-release && echo "$VERSION_CODENAME")"
cd "$work/download"
private_apt --download-only --tar-only source trilinos # the rest is not needed
tar -xf trilinos_*.orig.tar.* -C "$source" --strip-components=2 --wildcards '*/packages/kokkos/*' '*/packages/kokkos-kernels/*'

# Kokkos 3.4.1 is older than GCC 13, in which other headers do not bring numbers of fixed size along.
sed -i '0,/^#define KOKKOS_MACROS_HPP/s//&\n#include <cstdint>/' "$source/kokkos/core/src/Kokkos_Macros.hpp"
sed -i '1i #include <cstdint>' "$source/kokkos/core/src/impl/Kokkos_MemoryPool.cpp"
