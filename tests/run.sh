#!/usr/bin/env bash
# run.sh [arguments of ctest]: installs what is missing, builds, and runs all tests.
# ENCKE_PRESET names another preset than release.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
preset=${ENCKE_PRESET:-release}
# Values that another program printed, where they lie beside the checkout: tests/program/known_answers compares with them.
if [[ -z ${ENCKE_SHARED:-} && -d ../shared ]]; then
  export ENCKE_SHARED=$(realpath ../shared)
fi

bash drivers/setup.sh
cmake --preset "$preset"
cmake --build --preset "$preset"
# Tests that start ranks or programs wait a part of their time: two more than there are cores keep these busy.
ctest --preset "$preset" --parallel "$(($(nproc) + 2))" "$@"
