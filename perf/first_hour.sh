#!/usr/bin/env bash
# first_hour.sh [OUT.tsv]: how long a new user waits: a fresh clone of this repository, drivers/demo.sh in it, and when what was there.
# Wants a quiet machine; what setup.sh would install is there already unless the machine is bare.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
out=${1:-/dev/stdout}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

git clone --quiet "$here" "$work/encke"
cd "$work/encke"
began=$(date +%s.%N)
since() { awk -v began="$began" -v now="$(date +%s.%N)" 'BEGIN { printf "%.1f", now - began }'; }
declare -A seconds
env -u ENCKE_DEPS -u CMAKE_CXX_COMPILER_LAUNCHER -u CMAKE_C_COMPILER_LAUNCHER bash drivers/demo.sh >"$work/log" 2>&1 &
demo=$!
while kill -0 "$demo" 2>/dev/null; do
  [[ -n ${seconds[program]:-} || ! -x build/release/bin/encke ]] || seconds[program]=$(since)
  [[ -n ${seconds[result]:-} || ! -s build/demo/eur-2way.edges.tsv ]] || seconds[result]=$(since)
  [[ -n ${seconds[picture]:-} || ! -s build/demo/eur-2way.network.svg ]] || seconds[picture]=$(since)
  sleep 0.2
done
wait "$demo" || { tail -n 20 "$work/log"; exit 1; }
{
  printf 'what\tseconds\n'
  printf 'program built\t%s\nfirst result\t%s\nfirst picture\t%s\n' "${seconds[program]:-$(since)}" "${seconds[result]:-$(since)}" "${seconds[picture]:-$(since)}"
  printf 'all of demo.sh\t%s\n' "$(since)"
} >"$out"
