"""Examples in docstrings and in the guide give what they say."""

import doctest
import importlib
import importlib.metadata
import pathlib
import pkgutil
import re

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
        "encke.network": ["scipy", "networkx"],
        "encke.plot": ["matplotlib"],
    }
    for package in needed.get(name, []):
        pytest.importorskip(package)
    if name == "encke._core":
        return
    module = importlib.import_module(name)
    assert doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE).failed == 0


def test_all_public_functions_have_examples_or_refer_to_one():
    for name in encke.__all__:
        text = getattr(encke, name).__doc__
        assert text and len(text) > 20, name


def test_the_version_is_that_of_the_library():
    try:
        installed = importlib.metadata.version("encke")
    except importlib.metadata.PackageNotFoundError:
        pyproject = pathlib.Path(__file__).parents[2] / "pyproject.toml"
        installed = re.search(r'^version = "(.*?)"', pyproject.read_text(), re.MULTILINE)[1]
    assert encke.__version__ == installed


@pytest.mark.parametrize(("page", "least"), [("python.md", 20), ("python-scale.md", 5)])
def test_guide(page, least):
    path = GUIDES / page
    if not path.exists():
        pytest.skip("the guide is not beside these tests")
    for package in ("scipy", "pandas", "networkx"):
        pytest.importorskip(package)
    found = doctest.testfile(
        str(path), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert found.attempted > least and found.failed == 0
