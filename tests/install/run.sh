#!/usr/bin/env bash
# run.sh CMAKE BUILD GENERATOR COMPILER: installs the build tree BUILD, then builds and runs the project of this folder with it.
set -euo pipefail
cmake=$1 build=$2 generator=$3 compiler=$4
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$build/tests/install
rm -rf "$work"
mkdir -p "$work"

"$cmake" --install "$build" --prefix "$work/prefix" >"$work/install.log"
# The examples of the README and the guide and the metric of the how-to are what they say: these are built and run like the
# other sources of this folder, the metric must be the file that is built here.
cp -r "$here" "$work/source"
# code FILE [HEADING]: the first program of the file, or of its section HEADING
code() { sed -n "${2:+/^## $2\$/,\$}p" "$1" | sed -n '/^```cpp$/,/^```$/p' | sed -n '2,/^```$/p' | sed '$d'; }
code "$here/../../README.md" >"$work/source/readme.cpp"
code "$here/../../docs/guide/cpp.md" >"$work/source/from_memory.cpp"
code "$here/../../docs/guide/library.md" 'Principal coordinates and groups' >"$work/source/ordination.cpp"
for example in "$here"/../../docs/examples/*.cpp; do cp "$example" "$work/source/example_$(basename "$example")"; done
# The project reads the header once for all, so that nobody else would miss the include.
for source in "$work"/source/*.cpp; do
  grep -q '^#include <encke/encke.hpp>' "$source" || { echo "$(basename "$source") does not include encke/encke.hpp"; exit 1; }
done
code "$here/../../docs/how-to/add-a-metric.md" | diff - <(sed '1,2d' "$here/concordance.hpp")

# What cannot be compiled is refused in words that help. All in one file, for what takes time is to read the headers; #line says of which
# piece a message speaks.
cat >"$work/refused.cpp" <<'END'
#include <encke/encke.hpp>
#line 1 "one_hit"
void f(const encke::PackedVectors& v) { encke::run(encke::Ccc{}, v, encke::Plan{}, [](const encke::Hit<2>&) {}); }
#line 1 "temporary"
auto m = encke::io::matrix_of(std::vector<double>(6), 2, 3, encke::io::VectorsAre::rows);
#line 1 "bools"
const std::vector<bool> bits(6);
auto n = encke::io::matrix_of(bits, 2, 3, encke::io::VectorsAre::rows);
END
if "$compiler" -std=c++20 -fsyntax-only -I"$work/prefix/include" "$work/refused.cpp" 2>"$work/refused.log"; then
  echo "compiled, though it should be refused"
  exit 1
fi
for refusal in 'one_hit:1:' 'this function takes one hit, and is called with many' 'temporary:.*deleted function' \
  'bools:2:' 'use std::vector<std::uint8_t>'; do
  grep -q "$refusal" "$work/refused.log" || { echo "not said: $refusal"; cat "$work/refused.log"; exit 1; }
done

"$cmake" -S "$work/source" -B "$work/build" -G "$generator" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_PREFIX_PATH="$work/prefix"
"$cmake" --build "$work/build"
cd "$work/build"
"$(dirname "$cmake")/ctest" --output-on-failure

grep -q '^#ID1' ccc.edges.tsv # what the README's example leaves

ls "$work"/prefix/share/doc/*/THIRD_PARTY.md "$work"/prefix/share/doc/*/LICENSE >/dev/null # licences of what is linked

# Without CMake: what pkg-config tells is enough.
if command -v pkg-config >/dev/null && [[ -f $(ls "$work"/prefix/lib*/*/pkgconfig/encke.pc "$work"/prefix/lib*/pkgconfig/encke.pc 2>/dev/null | head -n 1) ]]; then
  PKG_CONFIG_PATH=$(dirname "$(ls "$work"/prefix/lib*/*/pkgconfig/encke.pc "$work"/prefix/lib*/pkgconfig/encke.pc 2>/dev/null | head -n 1)")
  export PKG_CONFIG_PATH
  read -ra flags <<<"$(pkg-config --cflags --libs encke)"
  [[ "${flags[*]}" != *//* ]] || { echo "encke.pc: a path with //: ${flags[*]}"; exit 1; }
  "$compiler" -std=c++20 -O0 "$work/source/readme.cpp" "${flags[@]}" -o "$work/by-pkg-config"
  "$work/by-pkg-config" >"$work/by-pkg-config.out"
fi

program=$work/prefix/bin/encke
if [[ -x $program ]]; then
  "$program" --version
  # The last line of docs/guide/cpp.md, with the program's path.
  line=$(sed -n 's|^build/mine |./from_memory |p' "$here/../../docs/guide/cpp.md")
  PATH=$(dirname "$program"):$PATH bash -euo pipefail -c "$line" >/dev/null
  [[ -s net.network.svg ]] || { echo "cpp.md: no net.network.svg"; exit 1; }
fi
