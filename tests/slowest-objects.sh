#!/usr/bin/env bash
# slowest-objects.sh BUILD [SECONDS]: prints the ten objects of a Ninja build that took longest. What took more than SECONDS
# (20 unless told) is compiled once more, alone and without a compiler cache: processor time above SECONDS is an error.
set -euo pipefail
build=$1 most=${2:-20}
# The last line of an object counts; times are in milliseconds.
slowest=$(awk -F'\t' 'NR > 1 && $4 ~ /\.o$/ { took[$4] = $2 - $1 } END { for (o in took) print took[o], o }' "$build/.ninja_log" |
  sort -rn | while read -r took object; do
    if [[ -e $build/$object ]]; then echo "$took $object"; fi
  done | sed -n 1,10p)
printf '\nThe ten objects of %s that took longest, in seconds:\n' "$build"
awk '{ printf "%8.1f  %s\n", $1 / 1000, $2 }' <<<"$slowest"

failures=0
while read -r took object; do
  if ((took <= most * 1000)); then continue; fi
  command=$(ninja -C "$build" -t commands "$object" | tail -n 1 | sed "s| -o [^ ]*| -o /dev/null|; s| -MF [^ ]*| -MF /dev/null|")
  alone=$(cd "$build" && export CCACHE_DISABLE=1 TIMEFORMAT='%U %S' && { time bash -c "$command" >/dev/null 2>&1; } 2>&1 | tail -n 1)
  if awk -v most="$most" '{ exit !($1 + $2 > most) }' <<<"$alone"; then
    echo "$object takes $alone s (user, system) of processor time when it is compiled alone, expected at most $most"
    failures=1
  fi
done <<<"$slowest"
exit $failures
