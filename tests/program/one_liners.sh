#!/usr/bin/env bash
# one_liners.sh PAGE ENCKE: what the page says of reading files in R, Python and awk, as it stands, where these are there; the page's
# lines that name files of a run are tried on a small one. ENCKE_PYTHON: a Python with pandas and SciPy (python3). Exit status 77:
# none of the three is there.
set -euo pipefail
page=$1 program=$2
python=${ENCKE_PYTHON:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# 12 variants in pairs that are nearly equal, of 40 samples.
awk 'BEGIN {
  srand(5); printf "l\\033\\001"
  for (v = 0; v < 12; ++v) for (s = 0; s < 40; s += 4) {
    byte = 0
    for (i = 3; i >= 0; --i) { if (v % 2 == 0) g[s + i] = int(3 * rand()); byte = 4 * byte + (g[s + i] == 2 ? 0 : g[s + i] == 1 ? 2 : 3) }
    printf "\\%03o", byte
  }
}' >octal.txt
printf "$(cat octal.txt)" >cohort.bed
awk 'BEGIN { for (v = 0; v < 12; ++v) print 1, "rs" v, 0, 1000 * (v + 1), "A", "C" }' >cohort.bim
awk 'BEGIN { for (s = 0; s < 40; ++s) print "F" s, "I" s, 0, 0, 0, 1 + s % 2 }' >cohort.fam
edges() { "$program" r2 --bfile cohort --threshold 0.5 --progress none --out cohort "$@" >/dev/null; }
edges
wanted=$(($(wc -l <cohort.edges.tsv) - 1))
((wanted >= 6)) || { echo "the run has $wanted edges, 6 expected"; exit 1; }

# block LANGUAGE PATTERN: the lines of the page's blocks of a language that match.
block() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$page" | grep -e "$2"; }
expect() { [[ $2 == "$wanted" ]] || { echo "$1: $2 edges, $wanted expected"; exit 1; }; }
tried=0
absent() { echo "$1 is not there: its lines were not tried"; }

if command -v awk >/dev/null; then
  block sh "^awk .*cohort.edges.tsv" >line.sh
  [[ -s line.sh ]] || { echo "no line of awk in $page"; exit 1; }
  expect awk "$(bash line.sh | wc -l)"
  tried=$((tried + 1))
else
  absent awk
fi
if "$python" -c 'import pandas, numpy, scipy' 2>/dev/null; then
  block python "^import\|read_csv" >line.py
  echo 'assert {"ID1", "ID2", "VALUE"} <= set(edges.columns); print(len(edges))' >>line.py
  expect Python "$("$python" line.py)"
  printf 'id\ta\tb\tc\nr\t0.5\t1\t0\ns\t1\t0\t0.25\nt\t0\t0\t1\n' >t.tsv
  "$program" ps --table t.tsv --format npy --progress none --out all >/dev/null
  { echo 'import numpy; number_of_rows = 3'; block python "squareform"; echo 'assert similarity.shape == (3, 3)'; } >matrix.py
  "$python" matrix.py
  tried=$((tried + 1))
else
  absent "Python with pandas and SciPy"
fi
if command -v Rscript >/dev/null; then
  block r "read.delim" >line.R
  echo 'cat(nrow(edges))' >>line.R
  expect "R, read.delim" "$(Rscript line.R)"
  edges --no-hash
  block r "read.table.*edges.tsv" >line.R
  echo 'stopifnot("VALUE" %in% names(edges)); cat(nrow(edges))' >>line.R
  expect "R, read.table" "$(Rscript line.R)"
  tried=$((tried + 1))
else
  absent "R (Rscript)"
fi
echo "one-liners tried in $tried of 3 languages"
((tried)) || exit 77
