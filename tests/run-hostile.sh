#!/usr/bin/env bash
# run-hostile.sh malformed [N] | faults | soak [SECONDS] | memory [MIB]: builds the program and treats it badly (tests/hostile).
#   malformed  N (3000) spoilt inputs of all readers, with the seed of the day
#   faults     every call of a command for each set of output files fails, or is the last one; and the long form of
#              tests/program/faults, with a thousand kills at random
#   soak       several processes with one --out, ten ranks, a slow disk, a jumping clock; then runs that are killed, for SECONDS (3600)
#   memory     inputs of MIB (150) when packed with --memory of a tenth, or of what the least blocks need: same bytes, also on ranks, after
#              kills, and in a control group with that limit
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
what=$1 preset=${ENCKE_PRESET:-ci}
targets=(encke_encke_program encke_fault_calls)
if [[ $what == faults ]]; then targets+=(encke_faults_tests); fi
bash drivers/setup.sh
cmake --preset "$preset" >/dev/null
cmake --build --preset "$preset" --target "${targets[@]}"
encke=build/$preset/bin/encke library=build/$preset/tests/libencke_fault_calls.so
export PYTHONDONTWRITEBYTECODE=1
case $what in
  malformed) exec python3 tests/hostile/malformed.py $encke --cases "${2:-3000}" --figures build/malformed-figures.txt ;;
  soak) exec python3 tests/hostile/soak.py $encke $library --seconds "${2:-3600}" --figures build/soak-figures.txt ;;
  memory) exec python3 tests/hostile/tight_memory.py $encke --size "${2:-150}" --figures build/memory-figures.txt ;;
  faults)
    python3 tests/hostile/calls.py $encke $library --every --figures build/faults-figures.txt
    export ENCKE_LONG=1 GTEST_OUTPUT=xml:$PWD/build/faults.xml
    ctest --preset "$preset" -R '^faults$' --output-on-failure
    kills=$(grep -o 'name="kills" value="[0-9]*"' build/faults.xml | grep -o '[0-9]*' | paste -sd+ | bc)
    printf 'and %d kills in the long tests of faults, resumed to the same bytes\n' "$kills" | tee -a build/faults-figures.txt
    ;;
  *) echo "unknown: $what" >&2; exit 2 ;;
esac
