#!/usr/bin/env bash
# run-python.sh: the wheel of the Python package, and its tests in an empty environment with the oldest and the newest Python that this
# machine has from 3.10 on: on the path, or of pyenv. ENCKE_PYTHONS names them, where they are elsewhere.
# The command line, next to which digests and files are held, is that of ENCKE_PROGRAM, else it is built in build/ci.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
bash drivers/setup.sh

# each VERSION: the Python of this version, if there is one that can make environments.
each() {
  local python
  for python in "python$1" "${PYENV_ROOT:-$HOME/.pyenv}/versions/$1".*/bin/"python$1"; do
    if "$python" -c 'import venv, ensurepip' 2>/dev/null; then
      echo "$python"
      return
    fi
  done
}

pythons=()
if [[ -n ${ENCKE_PYTHONS:-} ]]; then
  read -ra pythons <<<"$ENCKE_PYTHONS"
else
  for version in 3.10 3.11 3.12 3.13 3.14; do
    found=$(each $version)
    if [[ -n $found ]]; then pythons+=("$found"); fi
  done
  if ((${#pythons[@]} > 2)); then pythons=("${pythons[0]}" "${pythons[-1]}"); fi
fi
if ((${#pythons[@]} == 0)); then pythons=(python3); fi

if [[ -z ${ENCKE_PROGRAM:-} ]]; then
  cmake --preset ci
  cmake --build build/ci --target encke_encke_program
  export ENCKE_PROGRAM=$PWD/build/ci/bin/encke
fi
# What is optional is tested beside others once, and what needs older versions of some in another environment; "" leaves that out.
export ENCKE_TEST_PACKAGES=${ENCKE_TEST_PACKAGES-"scipy pandas pyarrow polars networkx igraph scikit-learn scikit-bio biom-format matplotlib distributed mypy tqdm anndata xarray h5py scikit-allel nbclient ipykernel faiss-cpu lightgbm"}
export ENCKE_OLDER_PACKAGES=${ENCKE_OLDER_PACKAGES-"sgkit pandas-plink scipy"}
bash drivers/python/wheel.sh "${pythons[@]}"
