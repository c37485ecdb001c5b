#!/usr/bin/env bash
# setup.sh [--python] [--no-mpi]: installs what building Encke needs and this Debian or Ubuntu machine lacks; with --python also what `pip install` in
# an environment of its own needs, with --no-mpi no MPI, a fifth of all packages. Does nothing, in well under a second, where nothing is missing. Needs root (or sudo) only to install
# packages.
# Kokkos: any that find_package finds (name it in Kokkos_ROOT or CMAKE_PREFIX_PATH), else one is built in build/deps/kokkos, with
# Kokkos Kernels beside it; ENCKE_DEPS names another folder than build/deps.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
deps=${ENCKE_DEPS:-$root/build/deps}
packages=(g++ cmake ninja-build xz-utils libfmt-dev libcli11-dev nlohmann-json3-dev libeigen3-dev libspectra-dev libhdf5-dev libzstd-dev zlib1g-dev libhts-dev libgtest-dev)
mpi=(libopenmpi-dev openmpi-bin)
optional=libspectra-dev # Ubuntu 22.04 has none, and Encke builds without

for argument; do
  case $argument in
    --python) packages+=(python3 python3-dev python3-venv) ;;
    --no-mpi) mpi=() ;;
    *) echo "setup.sh: $argument is unknown: --python, --no-mpi, or nothing, expected" >&2; exit 2 ;;
  esac
done
packages+=("${mpi[@]}")

if ! command -v dpkg-query >/dev/null || ! grep -qsE '^ID=(debian|ubuntu)$' /etc/os-release; then
  cat >&2 <<'HELP'
setup.sh knows Debian and Ubuntu. Elsewhere, install by other means:
  g++ 11 or clang 14, CMake 3.22, Ninja, fmt 8, CLI11, nlohmann-json, Eigen 3.3, GoogleTest,
  Kokkos 3.4.1 to 5.x with OpenMP,
  Kokkos Kernels of the same release, which may be left out: then --engine spgemm of encke network is
  refused,
  MPI (OpenMPI, MPICH or another), which may be left out: then a run is one process,
  HDF5, which may be left out too: then tables in BIOM 2 are refused,
  Zstandard, which may be left out too: then --zst is refused,
  HTSlib 1.10, which may be left out too: then --vcf and --bcf are refused,
  Spectra 1.0, which may be left out too: then --method lanczos of encke pcoa is
  refused, and components of many nodes have no embedding
and use CMake alone:
  cmake --preset release -DKokkos_ROOT=PREFIX && cmake --build --preset release && ctest --preset release
HELP
  exit 1
fi

as_root() {
  if [[ $(id -u) == 0 ]]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    echo "setup.sh: this needs root, and there is no sudo; as root: $*" >&2
    exit 1
  fi
}

installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null || true)
missing=()
for package in "${packages[@]}"; do
  grep -qFx "installed $package" <<<"$installed" || missing+=("$package")
done
# Only where apt knows a package that surely is there does it say of this one that there is none.
has_no_optional() { apt-cache show g++ >/dev/null 2>&1 && ! apt-cache show "$optional" >/dev/null 2>&1; }
if [[ ${missing[*]} == "$optional" ]] && has_no_optional; then missing=(); fi
if ((${#missing[@]})); then
  echo "Installing ${missing[*]}"
  # A source of packages that has nothing to do with Encke may be out of reach: what counts is the installation.
  as_root apt-get -q update || echo "setup.sh: apt-get update did not succeed; going on with the lists at hand" >&2
  if [[ " ${missing[*]} " == *" $optional "* ]] && has_no_optional; then
    echo "setup.sh: this system has no $optional, which is left out" >&2
    for i in "${!missing[@]}"; do [[ ${missing[i]} != "$optional" ]] || unset "missing[i]"; done
  fi
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends "${missing[@]}"
fi

probe_finds_kokkos() {
  mkdir -p "$deps"
  cmake -G Ninja -S "$root/core/cmake/kokkos-probe" -B "$deps/kokkos-probe" -DENCKE_KOKKOS_HINT="$deps/kokkos" \
    >"$deps/kokkos-probe.log" 2>&1
}
build_kokkos=$root/core/cmake/build-kokkos.sh
if [[ -z ${Kokkos_ROOT:-}${CMAKE_PREFIX_PATH:-} ]]; then
  if "$build_kokkos" --is-built "$deps/kokkos"; then exit 0; fi
  # The probe would find one that an earlier version of the script has built, which may lack Kokkos Kernels.
  if [[ -e $deps/kokkos/built-by ]]; then exec "$build_kokkos" "$deps/kokkos"; fi
fi
probe_finds_kokkos || "$build_kokkos" "$deps/kokkos"
