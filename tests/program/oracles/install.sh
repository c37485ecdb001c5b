#!/usr/bin/env bash
# install.sh: installs, as far as that works here, the programs that tests/program/oracles compares Encke with: PLINK 1.9 and 2, ssu,
# mcl, R and Chromium from Debian; SciPy, pandas, scikit-bio, h5py, statsmodels, networkx, igraph and Emperor from the Python package
# index, in build/deps/oracles, where the tests find them at the next run of CMake; a later PLINK 2, of Debian 13, unpacked beside these.
# What cannot be installed is named; its comparisons are skipped. Ends with 0 in either case. ENCKE_DEPS names another folder than
# build/deps.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
python=${ENCKE_DEPS:-$root/build/deps}/oracles
as_root=()
if [[ $(id -u) != 0 ]]; then as_root=(sudo -n); fi

declare -A package_of=([plink1.9]=plink1.9 [plink2]=plink2 [ssu]=unifrac-tools [mcl]=mcl [Rscript]=r-base-core [chromium]=chromium)
missing=()
for program in "${!package_of[@]}"; do
  command -v "$program" >/dev/null || missing+=("${package_of[$program]}")
done
if ((${#missing[@]})); then
  "${as_root[@]}" apt-get -q update >/dev/null 2>&1 || true # what counts is the installation
  for package in "${missing[@]}"; do
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends "$package" >/dev/null 2>&1 ||
      echo "oracles: $package cannot be installed here"
  done
fi

if ! "$python/bin/python3" -c 'import scipy, pandas, skbio, h5py, statsmodels, networkx, igraph' 2>/dev/null; then
  { python3 -m venv "$python" && "$python/bin/pip" --disable-pip-version-check install -q scipy pandas scikit-bio h5py statsmodels networkx igraph; } ||
    echo "oracles: SciPy, pandas, scikit-bio, h5py, statsmodels, networkx and igraph cannot be installed here"
fi
if ! "$python/bin/python3" -c 'import emperor' 2>/dev/null; then # by itself: without it one comparison is left out
  "$python/bin/pip" --disable-pip-version-check install -q emperor 2>/dev/null || echo "oracles: Emperor cannot be installed here"
fi
if ! "$python/plink2/usr/bin/plink2" --version >/dev/null 2>&1; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  mkdir -p "$python/plink2"
  (
    . "$root/core/cmake/debian-apt.sh"
    cd "$work" && private_apt_open "$work/apt" deb trixie && private_apt download plink2 && dpkg-deb -x plink2_*.deb "$python/plink2"
  ) >/dev/null 2>&1
  "$python/plink2/usr/bin/plink2" --version >/dev/null 2>&1 || echo "oracles: a later plink2 cannot be unpacked here"
fi
exit 0
