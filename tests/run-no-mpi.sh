#!/usr/bin/env bash
# run-no-mpi.sh: builds the command line without MPI in build/no-mpi: it links no MPI, has the same options as the build with it (if that is there),
# computes, and refuses several ranks, asked for by option or by a launcher.
# Each source is compiled alone there, which shows what a file does not include itself.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
bash drivers/setup.sh
cmake --preset ci -B build/no-mpi -DENCKE_MPI=OFF -DENCKE_BUILD_TESTS=OFF -DENCKE_UNITY=OFF
cmake --build build/no-mpi --target encke_encke_program
with=build/ci/bin/encke
if [[ ! -x $with ]]; then with=build/release/bin/encke; fi
exec bash tests/mpi/without.sh build/no-mpi/bin/encke "$with"
