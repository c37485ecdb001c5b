#!/usr/bin/env bash
# run.sh [PYTHON]: runs the notebooks in place, so that they have the outputs and pictures of today. PYTHON (python3) has encke, scipy,
# matplotlib, nbclient and ipykernel.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
"${1:-python3}" - <<'END'
import pathlib

import nbclient
import nbformat

for path in sorted(pathlib.Path(".").glob("*.ipynb")):
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=600, record_timing=False).execute()
    nbformat.write(notebook, path)
    print(path)
END
