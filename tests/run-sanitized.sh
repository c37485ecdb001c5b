#!/usr/bin/env bash
# run-sanitized.sh: builds the unit tests in which memory is handled by hand, but for the long ones of kernels and runs, under
# AddressSanitizer and UndefinedBehaviorSanitizer, and runs them. All unit tests: ENCKE_PRESET=debug-sanitize bash tests/run.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tests=(base check comm file io metric pack schedule screen sink store tally)
targets=("${tests[@]/#/encke_}")
targets=("${targets[@]/%/_tests}")
bash drivers/setup.sh
cmake --preset debug-sanitize -DENCKE_SANITIZE_KERNELS=OFF # these tests call hardly any, and they compile for six minutes then
cmake --build --preset debug-sanitize --target "${targets[@]}"
ctest --preset debug-sanitize -R "^($(IFS='|' && echo "${tests[*]}"))$"
