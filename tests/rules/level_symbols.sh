#!/usr/bin/env bash
# level_symbols.sh NM LIST: LIST names the object files of the instruction-set levels. The linker keeps one copy of an inline
# function and may take it from any object: one compiled for AVX-512 would then end the program on an older CPU. So every
# such (weak) symbol of these objects must bear the name of its level, which only objects of that level do.
set -euo pipefail
nm=$1 list=$2
command -v "$nm" >/dev/null || exit 77
grep -q . "$list" || exit 77

breaches=0
while read -r object; do
  level=$(basename "$object" | grep -oE 'x86_64_(v[0-9](_carry)?|knl|amx(_emulated)?)') || continue
  # DW.ref.*: a pointer, the same in every object.
  foreign=$("$nm" -C --defined-only "$object" | awk -v level="$level" '$2 ~ /^[VWu]$/ && !index($0, level) && $3 !~ /^DW\.ref\./')
  if [[ -n $foreign ]]; then
    printf '%s defines what other objects may take from it:\n%s\n' "$object" "$foreign"
    breaches=1
  fi
done <"$list"
exit $breaches
