#!/usr/bin/env bash
# suite.sh [--name NAME] [--build DIR] [--repeats N] [--only CASE,...] [--size full|small] [--list]: times whole commands of
# Encke and of the other programs that are installed here, on the same data, one thread each, in turn (A B C A B C ...), and
# writes perf/results/<date>-NAME/: suite.jsonl (each run), suite.tsv (medians and ratios, also printed), suite.svg.
#
#   --name     of the results; default: this machine's processor
#   --build    where bin/encke is; default build/release, which is built if it is not there
#   --repeats  of each command; default 3
#   --only     these cases only; --list names them, and the programs with which each is compared, and ends
#   --size     small: tiny problems, to see that all works
#   --from     a suite.jsonl of earlier: measures nothing, writes the table and the picture beside it
# tests/program/oracles/install.sh installs the other programs but vegan (Debian: r-cran-vegan) and NumKong (Python package index); those
# that are not there are named and left out. PLINK2 names another plink2, ENCKE_DEPS another folder than build/deps.
# Ends with 1 where a command fails or programs disagree, with 77 where there is no NumPy or h5py.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
python=${ENCKE_DEPS:-$root/build/deps}/oracles/bin/python3
[[ -x $python ]] || python=python3
if [[ " $* " != *" --build"* && " $* " != *" --from"* && " $* " != *" --list"* && ! -x $root/build/release/bin/encke ]]; then
  (cd "$root" && cmake --preset release && cmake --build --preset release --target encke_encke_program)
fi
if ! "$python" -c 'import numpy, h5py' 2>/dev/null; then
  echo "skipped: suite.sh needs NumPy and h5py" >&2
  exit 77
fi
# Every program has one thread. OpenBLAS must be told of processors that it does not know.
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$root/perf
unset OMP_WAIT_POLICY OMP_PROC_BIND OMP_PLACES
if [[ -z ${OPENBLAS_CORETYPE:-} ]] && grep -qsw avx512f /proc/cpuinfo; then export OPENBLAS_CORETYPE=SKYLAKEX; fi
exec "$python" "$root/perf/suite/suite.py" "$@"
