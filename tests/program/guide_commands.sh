#!/usr/bin/env bash
# guide_commands.sh PAGE ENCKE FILE...: runs the commands of a page of the guide (its blocks of sh) one after the other, as they
# stand, on small made-up data; afterwards each FILE must be there.
set -euo pipefail
page=$1 program=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$program" "$work/bin/encke"
export PATH=$work/bin:$PATH
cd "$work"

# 24 samples of two sites, 8 observations; counts differ by site, and the last four occur at one of them alone.
awk 'BEGIN {
  srand(1); samples = 24; n = 8
  printf "{\"rows\":["; for (o = 0; o < n; ++o) printf "%s{\"id\":\"o%d\"}", o ? "," : "", o
  printf "],\"columns\":["; for (s = 0; s < samples; ++s) printf "%s{\"id\":\"s%d\"}", s ? "," : "", s
  printf "],\"shape\":[%d,%d],\"matrix_type\":\"sparse\",\"data\":[", n, samples
  for (o = 0; o < n; ++o) for (s = 0; s < samples; ++s)
    printf "%s[%d,%d,%d]", o + s ? "," : "", o, s, (1 + int(40 * rand()) * (o % 3 == s % 2 ? 3 : 1)) * (o < 4 || o % 2 == s % 2)
  print "]}"
}' >table.biom
# The program of biom-format, where it is not installed: it makes the same table as text.
if ! command -v biom >/dev/null; then
  awk 'BEGIN {
    srand(1)
    print "# Constructed from biom file"
    printf "#OTU ID"; for (s = 0; s < 24; ++s) printf "\ts%d", s
    for (o = 0; o < 8; ++o) {
      printf "\no%d", o; for (s = 0; s < 24; ++s) printf "\t%.1f", (1 + int(40 * rand()) * (o % 3 == s % 2 ? 3 : 1)) * (o < 4 || o % 2 == s % 2)
    }
    print ""
  }' >bin/table.txt
  cat >bin/biom <<'END'
#!/usr/bin/env bash
[[ $* == "convert -i table.biom -o table.tsv --to-tsv" ]] && cp "$(dirname "$0")/table.txt" table.tsv
END
  chmod +x bin/biom
fi
echo '(((o0:1,o1:2):1,(o2:1,o3:1):2):1,((o4:1,o5:3):1,(o6:2,o7:1):1):1);' >tree.nwk
awk 'BEGIN { print "sample-id\tsite"; for (s = 0; s < 24; ++s) print "s" s "\t" (s % 2 ? "gut" : "skin") }' >samples.tsv

# 60 variants in blocks of ten, which copy each other but for one in 32 genotypes, of 96 samples; two chromosomes.
awk 'BEGIN {
  srand(2); printf "l\\033\\001"
  for (v = 0; v < 60; ++v) {
    for (s = 0; s < 96; ++s) if (v % 10 == 0) base[s] = (rand() < 0.4) + (rand() < 0.4)
    for (s = 0; s < 96; s += 4) {
      byte = 0
      for (i = 3; i >= 0; --i) { g = rand() < 1 / 32 ? 1 : base[s + i]; byte = 4 * byte + (g == 2 ? 0 : g == 1 ? 2 : 3) }
      printf "\\%03o", byte
    }
  }
}' >octal.txt
printf "$(cat octal.txt)" >cohort.bed
awk 'BEGIN { for (v = 0; v < 60; ++v) print (v < 30 ? 1 : 2), "rs" v, 0, 1000 * (v + 1), "A", "C" }' >cohort.bim
awk 'BEGIN { for (s = 0; s < 96; ++s) print "F" s, "I" s, 0, 0, 0, 1 + s % 2 }' >cohort.fam

# 40 variants with one of four profiles of 12 traits each, and some noise.
awk 'BEGIN {
  srand(3); printf "variant"; for (t = 0; t < 12; ++t) printf "\tt%d", t; print ""
  for (v = 0; v < 40; ++v) {
    printf "rs%d", v
    for (t = 0; t < 12; ++t) printf "\t%.3f", rand() / 4 + (t % 4 == v % 4 ? 4 + t / 4 : 0)
    print ""
  }
}' >traits.tsv

# Fingerprints of 64 bits: eight molecules, each five times with a tenth of its digits changed.
awk 'BEGIN {
  srand(4); print "#FPS1"; print "#num_bits=64"
  for (m = 0; m < 40; ++m) {
    if (m % 5 == 0) for (i = 0; i < 16; ++i) digit[i] = int(16 * rand())
    line = ""
    for (i = 0; i < 16; ++i) line = line sprintf("%x", rand() < 0.1 ? int(16 * rand()) : digit[i])
    print line "\tmol" m
  }
}' >molecules.fps

sed -n '/^```sh$/,/^```$/p' "$page" | grep -v '^```' >commands.sh
[[ -s commands.sh ]] || { echo "no commands in $page"; exit 1; }
bash -euxo pipefail commands.sh >/dev/null
for file; do
  [[ -s $file ]] || { echo "$page: its commands leave no $file"; exit 1; }
done
