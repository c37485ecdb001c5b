#!/usr/bin/env bash
# ranks.sh [--name NAME] [--build DIR] [--data PREFIX] [--repeats N] [--size full|small]: measures how ranks compare with
# threads and with one rank, what the schedule of a large run takes, and what keeping results safe costs, on this machine.
# Writes perf/results/<date>-NAME/: runs.tsv (each run), calibration.jsonl (for perf/models), ranks.tsv (the table, also printed).
#
#   --name     of the results; default: this machine's processor
#   --build    where bin/encke and bin/encke-bench are; default build/release, which is built if it is not there
#   --data     PLINK data set for the cost of the store; default ../shared/data/snp/snpstats_exercise_chr10
#   --repeats  of each command, A B A B ...; default 7
#   --size     small: tiny problems, to see that all works
# MPIRUN names another launcher than mpirun. Ends with 0 also where a row falls short; 1 where something did not run.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

for tool in python3 taskset "${MPIRUN:-mpirun}"; do
  if ! command -v "$tool" >/dev/null; then
    echo "ranks.sh needs $tool" >&2
    exit 1
  fi
done

build=$root/build/release
previous=
for argument in "$@"; do
  case $argument in --build=*) build=${argument#*=} ;; esac
  if [[ $previous == --build ]]; then build=$argument; fi
  previous=$argument
done
if [[ $build == "$root/build/release" && ! -x $build/bin/encke ]]; then
  (cd "$root" && cmake --preset release && cmake --build --preset release --target encke_encke_program encke_bench_program)
fi

# Threads are pinned by the script, rank by rank; OpenMP keeps each where it is within that.
export OMP_PROC_BIND=true OMP_PLACES=threads
unset OMP_NUM_THREADS OMP_WAIT_POLICY
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 # containers, where the user is root
export PYTHONDONTWRITEBYTECODE=1
exec python3 "$root/perf/ranks/measure.py" "$@"
