#!/usr/bin/env bash
# less-work.sh ENCKE FOLDER [OPTION ...]: what leaving out, and equal vectors once, spare of the work of real data: a table of the
# work that is left by threshold, from the program's own counters, and a picture, both in FOLDER. Options: see less_work.py. The
# picture of docs/design/less-work.md is of --series, see there.
# Data: EUR_test, mouse_cc and snpstats_exercise_chr10 of $ENCKE_SHARED/data/snp, those that are there.
set -euo pipefail
if [[ $# -lt 2 ]]; then
  sed -n '2,5s/^# //p' "$0" >&2
  exit 60
fi
program=$1
folder=$2
shift 2
data=()
for name in EUR_test mouse_cc snpstats_exercise_chr10; do
  prefix=${ENCKE_SHARED:-shared}/data/snp/$name
  if [[ -e $prefix.bed ]]; then data+=(--data "$prefix"); fi
done
export OMP_PROC_BIND=true OMP_PLACES=threads PYTHONDONTWRITEBYTECODE=1
exec python3 "$(dirname "${BASH_SOURCE[0]}")/less_work.py" "$program" "$folder" "${data[@]}" "$@"
