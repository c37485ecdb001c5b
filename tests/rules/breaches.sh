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

try levels.sh core/encke/base/a.hpp '#include <encke/metric/metric.hpp>' 'base includes metric, which is on a higher floor'
try levels.sh core/encke/metric/a.cpp '#include <encke/pack/panel.hpp>' 'rooms of one floor do not know each other'
try levels.sh core/encke/sink/format/a.cpp '\n#include <encke/plan/plan.hpp>' 'core/encke/sink/format/a.cpp:2: sink includes plan, which is on a higher floor'
try levels.sh core/encke/run/a.cpp '#include <encke/encke.hpp>' 'includes everything'
try levels.sh core/encke/run/a.cpp '#include "plan.hpp"' 'one include root'
try levels.sh core/encke/oops/a.cpp '#include <vector>' 'has no floor'
try levels.sh core/encke/schedule/a.cpp '#include <Kokkos_Core.hpp>' 'schedule includes <Kokkos_Core.hpp>'
try levels.sh core/encke/pack/a.hpp '#include <Kokkos_Core.hpp>' 'a public header includes'
try levels.sh core/encke/run/a.hpp '#include <mpi.h>' 'a public header includes'
try levels.sh core/encke/schedule/a.cpp '#include <mpi.h>' 'schedule includes <mpi.h>'
try levels.sh backends/kokkos/cpu/a.cpp '#include <encke/io/source.hpp>' 'rooms of one floor do not know each other'
try levels.sh backends/kokkos/tiles/a.hpp '#include <encke/metric/metric.hpp>' 'backend includes metric, which is for those who combine'
try levels.sh core/encke/backend/a.hpp '#include <encke/metric/metric.hpp>' 'backend includes metric, which is for those who combine'
try levels.sh core/encke/tally/a.hpp '#include <encke/metric/metric.hpp>' 'tally includes metric, which is for those who combine'

try sources.sh core/encke/base/a.hpp 'int make_kokkos();' 'the name of a backend'
try sources.sh drivers/encke/a.cpp 'if (name == "reference")' 'the name of a backend in a driver'
try sources.sh drivers/encke/a.cpp 'help("auto, reference, kokkos")' 'the name of a backend in a driver'
try sources.sh core/encke/base/a.cpp 'void f() { std::cout << 1; }' 'the library prints'
try sources.sh backends/reference/a.cpp '  printf("1");' 'the library prints'
try sources.sh core/encke/run/a.cpp 'Index n = tuple_count(2, vectors);' 'counted outside the schedule'
try sources.sh core/encke/base/a.hpp '#define ADD(a, b) (a + b)' 'a function written in a macro'
try sources.sh core/encke/metric/builtin.hpp 'using BuiltinMetrics =\n    std::tuple<Ccc,\n               Odd>;' 'core/encke/run/builtin: Odd'
try sources.sh backends/kokkos/cpu/levels/level_x86_64_v9.cpp '' 'tests/support/values.hpp: x86_64_v9'
try sources.sh backends/kokkos/cpu/levels/level_x86_64_odd.cpp '' 'tests/rules/level_symbols.sh: x86_64_odd'
try sources.sh backends/kokkos/cpu/levels/level_odd.cpp '' 'core/cmake/EnckeFunctions.cmake: odd'
try sources.sh tests/long.cpp "$(printf 'x\\n%.0s' {1..400})" '400 lines'
try sources.sh core/CMakeLists.txt 'add_compile_options(-ffast-math)' 'depend on the machine' # a breach on purpose

try sources.sh tests/unit/base/text/a_test.cpp '' 'no source is in base/text'

page='--picture\nNext:'
try guide.sh docs/guide/a.md "# Why?\n$(printf 'x\\n%.0s' {1..58})$page" 'at most 60 expected'
try guide.sh docs/guide/a.md '# Why?\nNext:' 'no command that draws a picture'
try guide.sh docs/guide/a.md '# Why?\n--picture' "does not begin with 'Next:'"
try guide.sh docs/guide/a.md "# Why?\n$page" 'no test runs its commands'

# plant FOLDER: a tree with a file of sources in core/encke/base/text, and an empty FOLDER
plant() {
  rm -rf "$tree"
  mkdir -p "$tree"/{core/encke/base/text,backends/{reference,kokkos},drivers,tests} "$tree/$1"
  touch "$tree/CMakeLists.txt" "$tree/CMakePresets.json" "$tree/core/encke/base/text/a.hpp"
}

# too_many NUMBER: a folder of so many files, and one file more in the folder below it
too_many() {
  plant core/encke/base
  for ((file = 0; file < $1; ++file)); do touch "$tree/core/encke/base/$file.hpp"; done
  "$BASH" "$rules/sources.sh" "$tree"
}
too_many 20 || { echo "sources.sh refuses a folder of 20 files"; failures=1; }
if output=$(too_many 21) || [[ $output != *"core/encke/base: 21"* ]]; then
  echo "sources.sh does not find a folder of 21 files: $output"
  failures=1
fi
plant tests/unit/base/text
touch "$tree/tests/unit/base/text/a_test.cpp"
"$BASH" "$rules/sources.sh" "$tree" || { echo "sources.sh refuses a test beside its source"; failures=1; }
mv "$tree/tests/unit/base/text/a_test.cpp" "$tree/tests/unit/base"
if output=$("$BASH" "$rules/sources.sh" "$tree") || [[ $output != *"tests/unit/base/a_test.cpp: base/text/a"* ]]; then
  echo "sources.sh does not find a test in another folder than its source: $output"
  failures=1
fi
exit $failures
