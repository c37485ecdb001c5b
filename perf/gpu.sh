#!/usr/bin/env bash
# gpu.sh [--only tests|rates] [--build DIR] [--kokkos DIR] [--name NAME] [--results DIR] [--pack DIR]: on a machine with an NVIDIA GPU:
# conformance tests, the same bytes as on the CPU, small cases under compute-sanitizer, all of them at the same time; then all rates.
# Writes gpu.jsonl and gpu.txt (also printed, last), whose last lines say what to look
# at. 8 minutes at most, each step with a limit of its own, so that a step that hangs does not take the others along. Ends with 16
# where the GPU cannot be used, with 1 where a step failed.
#
#   --only     half of that
#   --build    where the programs are; default build/cuda. A build folder is brought up to date first (nvcc needed)
#   --kokkos   a build on a Kokkos for CUDA, as `.ci/run kokkos-cuda` makes (build/kokkos-cuda), with its tests: its kernels are run, too
#   --name     of the results; default: the GPU's
#   --results  where they are written; default perf/results/<date>-NAME
#   --pack     copies the programs and the libraries that they need to DIR (under 60 MiB), to be carried to such a machine, and ends. There:
#              gpu.sh --build DIR. It needs a C library as new as where it was built and a driver for its CUDA. Products of 8-bit integers
#              and of floats also need cuBLASLt there, of the CUDA toolkit or of Python's packages.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build/cuda
kokkos=
name=
results=
pack=
only=
while (($#)); do
  case $1 in
    --build) build=$2; shift 2 ;;
    --kokkos) kokkos=$2; shift 2 ;;
    --name) name=$2; shift 2 ;;
    --results) results=$2; shift 2 ;;
    --pack) pack=$2; shift 2 ;;
    --only) only=$2; shift 2 ;;
    *) echo "gpu.sh: unknown option $1" >&2; exit 2 ;;
  esac
done
if [[ -n $only && $only != tests && $only != rates ]]; then
  echo "gpu.sh: --only: expected tests or rates, found $only" >&2
  exit 2
fi
programs=(bin/encke bin/encke-bench bin/encke_gpu_rates tests/encke_conformance_tests)

carried=1
for program in "${programs[@]}"; do
  if [[ ! -x $build/$program ]]; then carried=0; fi
done
if [[ -f $build/CMakeCache.txt ]] || ((!carried)); then
  cmake -G Ninja -S "$root" -B "$build" -DCMAKE_BUILD_TYPE=Release -DENCKE_CUDA=ON
  cmake --build "$build" --target encke_encke_program encke_bench_program encke_gpu_rates encke_conformance_tests
fi
if [[ -n $pack ]]; then
  mkdir -p "$pack/bin" "$pack/tests" "$pack/lib"
  for program in "${programs[@]}"; do
    cp "$build/$program" "$pack/$program"
    strip "$pack/$program"
    # not the C library's own: they belong to the machine
    ldd "$build/$program" | awk '$3 ~ /^\// { print $3 }' | grep -vE '/(libc|libm|libdl|libpthread|librt|ld-linux.*)\.so' |
      xargs -r -I{} cp -Lu {} "$pack/lib/"
  done
  find "$pack/lib" -name "*.so*" -exec strip --strip-unneeded {} +
  du -sh "$pack"
  exit 0
fi

gpu=$(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -1 || true)
if [[ -z $gpu ]]; then
  echo "gpu.sh: no GPU here (nvidia-smi names none)" >&2
  exit 16
fi
begun=$SECONDS # what follows ends within 8 minutes
capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | head -1 | tr -d . || true)
if ! [[ $capability =~ ^[0-9]+$ ]]; then capability=0; fi
# Floats: FP8 from compute capability 8.9 on, FP4 from 10.0. A GPU whose sums are not exact ends these with 16.
levels=(bits int8)
if ((capability >= 89)); then levels+=(fp8); fi
if ((capability >= 100)); then levels+=(fp4); fi
# seconds_left: of the 8 minutes
seconds_left() { echo $((460 - SECONDS + begun)); }
name=${name:-$(tr ' A-Z' '-a-z' <<<"$gpu")}
results=${results:-$root/perf/results/$(date +%F)-$name}
mkdir -p "$results"
lines=$results/gpu.jsonl
: >"$lines"
failed=0

