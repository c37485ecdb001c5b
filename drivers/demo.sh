#!/usr/bin/env bash
# demo.sh: from nothing to a network and a picture. Installs what is missing, builds, takes real genotypes (1000 Genomes, European samples:
# 379 people, 2,000 variants of chromosome 21), and computes the 2-way and the 3-way CCC network above a threshold.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
out=build/demo

# The genotypes are an example in a Debian package, which is unpacked here and not installed.
get_data() {
  rm -rf "$out"
  mkdir -p "$out/package"
  (
    . core/cmake/debian-apt.sh
    private_apt_open "$out/apt" deb "$(. /etc/os-release && echo "$VERSION_CODENAME")"
    cd "$out/package"
    private_apt download bio-eagle-examples
    dpkg -x bio-eagle-examples_*.deb .
    gzip -d usr/share/doc/bio-eagle/examples/EUR_test.{bed,bim,fam}.gz
  )
  mv "$out/package/usr/share/doc/bio-eagle/examples" "$out/data"
  rm -rf "$out/package" "$out/apt"
}

bash drivers/setup.sh --no-mpi
data=
if [[ ! -d $out/data ]]; then # while the compiler works
  mkdir -p build
  get_data >build/demo-data.log 2>&1 &
  data=$!
  trap 'kill "$data" 2>/dev/null || true' EXIT
fi
# A first build leaves out what the demo does not need: MPI where it is not there, Kokkos Kernels, which `network --engine spgemm` alone
# needs, and kernels for Xeon Phi. They take a fifth of the time. The preset brings all back: bash drivers/setup.sh &&
# cmake --preset release, and build again.
if [[ ! -e build/release/build.ninja ]]; then cmake --preset release -DENCKE_KOKKOS_KERNELS=OFF -DENCKE_XEON_PHI=OFF; fi
cmake --build --preset release --target encke_encke_program
if [[ $data ]]; then
  wait "$data" || { cat build/demo-data.log >&2; exit 1; }
  trap - EXIT
fi

run() {
  printf '\n$ encke %s\n' "$*"
  build/release/bin/encke "$@"
}
run ccc --bfile "$out/data/EUR_test" --way 2 --threshold 0.7 --network mcl --picture network,heatmap --histogram --report --out "$out/eur-2way"
run ccc --bfile "$out/data/EUR_test" --way 3 --threshold 0.4 --out "$out/eur-3way"

for prefix in eur-2way eur-3way; do
  printf '\n%s.edges.tsv: %s edges, the first of them:\n' "$out/$prefix" "$(grep -vc '^#' "$out/$prefix.edges.tsv")"
  head -n 6 "$out/$prefix.edges.tsv"
done
printf '\nWritten:\n'
ls -l "$out"/eur-*
printf '\nOpen %s in a browser: what was found, with pictures.\nNext: docs/guide/choose-a-metric.md\n' "$PWD/$out/eur-2way.report.html"
