#!/usr/bin/env bash
# with_bench.sh SCRIPT.py OPTION...: runs a script of this folder. Builds encke-bench in build/release where it is not there and
# no --build names another.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
script=$1
shift
if ! command -v python3 >/dev/null; then
  echo "${script%.py}.sh needs python3" >&2
  exit 1
fi
if [[ " $* " != *" --build"* && " $* " != *" --from"* && ! -x $root/build/release/bin/encke-bench ]]; then
  (cd "$root" && cmake --preset release && cmake --build --preset release --target encke_bench_program)
fi
# Threads stay where they are put; how many is an option.
export OMP_PROC_BIND=true OMP_PLACES=threads PYTHONDONTWRITEBYTECODE=1
unset OMP_NUM_THREADS OMP_WAIT_POLICY
exec python3 "$root/perf/$script" "$@"
