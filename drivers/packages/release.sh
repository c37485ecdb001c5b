#!/usr/bin/env bash
# release.sh [ROOT]: makes the changelog of the version that ROOT (this checkout) has in CMakeLists.txt: what is unreleased becomes its section,
# with today's date. Says what is left to do. Commits and tags nothing. Ends with 1, and changes nothing, where files name other versions
# or the changelog has such a section.
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}"
version=$(sed -n '/^project(/,/)/s/^ *VERSION \([0-9.]*\)$/\1/p' CMakeLists.txt)
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || { echo "CMakeLists.txt has no version" >&2; exit 1; }

# has FILE PREFIX: a line of FILE that begins with PREFIX has the version behind it
has() {
  local found
  found=$(sed -n "s/^ *$2\"\{0,1\}\([0-9.]*\).*/\1/p" "$1" | head -n 1)
  [[ $found == "$version" ]] || { echo "$1 has version '$found', CMakeLists.txt $version" >&2; exit 1; }
}
has CITATION.cff 'version: '
has pyproject.toml 'version = '
has drivers/packages/conda/meta.yaml 'version: '
if grep -qF "## [$version]" CHANGELOG.md; then
  echo "CHANGELOG.md has a section of $version" >&2
  exit 1
fi
grep -qx '## \[Unreleased\]' CHANGELOG.md || { echo "CHANGELOG.md has no section [Unreleased]" >&2; exit 1; }

sed -i -e "s/^## \[Unreleased\]\$/## [Unreleased]\n\n## [$version] - $(date -u +%F)/" -e '/^To become [0-9.]*\.$/,+1d' CHANGELOG.md
cat <<END
CHANGELOG.md has a section [$version]. Then:
  .ci/run && .ci/run more
  git commit -am 'Version $version' && git tag -a v$version -m 'Encke $version'
  git archive --prefix=encke-$version/ v$version | xz >encke-$version.tar.xz
  cpack -G DEB and cpack -G TGZ in build/release, bash drivers/python/wheel.sh
END
