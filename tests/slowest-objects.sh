#!/usr/bin/env bash
# slowest-objects.sh BUILD [SECONDS]: prints the ten objects of a Ninja build that took longest. The first three of them, if they took more
# than SECONDS (20 unless told), are compiled once more, alone and without a compiler cache: processor time above SECONDS is an error.
# (All ten took two minutes: beside other compilers each takes about twice its processor time.)
set -euo pipefail
build=$1 most=${2:-20}
# The last line of an object counts; times are in milliseconds. The log also has objects that this build no longer knows.
slowest=$(ninja -C "$build" -t targets all | sed 's/: [^:]*$//' |
  awk -F'\t' 'FNR == NR { known[$1] } FNR < NR && FNR > 1 && $4 ~ /\.o$/ && $4 in known { took[$4] = $2 - $1 }
               END { for (o in took) print took[o], o }' - "$build/.ninja_log" | sort -rn | sed -n 1,10p)
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
done < <(sed -n 1,3p <<<"$slowest")
exit $failures
