#!/usr/bin/env bash
# subproject.sh CMAKE SOURCE BUILD GENERATOR COMPILER: in a project that adds SOURCE and names no build type, Encke's own files
# are compiled with -O2, those of the project are not, and flags that name an optimisation are kept. Only configures.
set -euo pipefail
cmake=$1 source=$2 work=$3/tests/subproject generator=$4 compiler=$5
rm -rf "$work"
mkdir -p "$work/source"
cat >"$work/source/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(user LANGUAGES CXX)
add_subdirectory("$source" encke)
add_library(user OBJECT user.cpp)
target_link_libraries(user PRIVATE Encke::encke)
END
echo '#include <encke/encke.hpp>' >"$work/source/user.cpp"

# optimised BUILD FILE FLAG: whether FILE is compiled with FLAG as the last of its kind (none: FLAG is empty)
optimised() {
  local command found
  command=$(grep '"command"' "$work/$1/compile_commands.json" | grep -F "$2\"")
  found=$(grep -oE ' -O[0-3s]' <<<"$command" | tail -n 1) || true
  if [[ $found != "${3:+ $3}" ]]; then
    echo "$1: $2 is compiled with '$found', expected '$3'"
    exit 1
  fi
}
configure() {
  "$cmake" -S "$work/source" -B "$work/$1" -G "$generator" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    -DENCKE_MPI=OFF -DENCKE_UNITY=OFF "${@:2}" >"$work/$1.log" 2>&1 || { cat "$work/$1.log"; exit 1; }
}
configure none
optimised none run/estimate.cpp -O2
optimised none backend/registry.cpp -O2
optimised none user.cpp ''
configure own -DCMAKE_CXX_FLAGS=-O1
optimised own run/estimate.cpp -O1
configure debug -DCMAKE_BUILD_TYPE=Debug
optimised debug run/estimate.cpp ''
if [[ -e $work/none/compile_commands.json ]] && grep -q level_x86_64_v3 "$work/none/compile_commands.json"; then
  optimised none level_x86_64_v3.cpp -O3 # kernels are optimised always
  optimised debug level_x86_64_v3.cpp -O3
fi
