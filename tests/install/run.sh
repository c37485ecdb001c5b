#!/usr/bin/env bash
# run.sh CMAKE BUILD GENERATOR COMPILER: installs the build tree BUILD, then builds and runs the project of this folder with it.
set -euo pipefail
cmake=$1 build=$2 generator=$3 compiler=$4
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$build/tests/install
rm -rf "$work"
mkdir -p "$work"

"$cmake" --install "$build" --prefix "$work/prefix" >"$work/install.log"
"$cmake" -S "$here" -B "$work/build" -G "$generator" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_PREFIX_PATH="$work/prefix"
"$cmake" --build "$work/build"
cd "$work/build"
"$(dirname "$cmake")/ctest" --output-on-failure

program=$work/prefix/bin/encke
if [[ -x $program ]]; then "$program" --version; fi
