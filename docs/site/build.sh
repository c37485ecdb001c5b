#!/usr/bin/env bash
# build.sh [OUT]: the pages of README and docs as a site, OUT/site (build/site/site), with the reference of the Python package, that of the
# C++ library where doxygen is there, and pictures that the program draws (ENCKE_PROGRAM, else one that was built). A link that leads
# nowhere, or any other warning, ends it with an error. Needs Python with venv, and a package registry for mkdocs-material and
# mkdocstrings; bash docs/site/build.sh --tools installs doxygen (Debian, as root).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
if [[ ${1:-} == --tools ]]; then
  apt-get -q install -y --no-install-recommends doxygen python3-venv
  shift
fi
out=${1:-$root/build/site}
mkdir -p "$out"

if [[ ! -x $out/tools/bin/mkdocs ]]; then
  python3 -m venv "$out/tools"
  "$out/tools/bin/pip" install --quiet 'mkdocs-material==9.*' 'mkdocstrings[python]'
fi

# The pages in the places that they have to each other, so that links work as they do in the repository.
rm -rf "$out/source"
mkdir -p "$out/source"
cd "$root"
git ls-files -z -- '*.md' docs perf/results CITATION.cff LICENSE ':!docs/site' |
  xargs -0 cp --parents -t "$out/source"
cp docs/site/mkdocs.yml "$out/mkdocs.yml"
rm -rf "$out/python"
cp -r drivers/python "$out/python"

if command -v doxygen >/dev/null; then
  OUT=$out/source/api doxygen docs/site/Doxyfile 2>"$out/doxygen.log"
  if [[ -s $out/doxygen.log ]]; then
    cat "$out/doxygen.log" >&2
    exit 1
  fi
  mv "$out/source/api/html/"* "$out/source/api/"
else
  echo "doxygen is not installed: the C++ reference is left out" >&2
  mkdir -p "$out/source/api"
  echo '<p>This build of the site has no C++ reference.</p>' >"$out/source/api/index.html"
fi

# Written of the docstrings: of each module that users import, what it hands out.
{
  printf '# The Python package\n\nAn introduction is [in the guide](../guide/python.md).\n'
  for module in encke encke.network encke.plot encke.sklearn encke.errors; do printf '\n::: %s\n' $module; done
} >"$out/source/docs/reference/python.md"

program=${ENCKE_PROGRAM:-}
for built in build/release/bin/encke build/ci/bin/encke; do
  if [[ -z $program && -x $built ]]; then program=$root/$built; fi
done
if [[ -n $program ]]; then
  bash docs/site/gallery.sh "$program" "$out/source"
else
  echo "there is no program: the gallery is left out" >&2
  printf '# Gallery\n\nThis build of the site has no pictures.\n' >"$out/source/gallery.md"
fi
NO_MKDOCS_2_WARNING=1 "$out/tools/bin/mkdocs" build --strict --config-file "$out/mkdocs.yml"
echo "$out/site/index.html"
