#!/usr/bin/env bash
# run.sh [OPTION of same_bytes.py ...] ENCKE: same_bytes.py with the Python of this machine; exit status 77 (skipped) without one.
# run.sh --changed ENCKE: a program that writes one digit, one word and one exit code otherwise must be found out.
set -euo pipefail
python=$(command -v python3 || true)
if [[ -z $python ]] || ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 8))'; then
  echo "skipped: Python 3.8 or later is not installed"
  exit 77
fi
export PYTHONDONTWRITEBYTECODE=1
script=$(dirname "${BASH_SOURCE[0]}")/same_bytes.py
if [[ ${1:-} != --changed ]]; then
  exec "$python" "$script" "$@"
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# changed NAME SCRIPT COMMAND EXPECTED...: the program followed by the lines of SCRIPT is told from the true one, in these words.
changed() {
  local name=$1 lines=$2 command=$3
  printf '#!/usr/bin/env bash\ncode=0\n"%s" "$@" || code=$?\n%s\nexit $code\n' "$program" "$lines" >"$folder/$name"
  chmod +x "$folder/$name"
  shift 3
  for way in "" "--against $program"; do
    if "$python" "$script" "$folder/$name" $way --only "$command" >"$folder/said" 2>&1; then
      printf 'not found out: %s %s\n' "$name" "$way"
      exit 1
    fi
    for words in "$@"; do
      grep -qF -- "$words" "$folder/said" || { printf 'no "%s" in what is said of %s:\n' "$words" "$name"; cat "$folder/said"; exit 1; }
    done
  done
}

program=$(realpath "$2")
changed digit 'sed -i "3s/9\$/8/;t;3s/[0-8]\$/9/" out.abc 2>/dev/null' r2_threshold "out.abc: line 3" "encke r2 "
changed byte 'for file in out.npy; do [[ ! -e $file ]] || printf x | dd of=$file bs=1 seek=200 conv=notrunc status=none; done' r2_npy "out.npy: "
changed word 'echo "and one more line"' plan_r2 "step 1 out: line 8" "and one more line"
changed status '[[ ${1:-} != --version ]] || code=1' version "exit codes: line 1"
changed file ': >out.more' help_r2 "out.more"
echo "five changed programs were found out"
