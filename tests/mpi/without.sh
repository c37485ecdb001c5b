#!/usr/bin/env bash
# without.sh WITHOUT [WITH]: the program WITHOUT, built without MPI. WITH, if it is there, is built with MPI.
set -uo pipefail
without=$(realpath "$1")
with=$(realpath -m "${2:-/none}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failures=0

# check WHAT COMMAND...
check() {
  local what=$1
  shift
  if ! "$@"; then
    echo "failed: $what" >&2
    failures=$((failures + 1))
  fi
}
# refuses CODE WORDS COMMAND...: ends with CODE and says WORDS
refuses() {
  local code=$1 words=$2 got=0
  shift 2
  "$@" >out 2>err || got=$?
  [[ $got == "$code" ]] && grep -q -- "$words" err && return
  echo "exit code $got, expected $code and '$words':" >&2
  cat err >&2
  return 1
}

problem=(ccc --synthetic random --num-vectors 40 --num-fields 50 --progress none)
check "links no MPI" bash -c '! ldd "$0" | grep -qi "libmpi"' "$without"
check "computes" "$without" "${problem[@]}" --out one >out 2>&1
check "takes one rank of one" "$without" "${problem[@]}" --num-proc-vector 1 --out one >out 2>&1
check "refuses ranks that there are not" refuses 8 "Their product must be 1, the number of ranks" \
  "$without" "${problem[@]}" --num-proc-vector 2 --out two
check "refuses to be one of several" refuses 7 "this build of Encke has no MPI" \
  env OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=0 "$without" "${problem[@]}" --out two
check "writes nothing then" test ! -e two.edges.tsv
if [[ -x $with ]]; then
  for words in "--help" "ccc --help" "ps --help" "duo --help" "sorenson --help" "merge --help" "verify --help" "plan --help"; do
    # shellcheck disable=SC2086 # words of a command line
    check "the same text for $words" diff <("$without" $words) <("$with" $words)
  done
fi
exit $((failures > 0))
