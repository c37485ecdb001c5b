#!/usr/bin/env bash
# old_cpu.sh PROGRAM: what every CPU must be able to run has no newer instruction. The program runs under qemu as on CPUs of 2006, 2008
# and 2013, with the level that it chooses there, and writes the bytes that it writes on this machine.
set -euo pipefail
qemu=$(command -v qemu-x86_64 || command -v qemu-x86_64-static) || exit 77
[[ $(uname -m) == x86_64 ]] || exit 77
program=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
printf '#id\t%s\n' "$(seq -s $'\t' 70)" >sets.tsv
for row in $(seq 20); do
  printf 'r%d' "$row"
  for col in $(seq 70); do printf '\t%d' $((row * col % 7 < 3)); done
  echo
done >>sets.tsv
export OMP_NUM_THREADS=1
run() { "$@" "$program" jaccard --table sets.tsv --out "out.${*: -1}" --threads 1 --progress none >"log.${*: -1}" 2>&1; }

run env
failed=0
for cpu in Conroe:portable Nehalem:x86-64-v2 Haswell:x86-64-v3; do
  name=${cpu%:*} level=${cpu#*:}
  run "$qemu" -cpu "$name" || { echo "$name: exit code $?" && tail -n 3 "log.$name" && failed=1 && continue; }
  cmp out.env.edges.tsv "out.$name.edges.tsv" || failed=1
  grep -q "$level\b" "out.$name.log" || { echo "$name: the log does not name $level" && failed=1; }
done
exit $failed
