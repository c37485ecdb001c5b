#!/usr/bin/env bash
# run.sh PYTHON PROGRAM: makes the seeds of the fuzz targets and feeds them, and what fuzzing once found, to PROGRAM (encke_fuzz_replay).
set -euo pipefail
fuzz=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
scratch=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d) # the targets write a file for each run
trap 'rm -rf "$scratch"' EXIT
PYTHONDONTWRITEBYTECODE=1 "$1" "$fuzz/seeds.py" "$scratch/seeds"
# With sanitizers what asks for too much memory is refused it, as without.
ASAN_OPTIONS=${ASAN_OPTIONS:-}:allocator_may_return_null=1 TMPDIR=$scratch "$2" "$scratch/seeds" "$fuzz/regressions"
