#!/usr/bin/env bash
# run-mpich.sh: builds the command line and the tests that run on several ranks with MPICH in build/mpich, and runs them: those of
# the library on 1 to 4 ranks, and those that start the program on ranks.
# Installs MPICH beside the other MPI if this Debian machine lacks it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
bash drivers/setup.sh
if ! command -v mpicxx.mpich >/dev/null || ! command -v mpiexec.mpich >/dev/null; then
  as_root=()
  if [[ $(id -u) != 0 ]]; then as_root=(sudo); fi
  "${as_root[@]}" apt-get -q update || true # what counts is the installation
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends mpich libmpich-dev
fi

cmake --preset ci -B build/mpich -DENCKE_MPI=ON \
  -DMPI_CXX_COMPILER=mpicxx.mpich -DMPIEXEC_EXECUTABLE="$(command -v mpiexec.mpich)"
cmake --build build/mpich --target encke_mpi_tests encke_mpi_dying_rank encke_ranks_tests
ctest --test-dir build/mpich --output-on-failure -R '^mpi_ranks_[1-4]$|^mpi_rank_gets|^ranks$'
