#!/usr/bin/env bash
# run-systems.sh [SUITE|TAR ...]: README's first command on bare systems of other releases, each in a chroot: trixie, jammy and noble,
# which are Debian 13, Ubuntu 22.04 and 24.04, unless others are named. The edges must be those of bookworm (Debian 12), which comes first.
# As root. mmdebstrap makes each system of its archive; one that it cannot make is skipped, with what it said.
# TAR: a system made beforehand, NAME.tar, with apt and ca-certificates.
set -euo pipefail
given=("$@")
for i in "${!given[@]}"; do
  if [[ -f ${given[i]} ]]; then given[i]=$(realpath "${given[i]}"); fi
  if [[ ${given[i]} == */* && ${given[i]} != *.tar ]]; then echo "run-systems.sh: NAME.tar expected, not ${given[i]}" >&2; exit 2; fi
done
if ((${#given[@]} == 0)); then given=(trixie jammy noble); fi
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [[ $(id -u) != 0 ]] || ! command -v mmdebstrap >/dev/null; then
  echo "skipped: this needs root and mmdebstrap"
  exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# tar_of SYSTEM: the tar of a suite, or the tar that is given
tar_of() {
  if [[ -f $1 ]]; then echo "$1"; return; fi
  local components=main
  if [[ $1 == jammy || $1 == noble ]]; then components=main,universe; fi
  mmdebstrap --quiet --variant=apt --components=$components --include=ca-certificates "$1" "$work/$1.tar" >"$work/log" 2>&1 || return 1
  echo "$work/$1.tar"
}
edges() { cat "$1"/eur-?way.edges.tsv | grep -v '^#'; }

status=0 first=
number=0
for system in bookworm "${given[@]}"; do
  name=$((number++))-$(basename "$system" .tar)
  if ! tar=$(tar_of "$system"); then
    echo "$name: skipped, as mmdebstrap did not make it: $(grep -v '^I:' "$work/log" | tail -n 1)"
    continue
  fi
  if ! bash perf/first_hour.sh --bare "$tar" --results "$work/$name" "$work/$name.tsv" >"$work/log" 2>&1; then
    tail -n 20 "$work/log"
    echo "$name: FAILED"
    status=1
    continue
  fi
  : "${first:=$name}"
  if cmp -s <(edges "$work/$first") <(edges "$work/$name"); then
    echo "$name: $(awk -F'\t' '$1 == "all of demo.sh" { print $2 }' "$work/$name.tsv") s, $(edges "$work/$name" | wc -l) edges, those of $first"
  else
    echo "$name: FAILED, as its edges differ from those of $first"
    status=1
  fi
done
exit $status
