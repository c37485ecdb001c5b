#!/usr/bin/env bash
# run-mpich.sh: builds the command line and the tests that run on several ranks with MPICH, and runs them: those of the library on
# 1 to 4 ranks, and those that start the program on ranks.
# That is done in build/ci, where of what the release check left only the few files that include mpi.h are compiled again;
# afterwards the program there is the one with this machine's first MPI again.
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

targets=(encke_encke_program encke_mpi_tests encke_mpi_dying_rank encke_ranks_tests)
as_before() {
  cmake --preset ci -U 'MPI*' -U ENCKE_MPI >build/ci/as-before.log && cmake --build build/ci --target "${targets[@]}" >>build/ci/as-before.log
}
cmake --preset ci -U 'MPI*' -DENCKE_MPI=ON -DMPI_CXX_COMPILER=mpicxx.mpich -DMPIEXEC_EXECUTABLE="$(command -v mpiexec.mpich)"
trap as_before EXIT
cmake --build build/ci --target "${targets[@]}"
if ! ldd build/ci/bin/encke | grep libmpich >/dev/null; then
  echo "the program in build/ci is not linked with MPICH" >&2
  exit 1
fi
ctest --test-dir build/ci --output-on-failure -R '^mpi_ranks_[1-4]$|^mpi_rank_gets|^ranks$'
