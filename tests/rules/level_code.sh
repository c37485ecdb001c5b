#!/usr/bin/env bash
# level_code.sh OBJDUMP LIST [amx]: LIST names the object files of the instruction-set levels. Every CPU asks a level for its table
# and whether it is supported and preferred, so these functions must have no vector instruction of their level. With `amx`, the object
# of x86-64-amx must have the instructions of AMX, which no compiler makes by itself, and the others none.
set -euo pipefail
objdump=$1 list=$2 amx=${3:-}
command -v "$objdump" >/dev/null || exit 77
grep -q . "$list" || exit 77

breaches=0 found=0 asked=0
while read -r object; do
  code=$("$objdump" -d --no-show-raw-insn "$object")
  functions=$(awk '/^[0-9a-f]+ <.*>:$/ { on = /(7kernels|9supported|9preferred)Ev>:$/ } on' <<<"$code")
  asked=$((asked + $(grep -c '>:$' <<<"$functions" || true)))
  if breach=$(grep -E $'\t(v[a-z0-9]+ .*%[xyz]mm|vzeroupper|k[a-z]+ .*%k[0-7]|tile|ldtile)' <<<"$functions"); then
    printf '%s has instructions that not every CPU has, where every CPU asks it:\n%s\n' "$object" "$breach"
    breaches=1
  fi
  [[ -n $amx ]] || continue
  for instruction in ldtilecfg tilerelease tilezero tileloadd tilestored tdpbssd; do
    has=$(grep -cw "$instruction" <<<"$code" || true)
    if [[ $object == */level_x86_64_amx.cpp.o ]]; then
      found=1
      ((has > 0)) || { echo "$object has no $instruction" && breaches=1; }
    elif ((has > 0)); then
      echo "$object has $instruction, and is for CPUs without AMX" && breaches=1
    fi
  done
done < <(grep '/level_' "$list")
((asked > 0)) || { echo "no object of $list has the functions that every CPU asks" && exit 1; }
[[ -z $amx ]] || ((found)) || { echo "no object of x86-64-amx in $list" && exit 1; }
exit $breaches
