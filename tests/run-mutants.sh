#!/usr/bin/env bash
# run-mutants.sh [NAME...]: plants the faults of tests/mutants/mutants.tsv, one at a time, in a copy of the sources (build/mutants, or $ENCKE_MUTANTS_TREE), and
# shows that ordinary tests find each: those of the folder that the line names. First these tests must pass without a fault. Ends with
# how many of the faults were found, and status 1 where one was not, does not apply to the sources any more (as the test rules_mutants
# shows in a second), or does not compile.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
copy=${ENCKE_MUTANTS_TREE:-build/mutants}
bash drivers/setup.sh
if command -v ccache >/dev/null; then export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER:-ccache}; fi
if [[ -z ${ENCKE_DEPS:-} ]]; then export ENCKE_DEPS=$PWD/build/deps; fi

# Times of files stay, so that only what changed is compiled again; but what an earlier run has put back has its time, as objects have the fault.
mkdir -p $copy
git ls-files -z --cached --others --exclude-standard | tar --null -cT - | tar -xC $copy --keep-newer-files --warning=no-ignore-newer
grep -v '^#' tests/mutants/mutants.tsv | cut -f 2 | sort -u | while IFS= read -r file; do
  [[ ! -f $file ]] || cmp -s "$file" "$copy/$file" || cp "$file" "$copy/$file"
done
all=() names=("$@")
while IFS= read -r line; do
  [[ -z $line || $line == \#* ]] && continue
  ((${#names[@]} == 0)) || [[ " ${names[*]} " == *" ${line%%$'\t'*} "* ]] || continue
  all+=("$line")
done <tests/mutants/mutants.tsv
mapfile -t programs < <(printf '%s\n' "${all[@]}" | cut -f 4 | tr ' ' '\n' | sort -u)
(cd $copy && cmake --preset ci) >$copy/configure.log

# passes FOLDER: its tests, up to the first that fails.
passes() { OMP_PROC_BIND=false OMP_WAIT_POLICY=passive $copy/build/ci/tests/encke_"$1"_tests --gtest_brief=1 --gtest_fail_fast >$copy/tests.log 2>&1; }

targets=("${programs[@]/#/encke_}")
cmake --build $copy/build/ci --target "${targets[@]/%/_tests}" >$copy/build.log 2>&1 || { tail -n 20 $copy/build.log; exit 1; }
for program in "${programs[@]}"; do
  passes "$program" || { echo "without a fault the tests of $program do not pass"; tail -n 20 $copy/tests.log; exit 1; }
done

found=0
for line in "${all[@]}"; do
  IFS=$'\t' read -r name file expression tests <<<"$line"
  verdict="NOT FOUND"
  if [[ ! -f $file ]]; then
    printf '%-26s there is no %s\n' "$name" "$file"
    continue
  fi
  sed -E "$expression" "$file" >$copy/"$file"
  if cmp -s "$file" $copy/"$file"; then
    verdict="does not apply to $file"
  else
    read -ra folders <<<"$tests"
    targets=("${folders[@]/#/encke_}")
    if ! cmake --build $copy/build/ci --target "${targets[@]/%/_tests}" >$copy/build.log 2>&1; then
      verdict="does not compile"
    else
      for folder in "${folders[@]}"; do
        if ! passes "$folder"; then
          verdict="found by $(sed -n 's/^\[  FAILED  \] \([A-Za-z0-9_./]*\).*/\1/p' $copy/tests.log | head -n 1) of $folder"
          found=$((found + 1))
          break
        fi
      done
    fi
  fi
  printf '%-26s %s\n' "$name" "$verdict"
  cp "$file" $copy/"$file" # its time is now: what was made with the fault is made again
done
printf '%d of %d planted faults found\n' "$found" "${#all[@]}" | tee build/mutants-figures.txt
((found == ${#all[@]}))
