#!/usr/bin/env bash
# package.sh CMAKE BUILD: the packages of the build tree BUILD hold what they should, and the program of the Debian package runs, with its
# manual pages and completion. Skipped (77) without dpkg-deb.
set -euo pipefail
cmake=$1 build=$2
command -v dpkg-deb >/dev/null || { echo "skipped: no dpkg-deb"; exit 77; }
work=$build/tests/package
rm -rf "$work"
mkdir -p "$work"
for kind in DEB TGZ; do
  "$(dirname "$cmake")/cpack" --config "$build/CPackConfig.cmake" -G $kind -B "$work" >"$work/cpack.log" 2>&1 || { cat "$work/cpack.log"; exit 1; }
done

failed=0
holds() { # holds PACKAGE FILE...
  local package=$1 file contents
  shift
  contents=$(dpkg-deb --contents "$package") # unpacks it
  for file; do
    grep -q " \./usr/$file\$" <<<"$contents" || { echo "$package lacks $file"; failed=1; }
  done
}
holds "$work"/encke_*.deb bin/encke bin/encke-bench share/man/man1/encke.1 share/man/man1/encke-r2.1 share/man/man1/encke-merge.1 \
  share/bash-completion/completions/encke share/zsh/site-functions/_encke share/fish/vendor_completions.d/encke.fish \
  share/doc/Encke/LICENSE share/doc/Encke/THIRD_PARTY.md
holds "$work"/libencke-dev_*.deb include/encke/encke.hpp 'lib/.*libencke.a' 'lib/.*EnckeConfig.cmake' 'lib/.*encke.pc'
if dpkg-deb --contents "$work"/encke_*.deb | grep -E '\.(hpp|a|cmake)$'; then
  echo "the package of the programs has files for developers"
  failed=1
fi
[[ ! $(command -v dpkg-shlibdeps) ]] || dpkg-deb --field "$work"/encke_*.deb Depends | grep -q libc6 || { echo "no dependencies"; failed=1; }

dpkg-deb --extract "$work"/encke_*.deb "$work/root"
"$work/root/usr/bin/encke" --version | grep -q '^encke '
"$work/root/usr/bin/encke" ccc --synthetic random --num-vectors 20 --num-fields 30 --out "$work/run" >/dev/null
[[ -s $work/run.edges.tsv ]]

# The tarball, unpacked anywhere: one folder with everything, whose program runs and gives the same bytes.
mkdir "$work/elsewhere"
tar -xzf "$work"/[Ee]ncke-*.tar.gz -C "$work/elsewhere"
folders=("$work"/elsewhere/*)
((${#folders[@]} == 1)) || { echo "the tarball has more than a folder: ${folders[*]}"; failed=1; }
for file in bin/encke share/doc/Encke/LICENSE share/doc/Encke/THIRD_PARTY.md share/man/man1/encke.1 include/encke/encke.hpp; do
  [[ -s ${folders[0]}/$file ]] || { echo "the tarball lacks $file"; failed=1; }
done
"${folders[0]}/bin/encke" ccc --synthetic random --num-vectors 20 --num-fields 30 --out "$work/again" >/dev/null
cmp "$work/run.edges.tsv" "$work/again.edges.tsv" || failed=1
exit "$failed"