# Libraries that were carried along, and every cuBLASLt: which version is wanted, the program knows.
libraries=$build/lib${kokkos:+:$kokkos/lib}
packages=$(python3 -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])' 2>/dev/null || true)
for dir in "${CUDA_HOME:-/usr/local/cuda}"/lib64 /usr/local/cuda*/lib64 "$packages"/nvidia/*/lib; do
  if compgen -G "$dir/libcublasLt.so.*" >/dev/null; then libraries+=:$dir; fi
done

# A job's step is no place for a single program to ask its launcher about ranks.
unset PMIX_RANK PMIX_NAMESPACE PMI_RANK SLURM_MPI_TYPE SLURM_PROCID OMPI_COMM_WORLD_SIZE

# step SECONDS WHAT COMMAND...: its lines of JSON are kept; how it ended becomes a line, too.
step() {
  local limit=$1 what=$2 status=0 left
  left=$(seconds_left)
  shift 2
  if ((left < 5)); then
    printf '{"step": "%s", "status": null}\n' "$what" >>"$lines"
    return
  fi
  if ((limit > left)); then limit=$left; fi
  echo "== $what"
  LD_LIBRARY_PATH=$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} ENCKE_TEST_BACKEND=cuda \
    timeout -k 5 "$limit" "$@" >"$results/step.log" 2>&1 || status=$?
  grep '^{' "$results/step.log" >>"$lines" || true
  printf '{"step": "%s", "status": %d}\n' "$what" "$status" >>"$lines"
  if ((status == 16)) && [[ $what == *', fp'[48] ]]; then
    # an answer: such sums are not exact here, or there are none
    printf '{"without": "%s"}\n' "$(tail -1 "$results/step.log" | tr -d '"\\')" | tee -a "$lines"
  elif ((status)); then
    failed=1
    tail -15 "$results/step.log"
  fi
}
# begin SECONDS WHAT COMMAND...: beside others; finish waits for all that were begun, and how each ended becomes a line.
begun_steps=()
begin() {
  local limit=$1 log=$results/begun${#begun_steps[@]} left
  left=$(seconds_left)
  if ((limit > left)); then limit=$((left > 1 ? left : 1)); fi
  begun_steps+=("$2")
  shift 2
  {
    local code=0
    LD_LIBRARY_PATH=$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} timeout -k 5 "$limit" "$@" >"$log.log" 2>&1 || code=$?
    echo "$code" >"$log.code"
  } &
}
finish() {
  wait
  local i code
  for i in "${!begun_steps[@]}"; do
    code=$(<"$results/begun$i.code")
    printf '{"step": "%s", "status": %d}\n' "${begun_steps[i]}" "$code" >>"$lines"
    if ((code)); then
      failed=1
      echo "== ${begun_steps[i]}: status $code"
      { grep -vE '^\[ +(OK|RUN) ' "$results/begun$i.log" || true; } | tail -"${told:-25}" # the log may be empty
    fi
  done
  rm -f "$results"/begun*.log "$results"/begun*.code
  begun_steps=()
}
# begin_all SECONDS WHAT SHARDS COMMAND...: all tests of a program, in so many processes.
begin_all() {
  local limit=$1 what=$2 shards=$3 i
  shift 3
  for ((i = 0; i < shards; i++)); do
    begin "$limit" "$what, part $((i + 1)) of $shards" env OMP_NUM_THREADS=4 GTEST_TOTAL_SHARDS="$shards" GTEST_SHARD_INDEX="$i" "$@" --gtest_brief=1
  done
}
# bench WHAT LEVEL OPTION...: whole runs with a threshold, within $limit seconds or 25.
bench() {
  local what=$1 level=$2
  shift 2
  step "${limit:-25}" "run: $what, $level" "$build/bin/encke-bench" --json --backend cuda --level "$level" --repeats 2 "$@"
}

nvidia-smi --query-gpu=name,driver_version,clocks.max.sm,memory.total --format=csv,noheader |
  sed 's/.*/{"nvidia_smi": "&"}/' >>"$lines"
