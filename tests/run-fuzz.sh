#!/usr/bin/env bash
# run-fuzz.sh [SECONDS [TARGET...]]: builds the fuzz targets of tests/fuzz with Clang, repeats what they once found
# (tests/fuzz/regressions), then lets each run for SECONDS (10; an hour each: 3600), two at a time, from the seeds of
# tests/fuzz/seeds.py and what earlier runs have left in build/fuzz/corpus. Ends with a table of runs; status 1 where there is
# a finding, whose input lies in build/fuzz/findings.
#   ENCKE_FUZZ_JOBS   targets at a time (2)
#   ENCKE_FUZZ_REPLAY 1: builds and repeats seeds and regressions alone
#   ENCKE_FUZZ_SAY    1: build/fuzz/logs has the message of every refused input
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
seconds=${1:-10}
shift || true
build=build/fuzz

packages=(clang libclang-rt-14-dev libomp-dev)
installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null || true)
missing=()
for package in "${packages[@]}"; do
  grep -qFx "installed $package" <<<"$installed" || missing+=("$package")
done
if ((${#missing[@]})); then
  as_root=()
  if [[ $(id -u) != 0 ]]; then as_root=(sudo); fi
  "${as_root[@]}" apt-get -q update || true # what counts is the installation
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends "${missing[@]}"
fi
bash drivers/setup.sh
deps=${ENCKE_DEPS:-$PWD/build/deps}
# --gcc-install-dir is of newer compilers; without mold this one links as well.
cmake -G Ninja -S . -B $build -DENCKE_FUZZ=ON -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=None -DENCKE_MPI=OFF \
  -DENCKE_BUILD_DRIVERS=OFF -DENCKE_BUILD_TESTS=OFF -DKokkos_ROOT="${Kokkos_ROOT:-$deps/kokkos}" >$build.log
all=()
for source in tests/fuzz/targets/*/*.cpp; do all+=("$(basename "$source" .cpp)"); done
targets=("${@:-${all[@]}}")
cmake --build $build --target "${targets[@]/#/fuzz_}"

python=python3
if [[ -x $deps/oracles/bin/python3 ]]; then python=$deps/oracles/bin/python3; fi # it may have h5py
"$python" tests/fuzz/seeds.py $build/seeds
rm -rf $build/findings $build/logs
mkdir -p $build/findings $build/logs
scratch=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export TMPDIR=$scratch
export ASAN_OPTIONS=allocator_may_return_null=1:detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1

# fuzz TARGET: repeats, then runs; what it prints is in logs/TARGET.
fuzz() {
  local target=$1 build=$2 seconds=$3 dictionary=tests/fuzz/dictionaries/$1.dict seeds=$2/seeds/$1 old=tests/fuzz/regressions/$1 files=()
  case $target in
    plink_text | pgen | pvar_psam | tped) dictionary=tests/fuzz/dictionaries/plink.dict ;;
    biom_json | unifrac) dictionary=tests/fuzz/dictionaries/json.dict ;;
    vcf_calls) dictionary=tests/fuzz/dictionaries/vcf.dict ;;
  esac
  [[ -e $dictionary ]] || dictionary=tests/fuzz/dictionaries/common.dict
  mkdir -p "$build/corpus/$target" "$seeds" "$build/findings/$target"
  shopt -s nullglob
  files=("$seeds"/* "$old"/*)
  if ((${#files[@]})); then "$build/tests/fuzz/fuzz_$target" -rss_limit_mb=4096 -timeout=25 "${files[@]}" || return 1; fi
  [[ ${ENCKE_FUZZ_REPLAY:-} != 1 ]] || return 0
  "$build/tests/fuzz/fuzz_$target" -max_total_time="$seconds" -dict="$dictionary" -max_len=4096 -timeout=25 -rss_limit_mb=4096 -malloc_limit_mb=2048 \
    -artifact_prefix="$build/findings/$target/" -print_final_stats=1 -verbosity=1 "$build/corpus/$target" "$seeds"
}
export -f fuzz
printf '%s\n' "${targets[@]}" |
  xargs -P "${ENCKE_FUZZ_JOBS:-2}" -I{} bash -c "fuzz {} $build $seconds >$build/logs/{} 2>&1 || touch $build/logs/{}.failed"

printf '%-12s %12s %10s\n' target runs findings
together=0 findings=0
for target in "${targets[@]}"; do
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/logs/$target" | tail -n 1)
  found=0
  if [[ -e $build/logs/$target.failed ]]; then found=1; fi
  printf '%-12s %12s %10s\n' "$target" "${runs:-0}" "$found"
  together=$((together + ${runs:-0})) findings=$((findings + found))
  if ((found)); then grep -hE 'ERROR:|runtime error:|^fuzz: |Test unit written|SUMMARY' "$build/logs/$target" | head -n 6 || true; fi
done
printf '%d targets, %d seconds each: %d runs, %d findings\n' "${#targets[@]}" "$seconds" "$together" "$findings" | tee $build/figures.txt
((findings == 0))
