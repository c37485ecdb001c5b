#!/usr/bin/env bash
# sources.sh [ROOT]: rules that every source file keeps, read off the text of ROOT, or of the tree that this script is in.
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}"
breaches=0

# forbid WHY: what is on standard input, lines FILE:LINE:TEXT, must not be there.
forbid() {
  local found
  found=$(cat)
  if [[ -n $found ]]; then
    printf '%s:\n%s\n' "$1" "$found"
    breaches=1
  fi
}

# code FOLDER...: the lines of code in them, without comments, as FILE:LINE:TEXT.
code() {
  find "$@" -type f \( -name '*.hpp' -o -name '*.cpp' -o -name '*.cpp.in' -o -name '*.cu' \) -exec grep -nH '' {} + | sed 's|//.*||'
}

for folder in backends/*/; do
  name=$(basename "$folder")
  # a string that has the name as a word; --NAME-... is an option of a library, not of ours
  forbid "the name of a backend in a driver" < <(
    code drivers | grep -E "^[^:]*:[0-9]*:.*\"([^\"]*[^a-zA-Z0-9\"-])?$name([^a-zA-Z0-9\"-][^\"]*)?\"" | grep -v '# *include')
  [[ $name == reference ]] && continue # also an English word
  forbid "the name of a backend outside its folder" < <(
    code core/encke | grep -vE '^core/encke/(host/(region|threads/host_loop)|comm/mpi/gpu_aware|run/runtime|sparse/(products|spgemm|spmv|space/arrays))\.' | grep -iE "^[^:]*:[0-9]*:(.*[^a-z0-9])?$name([^a-z0-9]|$)")
done

forbid "the library prints" < <(code core backends | grep -E 'std::(cout|cerr|clog)|[^a-zA-Z_](f?printf|puts) *\(|fmt::print')

forbid "tuples counted outside the schedule, whose Domain counts them" < <(
  code core/encke backends drivers | grep -vE '^core/encke/(schedule/|base/index\.hpp)' | grep -E '[^a-zA-Z_]tuple_count *\(')

forbid "a function written in a macro" < <(code core backends drivers | grep -E '# *define +[A-Za-z_0-9]+\(')

# run() takes a compiler a second a metric and more, in each file that calls it, where the library does not have it.
metrics=core/encke/metric/builtin.hpp
if [[ -f $metrics ]]; then
  for metric in $(tr '\n' ' ' <"$metrics" | grep -oE 'std::tuple<[^>]*>' | grep -oE '[A-Z][A-Za-z0-9]*'); do
    forbid "a metric of BuiltinMetrics whose run() is not in run/builtin_runs.hpp and run/builtin/" < <(
      for where in core/encke/run/builtin_runs.hpp core/encke/run/builtin; do
        (($(grep -rhsE "template Report run\(const $metric&" $where | wc -l) == 2)) || echo "$where: $metric"
      done
      (($(grep -rhsE "template class MetricRun<$metric, 2>" core/encke/run/builtin | wc -l) == 2)) || echo "core/encke/run/builtin: MetricRun of $metric")
  done
fi

# The tests of values run the levels that they list; flags and the rule of symbols follow from names of files.
forbid "an instruction-set level that tests or flags do not know" < <(
  shopt -s nullglob
  by_cmake=$(sed -n 's/.*if(file MATCHES "_(\(.*\))\\\\\.cpp\$").*/\1/p' core/cmake/EnckeFunctions.cmake 2>/dev/null) || true
  by_symbols=$(sed -n "s/.*basename.*grep -oE '\([^']*\)'.*/\1/p" tests/rules/level_symbols.sh 2>/dev/null) || true
  for file in backends/kokkos/cpu/levels/level_*.cpp; do
    level=$(basename "$file" .cpp)
    level=${level#level_}
    for list in tests/support/values.hpp tests/same_bytes/commands.py; do
      grep -qsF "\"${level//_/-}\"" "$list" || echo "$list: $level"
    done
    grep -qxE "${by_cmake:-none}" <<<"$level" || echo "core/cmake/EnckeFunctions.cmake: $level"
    [[ $level != x86_64* ]] || grep -qxE "${by_symbols:-none}" <<<"$level" || echo "tests/rules/level_symbols.sh: $level"
  done)

forbid "a file of 400 lines or more: move what is a subject of its own to a file beside it" < <(
  find core backends drivers tests $(ls -d perf 2>/dev/null) -type f \( -name '*.hpp' -o -name '*.cpp' \) -exec awk 'FNR == 400 { print FILENAME ":400:" }' {} +)

# FOLDER=NUMBER: those that may have more, up to 24, each with its reason.
more=()
forbid "a folder of more than 20 source files, which nobody can hold in the head: move some that belong together to a folder below it, with their tests (docs/design/house.md, rule 1)" < <(
  find core backends drivers tests $(ls -d perf 2>/dev/null) -type f \( -name '*.hpp' -o -name '*.cpp' -o -name '*.cpp.in' -o -name '*.cu' -o -name '*.py' -o -name '*.sh' \) -printf '%h\n' | sort | uniq -c |
    while read -r files folder; do
      most=20
      for entry in ${more[@]+"${more[@]}"}; do
        if [[ ${entry%=*} == "$folder" ]]; then most=${entry#*=}; fi
      done
      if ((files > most)); then echo "$folder: $files, at most $most"; fi
    done)

# tests/unit has the folders of the sources: a test lies where the file lies that it has its name of.
forbid "a unit test that is not in the folder of its source" < <(
  sources=$(find core/encke backends drivers -type f \( -name '*.hpp' -o -name '*.cpp' -o -name '*.cu' \) | sed -E 's#^(core/encke|backends|drivers)/##; s#\.[a-z]+$##' | sort -u)
  find tests/unit -name '*_test.cpp' 2>/dev/null | sed 's#^tests/unit/##; s#_test\.cpp$##' | sort | awk -v sources="$sources" '
    BEGIN {
      for (i = split(sources, all, "\n"); i > 0; --i) {
        path = all[i]; room = path; sub("/.*", "", room); name = path; sub(".*/", "", name)
        is[path] = 1; where[room "/" name] = where[room "/" name] " " path
        while (sub("/[^/]*$", "", path)) folder[path] = 1
      }
    }
    {
      room = $0; sub("/.*", "", room); name = $0; sub(".*/", "", name); here = $0; sub("/[^/]*$", "", here)
      if (where[room "/" name] != "" && !($0 in is)) print "tests/unit/" $0 "_test.cpp:" where[room "/" name]
      else if (!(here in folder) && here !~ /^cuda\/(emulated|driver)$/) print "tests/unit/" $0 "_test.cpp: no source is in " here
    }')

forbid "a flag that makes results or programs depend on the machine" < <(
  find CMakeLists.txt CMakePresets.json core backends drivers tests \( -name CMakeLists.txt -o -name '*.cmake' -o -name '*.json' \) \
    -exec grep -nHE -e '-ffast-math|-Ofast|-funsafe-math|-march=native' {} +)

exit $breaches
