#!/usr/bin/env bash
# breaches.sh: the other rule tests do find the breaches that they are there for.
set -euo pipefail
rules=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

# try RULE FILE TEXT EXPECTED: with TEXT in FILE, RULE prints EXPECTED and fails; without it, it is silent and passes.
try() {
  local rule=$1 file=$2 text=$3 expected=$4 output
  rm -rf "$tree"
  mkdir -p "$tree"/{core/encke/{base,run},backends/{reference,kokkos},drivers,tests,perf}
  touch "$tree/CMakeLists.txt" "$tree/CMakePresets.json"
  output=$("$BASH" "$rules/$rule" "$tree") || { echo "$rule fails on an empty tree: $output"; failures=1; }
  mkdir -p "$(dirname "$tree/$file")"
  printf '%b\n' "$text" >"$tree/$file"
  if output=$("$BASH" "$rules/$rule" "$tree") || [[ $output != *"$expected"* ]]; then
    echo "$rule does not find '$text' in $file: $output"
    failures=1
  fi
}

try levels.sh core/encke/base/a.hpp '#include <encke/metric/metric.hpp>' 'base includes the higher level metric'
try levels.sh core/encke/metric/a.cpp '#include <encke/schedule/tile.hpp>' 'do not know each other'
try levels.sh core/encke/sink/a.cpp '\n#include <encke/run/plan.hpp>' 'core/encke/sink/a.cpp:2: sink includes the higher level run'
try levels.sh core/encke/run/a.cpp '#include <encke/encke.hpp>' 'includes everything'
try levels.sh core/encke/run/a.cpp '#include "plan.hpp"' 'one include root'
try levels.sh core/encke/oops/a.cpp '#include <vector>' 'has no level'
try levels.sh core/encke/schedule/a.cpp '#include <Kokkos_Core.hpp>' 'schedule includes <Kokkos_Core.hpp>'
try levels.sh core/encke/pack/a.hpp '#include <Kokkos_Core.hpp>' 'a public header includes'
try levels.sh core/encke/run/a.hpp '#include <mpi.h>' 'a public header includes'
try levels.sh core/encke/schedule/a.cpp '#include <mpi.h>' 'schedule includes <mpi.h>'
try levels.sh backends/kokkos/a.cpp '#include <encke/io/bed.hpp>' 'backend includes the higher level io'

try sources.sh core/encke/base/a.hpp 'int make_kokkos();' 'the name of a backend'
try sources.sh drivers/encke/a.cpp 'if (name == "reference")' 'the name of a backend in a driver'
try sources.sh drivers/encke/a.cpp 'help("auto, reference, kokkos")' 'the name of a backend in a driver'
try sources.sh core/encke/base/a.cpp 'void f() { std::cout << 1; }' 'the library prints'
try sources.sh backends/reference/a.cpp '  printf("1");' 'the library prints'
try sources.sh core/encke/run/a.cpp 'Index n = tuple_count(2, vectors);' 'counted outside the schedule'
try sources.sh core/encke/base/a.hpp '#define ADD(a, b) (a + b)' 'a function written in a macro'
try sources.sh tests/long.cpp "$(printf 'x\\n%.0s' {1..400})" '400 lines'
try sources.sh core/CMakeLists.txt 'add_compile_options(-ffast-math)' 'depend on the machine' # a breach on purpose
exit $failures
