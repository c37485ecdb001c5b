"""Examples in docstrings and in the guide give what they say."""

import doctest
import importlib
import importlib.metadata
import inspect
import pathlib
import pkgutil
import re
import subprocess
import sys

import pytest

import encke

GUIDES = pathlib.Path(__file__).parents[2] / "docs" / "guide"


@pytest.mark.parametrize(
    "name", ["encke", *(m.name for m in pkgutil.walk_packages(encke.__path__, "encke.", str))]
)
def test_docstrings(name):
    needed = {
        "encke.sklearn": ["sklearn"],
        "encke._distances": ["scipy"],
        "encke._hits": ["scipy", "pandas"],
        "encke._science": ["scipy"],
        "encke.network": ["scipy", "networkx"],
        "encke.network._embedding": ["networkx"],
        "encke.network._thin": ["scipy"],
        "encke.plot": ["matplotlib"],
    }
    for package in needed.get(name, []):
        pytest.importorskip(package)
    if name == "encke._core":
        return
    module = importlib.import_module(name)
    assert doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE).failed == 0


def public(module):
    return [getattr(module, name) for name in module.__all__ if callable(getattr(module, name))]


def test_all_public_functions_have_parameters_results_and_an_example():
    for name in ("encke", "encke.network", "encke.plot", "encke.sklearn"):
        if name == "encke.sklearn":
            pytest.importorskip("sklearn")
        for what in public(importlib.import_module(name)):
            if inspect.isclass(what) and issubclass(what, Exception):
                continue
            text = what.__doc__ or ""
            assert text, what
            if inspect.isfunction(what):
                parameters = inspect.signature(what).parameters
                assert not parameters or "Parameters\n" in text, what
                returns = what.__annotations__.get("return") not in (None, "None")
                assert not returns or "Returns\n" in text, what
                assert "Examples\n" in text and ">>> " in text, what


def test_the_version_is_that_of_the_library():
    try:
        installed = importlib.metadata.version("encke")
    except importlib.metadata.PackageNotFoundError:
        pyproject = pathlib.Path(__file__).parents[2] / "pyproject.toml"
        installed = re.search(r'^version = "(.*?)"', pyproject.read_text(), re.MULTILINE)[1]
    assert encke.__version__ == installed


@pytest.mark.parametrize(("page", "least"), [("python.md", 15), ("python-package.md", 18), ("python-scale.md", 5)])
def test_guide(page, least, tmp_path, monkeypatch):
    path = GUIDES / page
    if not path.exists():
        pytest.skip("the guide is not beside these tests")
    for package in ("scipy", "pandas", "networkx", "matplotlib"):
        pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)  # where a picture is left
    found = doctest.testfile(
        str(path), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert found.attempted > least and found.failed == 0


def python_of(page):
    """The examples of a page with their prompts, as a program, and its blocks of Python, as others."""
    text = (GUIDES / page).read_text()
    examples = doctest.DocTestParser().get_examples(text)
    yield "".join(example.source for example in examples)
    yield from re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def test_types_of_the_guide(tmp_path):
    """mypy --strict over the examples of the pages, with the types of the package as it is installed."""
    pytest.importorskip("mypy")
    pages = sorted(page.name for page in GUIDES.glob("python*.md"))
    if not pages:
        pytest.skip("the guide is not beside these tests")
    files = []
    for page in pages:
        for k, text in enumerate(python_of(page)):
            files.append(tmp_path / f"{page[:-3].replace('-', '_')}_{k}.py")
            files[-1].write_text(text)
    assert len(files) >= 4
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports",
         "--untyped-calls-exclude=distributed", "--cache-dir", str(tmp_path / "cache"), *map(str, files)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
