"""The cells of the notebooks run, from the first to the last, and every picture of them is there."""

import json
import pathlib
import subprocess
import sys

import pytest

NOTEBOOKS = pathlib.Path(__file__).parents[2] / "docs" / "notebooks"


def cells(name):
    path = NOTEBOOKS / f"{name}.ipynb"
    if not path.exists():
        pytest.skip("the notebooks are not beside these tests")
    return [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]


ALL = ["ld", "microbiomes", "neighbours"]


@pytest.mark.parametrize("name", ALL)
def test_the_cells_run(name):
    matplotlib = pytest.importorskip("matplotlib")
    pytest.importorskip("scipy")
    matplotlib.use("agg")
    code = cells(name)
    space = {"__name__": name}
    for number, cell in enumerate(code):
        text = "".join(cell["source"])
        exec(compile(text, f"{name}.ipynb, code cell {number}", "exec"), space)
    matplotlib.pyplot.close("all")


@pytest.mark.parametrize("name", ALL)
def test_the_pictures_are_stored(name):
    code = cells(name)
    for cell in code:
        stored = [output for output in cell["outputs"] if "image/png" in output.get("data", {})]
        drawn = "plt.show()" in "".join(cell["source"])
        assert bool(stored) == drawn, "".join(cell["source"])
        assert not any(output["output_type"] == "error" for output in cell["outputs"])


def test_types(tmp_path):
    """mypy --strict over the cells, with the types of the package as it is installed."""
    pytest.importorskip("mypy")
    files = []
    for name in ALL:
        files.append(tmp_path / f"{name}_notebook.py")
        texts = ["".join(cell["source"]) for cell in cells(name)]
        files[-1].write_text("\n".join(texts) + "\n")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports",
         "--cache-dir", str(tmp_path / "cache"), *map(str, files)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
