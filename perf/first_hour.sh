#!/usr/bin/env bash
# first_hour.sh [--bare [TAR]] [--deb FILE DATA] [--results DIR] [OUT.tsv]: how long a new user waits: a fresh clone of this repository, drivers/demo.sh in it,
# and when what was there. Wants a quiet machine.
#   --bare      in a new Debian 12 without any package (of mmdebstrap --variant=minbase, or its TAR made beforehand), as root: setup.sh
#               installs all there. Without it what setup.sh would install is there already.
#   --deb FILE DATA   instead of the demo the package FILE is installed, and compares DATA.bed, .bim and .fam; with --bare
#   --results DIR     keeps the edges that the demo wrote
# Clones, and what is unpacked before, are not counted.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
bare="" tar="" deb="" data="" results=""
while [[ ${1:-} == --* ]]; do
  case $1 in
    --bare)
      bare=yes
      shift
      if [[ ${1:-} == *.tar ]]; then tar=$(realpath "$1"); shift; fi
      ;;
    --deb) deb=$(realpath "$2"); data=$(realpath "$3.bed"); data=${data%.bed}; shift 3 ;;
    --results) mkdir -p "$2"; results=$(realpath "$2"); shift 2 ;;
    *) echo "first_hour.sh: $1 is unknown" >&2; exit 2 ;;
  esac
done
out=${1:-/dev/stdout}
if [[ $bare && -z ${ENCKE_OWN_MOUNTS:-} ]]; then # mounts go with the process
  exec env ENCKE_OWN_MOUNTS=1 unshare -m bash "$0" --bare ${tar:+"$tar"} ${deb:+--deb "$deb" "$data"} ${results:+--results "$results"} "$@"
fi
work=$(mktemp -d)
trap 'umount -R -l "$work/root/proc" "$work/root/dev" 2>/dev/null; rm -rf --one-file-system "$work"' EXIT

root=
run() { env -u ENCKE_DEPS -u CMAKE_CXX_COMPILER_LAUNCHER -u CMAKE_C_COMPILER_LAUNCHER bash -c "$1"; }
if [[ $bare ]]; then
  root=$work/root
  mkdir "$root"
  if [[ -z $tar ]]; then
    tar=$work/bare.tar
    mmdebstrap --quiet --variant=minbase --include=ca-certificates bookworm "$tar"
  fi
  tar -xpf "$tar" -C "$root"
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  cp -r /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d" # how this machine reaches its mirror
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  run() { chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 bash -c "$1"; }
fi
place=${root:-$work}/encke
since() { awk -v began="$began" -v now="$(date +%s.%N)" 'BEGIN { printf "%.1f", now - began }'; }
# table WHAT SECONDS ...
table() { printf '%s\t%s\n' what seconds "$@" >"$out"; }

if [[ $deb ]]; then
  mkdir "$place"
  cp "$deb" "$place/encke.deb"
  for ending in bed bim fam; do cp "$data.$ending" "$place/cohort.$ending"; done
  began=$(date +%s.%N)
  run 'cd /encke && apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends ./encke.deb' >"$work/log" 2>&1 ||
    { tail -n 20 "$work/log"; exit 1; }
  installed=$(since)
  run 'cd /encke && encke ccc --bfile cohort --threshold 0.7 --network mcl --picture network --report --out net' >>"$work/log" 2>&1
  [[ -s $place/net.network.svg ]]
  table "package installed" "$installed" "network and picture" "$(since)"
  exit
fi

git clone --quiet "$here" "$place"
began=$(date +%s.%N)
declare -A seconds
if [[ $bare ]]; then run 'cd /encke && bash drivers/demo.sh'; else run "cd '$place' && bash drivers/demo.sh"; fi >"$work/log" 2>&1 &
demo=$!
built=$place/build/release demonstrated=$place/build/demo
# seconds from the beginning to when a file is there that has something in it
when_there() { if [[ -z ${seconds[$1]:-} && -s $2 ]]; then seconds[$1]=$(since); fi; }
while kill -0 "$demo" 2>/dev/null; do
  when_there packages "$place/build/deps/kokkos.log"
  when_there kokkos "$place/build/deps/kokkos/built-by"
  when_there configured "$built/build.ninja"
  when_there program "$built/bin/encke"
  when_there result "$demonstrated/eur-2way.edges.tsv"
  when_there picture "$demonstrated/eur-2way.network.svg"
  sleep 0.2
done
wait "$demo" || { tail -n 20 "$work/log"; exit 1; }
last=$(since)
if [[ $results ]]; then cp "$demonstrated"/eur-?way.edges.tsv "$results"; fi
: "${seconds[result]:=$last}" "${seconds[picture]:=$last}"
building=$(awk -v from="${seconds[configured]}" -v to="${seconds[program]}" 'BEGIN { printf "%.1f", to - from }')
table "packages installed" "${seconds[packages]:-0}" "Kokkos built" "${seconds[kokkos]:-0}" "CMake done" "${seconds[configured]}" "building the program" "$building" "program there" "${seconds[program]}" \
  "first result" "${seconds[result]}" "first picture" "${seconds[picture]}" "all of demo.sh" "$last"
