#!/usr/bin/env bash
# run-systems.sh [SUITE|TAR ...]: README's first command on bare systems of other releases, each in a chroot: trixie, jammy and noble,
# which are Debian 13, Ubuntu 22.04 and 24.04, unless others are named. The edges must be those of bookworm (Debian 12), which comes first.
# As root. mmdebstrap makes each system of its archive; one whose archive or its keys are not here is skipped. TAR: a system made beforehand, with apt and ca-certificates.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [[ $(id -u) != 0 ]] || ! command -v mmdebstrap >/dev/null; then
  echo "skipped: this needs root and mmdebstrap"
  exit 0
fi
if (($# == 0)); then set -- trixie jammy noble; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# tar_of SYSTEM: the tar of a suite, or the tar that is given; says why there is none
tar_of() {
  if [[ -f $1 ]]; then realpath "$1"; return; fi
  local components=main
  if [[ $1 == jammy || $1 == noble ]]; then components=main,universe; fi
  mmdebstrap --quiet --variant=apt --components=$components --include=ca-certificates "$1" "$work/$1.tar" >"$work/$1.log" 2>&1 || return 1
  echo "$work/$1.tar"
}
edges() { cat "$1"/eur-?way.edges.tsv | grep -v '^#'; }

status=0 first=
for system in bookworm "$@"; do
  name=$(basename "$system" .tar)
  if ! tar=$(tar_of "$system"); then
    echo "$name: skipped, as its archive is not reached"
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
