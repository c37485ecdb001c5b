#!/usr/bin/env bash
# hardening.sh READELF PROGRAM: the program is position-independent, what the loader writes is read-only before main(), checks of the
# stack and of what is copied are compiled in (core/cmake/EnckeHardening.cmake), and no library comes from the current directory.
set -euo pipefail
readelf=$1 program=$2 wrong=0

# has WHAT PATTERN OPTION...: what readelf says with these options.
has() {
  local what=$1 pattern=$2 said
  shift 2
  said=$("$readelf" -W "$@" "$program") # whole: grep -q ends at the first match, and readelf would die of the closed pipe
  grep -qE "$pattern" <<<"$said" || { echo "$program has no $what"; wrong=1; }
}

has "position-independent code (PIE)" '^ *Type: *DYN' -h
has "read-only relocations (RELRO)" 'GNU_RELRO' -l
has "binding of all symbols at its start (BIND_NOW)" 'BIND_NOW|Flags:.*NOW' -d
has "stack that may not be executed" 'GNU_STACK.* RW ' -l
has "stack protector" '__stack_chk_fail' --dyn-syms
# memcpy of bytes of inputs: what the compiler can prove to be right, or knows nothing of, has no check.
has "checks of what is copied (_FORTIFY_SOURCE)" ' __memcpy_chk' --dyn-syms
# An empty entry of the path is the current directory, which may be anybody's.
path=$("$readelf" -W -d "$program" | sed -nE 's/.*(RUNPATH|RPATH).*\[(.*)\].*/\2/p')
while IFS= read -r -d : folder; do
  [[ $folder == /* || $folder == '$ORIGIN'* ]] || { echo "$program searches libraries in \"$folder\" (path $path)"; wrong=1; }
done <<<"${path:+$path:}"
exit $wrong
