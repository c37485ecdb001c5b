#!/usr/bin/env bash
# apply.sh [REPOSITORY]: shows that every planted fault of tests/mutants/mutants.tsv can be planted: its file is there, its expression changes
# one place of it, its tests are a folder's, and no two have one name. That they are found is what tests/run-mutants.sh shows.
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}"
rows=0 failed=0
wrong() { echo "tests/mutants/mutants.tsv: $name: $1"; failed=1; }
names=" "
while IFS=$'\t' read -r name file expression folders; do
  if [[ -z $name || $name == \#* ]]; then continue; fi
  rows=$((rows + 1))
  [[ $names != *" $name "* ]] || wrong "comes twice"
  names+="$name "
  if [[ ! -f $file ]]; then wrong "there is no $file"; continue; fi
  # Of a unified difference without context: a line @@ for each place.
  places=$(sed -E "$expression" "$file" | diff -U0 "$file" - | grep -c '^@@' || true)
  [[ $places == 1 ]] || wrong "changes $places places of $file, 1 expected"
  [[ -n $folders ]] || wrong "names no tests"
  for folder in $folders; do
    [[ -d tests/unit/$folder || -d tests/$folder ]] || wrong "there are no tests of $folder"
  done
done <tests/mutants/mutants.tsv
((rows > 0)) || { echo "tests/mutants/mutants.tsv has no rows"; failed=1; }
echo "$rows planted faults"
exit $failed
