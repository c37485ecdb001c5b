#!/usr/bin/env bash
# archive.sh CMAKE BUILD GENERATOR COMPILER SOURCE: what `git archive` writes is a source release. It has no history, is configured all
# the same, and knows the commit that it was made of. Skipped (77) where SOURCE is no checkout.
set -euo pipefail
cmake=$1 build=$2 generator=$3 compiler=$4 source=$5
git -C "$source" rev-parse -q --verify HEAD >/dev/null 2>&1 || { echo "skipped: $source is no checkout of git"; exit 77; }
work=$build/tests/archive
rm -rf "$work"
mkdir -p "$work/source"
git -C "$source" archive HEAD | tar -x -C "$work/source"
[[ ! -e $work/source/.git ]]
kokkos=$(sed -n 's/^Kokkos_DIR:[A-Z]*=//p' "$build/CMakeCache.txt")
"$cmake" -S "$work/source" -B "$work/build" -G "$generator" -DCMAKE_CXX_COMPILER="$compiler" -DKokkos_DIR="$kokkos" \
  -DENCKE_BUILD_TESTS=OFF >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
commit=$(git -C "$source" rev-parse HEAD)
told=$(sed -n 's/.*commit() { return "\(.*\)"; }/\1/p' "$work/build/core/version.cpp")
[[ -n $told && $commit == "$told"* ]] || { echo "the archive says commit '$told', made of $commit"; exit 1; }
for file in README.md LICENSE THIRD_PARTY.md CHANGELOG.md CITATION.cff SECURITY.md; do
  [[ -s $work/source/$file ]] || { echo "the archive lacks $file"; exit 1; }
done
if find "$work/source" -size +2M | grep .; then echo "these files are too large for an archive of sources"; exit 1; fi
