#!/usr/bin/env bash
# gallery.sh ENCKE FOLDER: draws each kind of picture from small made-up data with the program ENCKE, and writes FOLDER/gallery.md, a page
# with the pictures and the commands that drew them.
set -euo pipefail
encke=$(realpath "$1") folder=$2
mkdir -p "$folder/gallery"
cd "$folder/gallery"
page=../gallery.md

# 120 variants of 150 samples, in 10 stretches: the genotypes of a stretch follow from one pattern, each with some errors.
awk 'BEGIN {
  srand(7)
  for (v = 0; v < 120; v++) {
    if (v % 12 == 0) for (s = 0; s < 300; s++) pattern[s] = rand() < 0.3
    line = "1 rs" v " 0 " (v + 1) * 2500
    for (s = 0; s < 300; s++) line = line " " ((rand() < 0.06 + 0.01 * (v % 12) ? 1 - pattern[s] : pattern[s]) ? "A" : "G")
    print line
  }
}' >made.tped
awk 'BEGIN { for (s = 0; s < 150; s++) print "f" s, "s" s, 0, 0, 0, (s % 2) + 1 }' >made.tfam

# 60 samples of 40 species, from three places that each have their own species.
awk 'BEGIN {
  srand(3); OFS = "\t"
  printf "sample"; for (t = 0; t < 40; t++) printf "\tspecies%d", t; print ""
  for (s = 0; s < 60; s++) {
    printf "s%d", s
    for (t = 0; t < 40; t++) printf "\t%d", int(rand() * rand() * (int(t / 14) == s % 3 ? 120 : 25))
    print ""
  }
}' >counts.tsv
awk 'BEGIN { print "sample\tplace"; split("forest meadow lake", place, " "); for (s = 0; s < 60; s++) print "s" s "\t" place[s % 3 + 1] }' >places.tsv

printf '# Gallery\n\nEach picture with the command that drew it, from data that `docs/site/gallery.sh` makes up.\n' >"$page"
# draw TITLE PICTURE ARGUMENT...: runs the command, and shows the picture of that name
draw() {
  local title=$1 picture=$2
  shift 2
  "$encke" "$@" --progress none >/dev/null
  [[ -s $picture ]] || { echo "encke $* has drawn no $picture" >&2; exit 1; }
  printf '\n## %s\n\n```\nencke %s\n```\n\n![%s](gallery/%s)\n' "$title" "$*" "$title" "$picture" >>"$page"
}
draw "How values are distributed, and where the threshold cuts" ccc.histogram.svg ccc --tfile made --threshold 0.5 --histogram --out ccc
draw "Variants in linkage, and their clusters" net.network.svg r2 --tfile made --threshold 0.35 --network mcl --picture network --out net
draw "The same as weights, in the order of the clusters" again.heatmap.svg r2 --tfile made --threshold 0.05 --network mcl --picture heatmap --out again
draw "How many partners a variant has" degrees.degrees.svg r2 --tfile made --threshold 0.35 --network components --picture degrees --out degrees
"$encke" braycurtis --table counts.tsv --format lsmat --out bc --progress none >/dev/null
draw "Samples by their species, coloured by where they are from" axes.scatter.svg pcoa bc.lsmat.tsv --picture scatter --metadata places.tsv --column place --out axes
find . -type f ! -name "*.svg" -delete