step 30 "device" "$build/bin/encke-bench" --json --backend cuda --vectors 256 --fields 256 --repeats 1
if ((failed)); then
  echo "gpu.sh: the GPU cannot be used" >&2
  exit 16
fi
if [[ $only != rates ]]; then
  tests=$build/tests/encke_conformance_tests cores=$(nproc)
  # By themselves: more processes would wait for the GPU. On an H200 a level takes 50 s so, and four times that beside what follows.
  for level in "${levels[@]}"; do
    begin_all 100 "conformance, $level" $(((cores + 3) / 4)) env ENCKE_TEST_BACKEND=cuda ENCKE_TEST_LEVEL=$level "$tests"
    finish
  done
  # with the backend that `auto` takes, the GPU, and again with the reference backend and on each level: the same bytes
  begin 150 "same bytes" env PYTHONDONTWRITEBYTECODE=1 python3 "$root/tests/same_bytes/same_bytes.py" "$build/bin/encke" --alike --jobs "$cores" --without hdf5 --without zstd
  sanitizer=$(PATH=$PATH:${CUDA_HOME:-/usr/local/cuda}/bin:${CUDA_HOME:-/usr/local/cuda}/compute-sanitizer \
    command -v compute-sanitizer || true)
  if [[ -n $sanitizer ]]; then
    # of the kernels for single bits alone: cuBLASLt's own would take most of the time
    small='AwkwardSizes/Conformance.of_genotypes*/6:AwkwardSizes/Conformance.of_profiles*/6:UnweightedUnifrac.of_samples*'
    for tool in memcheck racecheck synccheck; do
      begin 150 "compute-sanitizer $tool" env ENCKE_TEST_BACKEND=cuda ENCKE_TEST_LEVEL=bits "$sanitizer" --tool "$tool" \
        --report-api-errors no --error-exitcode 1 "$tests" --gtest_brief=1 --gtest_filter="$small"
    done
  else
    echo '{"step": "compute-sanitizer", "status": null}' >>"$lines"
  fi
  finish
  if [[ -n $kokkos && $only == tests ]]; then # a kernel for each pivot of triples: minutes
    begin_all 300 "Kokkos: conformance" $(((cores + 3) / 4)) env ENCKE_TEST_BACKEND=kokkos "$kokkos/tests/encke_conformance_tests"
    finish
  fi
