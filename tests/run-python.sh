#!/usr/bin/env bash
# run-python.sh: the wheel of the Python package, and its tests in an empty environment with the oldest and the newest Python that this
# machine has from 3.10 on. ENCKE_PYTHONS names them, where they are not on the path.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
pythons=()
if [[ -n ${ENCKE_PYTHONS:-} ]]; then
  read -ra pythons <<<"$ENCKE_PYTHONS"
else
  for version in 3.10 3.11 3.12 3.13 3.14; do
    if "python$version" -c 'import venv, ensurepip' 2>/dev/null; then pythons+=("python$version"); fi
  done
  if ((${#pythons[@]} > 2)); then pythons=("${pythons[0]}" "${pythons[-1]}"); fi
fi
if ((${#pythons[@]} == 0)); then pythons=(python3); fi
# What is optional is tested beside others once; "" leaves that out.
export ENCKE_TEST_PACKAGES=${ENCKE_TEST_PACKAGES-"scipy pandas pyarrow polars networkx igraph scikit-learn scikit-bio matplotlib distributed mypy tqdm"}
bash drivers/python/wheel.sh "${pythons[@]}"