fi
if [[ $only != tests ]]; then
  step 60 "kernels" "$build/bin/encke_gpu_rates"
  for level in "${levels[@]}"; do
    bench "ccc 2-way, 100,000 samples" $level --metric ccc --vectors 32768 --fields 100000
    bench "ccc 2-way, 882 samples" $level --metric ccc --vectors 131072 --fields 882
    bench "ccc/sp 2-way" $level --metric ccc --vectors 16384 --fields 32768 --missing 0.02
  done
  for level in bits int8; do bench "ccc 3-way" $level --metric ccc --way 3 --vectors 4096 --fields 32768; done
  # Those have no hits. These have 40 to 36,380, so that equal digests say that each level found the same ones.
  for level in "${levels[@]}"; do
    bench "hits of ccc, 100,000 samples" $level --metric ccc --vectors 8192 --fields 100000 --threshold 0.633
    bench "hits of ccc, 882 samples" $level --metric ccc --vectors 65536 --fields 882 --threshold 0.646
    bench "hits of ccc/sp" $level --metric ccc --vectors 8192 --fields 32768 --missing 0.02 --threshold 0.635
    bench "hits of ccc 3-way" $level --metric ccc --way 3 --vectors 1024 --fields 4096 --threshold 0.239
  done
  bench "epistasis 2-way" bits --metric epistasis --vectors 16384 --fields 8192
  bench "epistasis 3-way" bits --metric epistasis --way 3 --vectors 1024 --fields 4096
  bench "sorenson 2-way" bits --metric sorenson --vectors 32768 --fields 32768
  bench "ps f32" bits --metric ps --vectors 16384 --fields 8192 --precision f32
  bench "ps f64" bits --metric ps --vectors 8192 --fields 8192 --precision f64
  bench "ps u8" bits --metric ps --vectors 16384 --fields 8192 --precision u8
  bench "unifrac generalised f32" bits --metric unifrac --vectors 8192 --fields 8192 --precision f32
  bench "unifrac generalised f64" bits --metric unifrac --vectors 4096 --fields 4096
  # What "auto" takes: 8-bit integers from compute capability 10 on, else single bits. Their rates are above.
  bench "ccc 2-way, 882 samples" auto --metric ccc --vectors 131072 --fields 882
  # Whole runs of the program, whose inputs the benchmark has not. One digest each, on however many GPUs.
  whole() { # WHAT LEVEL OPTION...
    local what=$1 level=$2
    shift 2
    step "${limit:-40}" "whole: $what, $level" bash -c '
      out=$(mktemp -d); trap "rm -rf $out" EXIT
      "$@" --out "$out/P" >/dev/null && tr -d "\n" <"$out/P.summary.json" | sed "s/  *\"/ \"/g" && echo' - "$build/bin/encke" "$@"
  }
  gpus=$(nvidia-smi --query-gpu=name --format=csv,noheader | wc -l)
  pairs=(r2 --synthetic random --num-vectors 65536 --num-fields 32768 --top 1000 --no-pruning --backend cuda)
  whole "r2 of 65,536 x 32,768" one "${pairs[@]}" --devices 1
  if ((gpus > 1)); then
    whole "r2 of 65,536 x 32,768" "$gpus" "${pairs[@]}" --devices "$gpus"
  fi
  if [[ -n $kokkos ]]; then
    step 40 "run: ccc 2-way, 100,000 samples, team" "$kokkos/bin/encke-bench" --json --backend kokkos --level team --repeats 2 \
      --metric ccc --vectors 32768 --fields 100000
  fi
fi
rm -f "$results/step.log"

# The same problem has the same digest, whatever makes its products.
digests=$(awk '
  /"digest"/ { digest = $0; sub(/.*"digest": ?"/, "", digest); sub(/".*/, "", digest) }
  /"step": "(run|whole): .*"status": 0/ {
    what = $0; sub(/.*"(run|whole): /, "", what); sub(/, [a-z0-9]*".*/, "", what)
    if (what in seen && seen[what] != digest) print what
    seen[what] = digest
  }' "$lines")
if [[ -n $digests ]]; then
  failed=1
  echo "gpu.sh: digests of levels differ: $digests" >&2
fi

printf '\n%s\n' "$gpu" | tee "$results/gpu.txt"
awk '
  function value(key,  text) {
    if (!match($0, "\"" key "\": ?(\"[^\"]*\"|[^,}]*)")) return ""
    text = substr($0, RSTART, RLENGTH); sub(/^"[^"]*": ?/, "", text); gsub(/"/, "", text); return text
  }
  /"rate"/ { printf "%-52s %10.3e /s\n", value("rate"), value("per_second") }
  /"without"/ && !told[$0]++ { print value("without") }
  /"comparisons_per_second"/ { rate = value("comparisons_per_second"); digest = value("digest"); hits = value("hits") }
  /"step"/ {
    what = value("step"); status = value("status")
    if (what ~ /^(run|whole)/ && status == 0) printf "%-52s %10.3e cmp/s  %sdigest %s\n", what, rate, hits == "" ? "" : "hits " hits "  ", digest
    else printf "%-52s %s\n", what, status == 0 ? "passed" : status == 16 && what ~ /, fp[48]$/ ? "refused" : status == "null" ? "left out" : "FAILED, status " status
  }' "$lines" | tee -a "$results/gpu.txt"

# What to look at. Arithmetic: docs/design/gpu.md and its notes, for the card whose name it is; nothing is said of others.
awk -v gpu="$gpu" '
  function value(key,  text) {
    if (!match($0, "\"" key "\": ?(\"[^\"]*\"|[^,}]*)")) return ""
    text = substr($0, RSTART, RLENGTH); sub(/^"[^"]*": ?/, "", text); gsub(/"/, "", text); return text
  }
  function expect(what, h100, a100, v100) {
    paper[what] = gpu ~ /H100|H200/ ? h100 : gpu ~ /A100/ ? a100 : gpu ~ /V100/ ? v100 : 0
  }
  BEGIN {
    expect("unweighted UniFrac, f32", 2.5e13, 0, 0); expect("unweighted UniFrac, f64", 1.45e13, 0, 0)
    expect("generalised UniFrac, f32", 7.4e11, 3.2e11, 2.6e11); expect("generalised UniFrac, f64", 2.6e11, 8.5e10, 6.9e10)
  }
  /"rate"/ {
    rate = value("per_second"); what = value("rate")
    if (paper[what] > 0) {
      share = rate / paper[what]
      printf "%s: %.0f %% of the arithmetic%s\n", what, 100 * share, share < 0.5 ? ": profile this kernel first (ncu: stalls, registers)" : ""
    }
  }
  /"comparisons_per_second"/ { rate = value("comparisons_per_second") + 0 }
  /"seconds"/ && /"total"/ { seconds = value("total") + 0 }
  /"step": "run: .*"status": 0/ {
    what = value("step"); sub(/^run: /, "", what); level = what; sub(/.*, /, "", level); sub(/, [a-z0-9]*$/, "", what)
    of[what, level] = rate
    if ((level == "fp8" || level == "fp4") && (what, "int8") in of)
      printf "%s: --level %s is %.2f times as fast as --level int8%s\n", what, level, rate / of[what, "int8"], (rate > of[what, "int8"] ? ": a case for auto, in numbers/level_choice.hpp" : "")
    if (level == "int8" && (what, "bits") in of)
      printf "%s: 8-bit integers are %.2f times as fast as single bits: auto should take %s here\n", what, rate / of[what, "bits"], (rate > of[what, "bits"] ? "int8" : "bits")
    if (level == "auto") {
      best = of[what, "bits"] > of[what, "int8"] ? of[what, "bits"] : of[what, "int8"]
      if (best > 0) printf "%s: auto has %.0f %% of the faster level%s\n", what, 100 * rate / best, rate < 0.9 * best ? ": numbers/level_choice.hpp is wrong for this card" : ""
    }
    if (level == "team" && (what, "bits") in of)
      printf "%s: Kokkos teams have %.0f %% of the kernels for CUDA\n", what, 100 * rate / of[what, "bits"]
  }
  /"step": "run: .*, fp[48]", "status": 16/ {
    what = value("step"); sub(/.*, /, "", what)
    if (!refused[what]++) printf "--level %s was refused, for the reason above: docs/design/gpu.md, test of ones\n", what
  }
  /"step": "whole: .*"status": 0/ {
    what = value("step"); sub(/^whole: /, "", what); level = what; sub(/.*, /, "", level); sub(/, [a-z0-9]*$/, "", what)
    if (level == "one") one[what] = seconds
    else if (one[what] > 0)
      printf "%s: %d GPUs are %.2f times as fast as one%s\n", what, level, one[what] / seconds, one[what] / seconds < 0.7 * level ? ": look at several/, and at the time of reading" : ""
  }' "$lines" | sed '1i\\nWhat to look at:' | tee -a "$results/gpu.txt"
exit "$failed"
