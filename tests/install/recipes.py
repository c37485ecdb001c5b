#!/usr/bin/env python3
"""recipes.py ROOT: the recipes for Spack and conda name options that CMake has, and the version; release.sh makes a section of the changelog.
Their own tools are not asked: they are not in the packages that the tests install."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[1])
VERSION = re.search(r"^ *VERSION ([0-9.]+)$", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]


def options_of_cmake():
    text = (ROOT / "CMakeLists.txt").read_text()
    return set(re.findall(r"^ *(?:option\(|set\()(ENCKE_[A-Z0-9_]+)", text, re.MULTILINE))


class Spack:
    """What package.py finds instead of spack.package: each word notes what it is called with."""

    def __init__(self):
        self.variants, self.needed, self.defined = set(), [], {}

    def names(self):
        def define(_, name, value):
            self.defined[name] = value

        package = type("CMakePackage", (), {"define": define, "define_from_variant": define})
        quiet = {name: lambda *given, **more: None for name in ("version", "license", "generator", "maintainers")}
        return {"CMakePackage": package, **quiet, "variant": lambda name, **more: self.variants.add(name),
                "depends_on": lambda spec, **more: self.needed.append((spec, more.get("when")))}


def check_spack():
    spack = Spack()
    names = spack.names()
    text = (ROOT / "drivers/packages/spack/package.py").read_text().replace("from spack.package import *", "")
    exec(compile(text, "package.py", "exec"), names)
    names["Encke"]().cmake_args()
    assert set(spack.defined) <= options_of_cmake(), f"CMake has no {set(spack.defined) - options_of_cmake()}"
    used = {value for value in spack.defined.values() if isinstance(value, str)}
    assert used == spack.variants, f"variants {spack.variants}, {used} are given to CMake"
    assert {when[1:] for _, when in spack.needed if when} == spack.variants
    assert {"fmt", "kokkos", "cli11", "nlohmann-json", "eigen"} <= {re.split(r"[@ ]", spec)[0] for spec, _ in spack.needed}


def check_conda():
    text = (ROOT / "drivers/packages/conda/meta.yaml").read_text()
    assert f'version: "{VERSION}"' in text
    given = set(re.findall(r"-D(ENCKE_[A-Z0-9_]+)", text))
    assert given and given <= options_of_cmake(), f"CMake has no {given - options_of_cmake()}"
    assert (ROOT / re.search(r"license_file: (.*)", text)[1]).exists()


def check_release():
    with tempfile.TemporaryDirectory() as folder:
        for name in ("CMakeLists.txt", "CITATION.cff", "pyproject.toml", "CHANGELOG.md", "drivers/packages/conda/meta.yaml"):
            pathlib.Path(folder, name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, pathlib.Path(folder, name))
        log = pathlib.Path(folder, "CHANGELOG.md")
        script = ["bash", str(ROOT / "drivers/packages/release.sh"), folder]
        released = f"## [{VERSION}]" in log.read_text()
        if not released:
            done = subprocess.run(script, capture_output=True, text=True)
            assert done.returncode == 0 and f"git tag -a v{VERSION}" in done.stdout, done.stderr
            assert re.search(rf"^## \[Unreleased\]\n\n## \[{re.escape(VERSION)}\] - \d{{4}}-\d\d-\d\d\n\n+### ", log.read_text(), re.MULTILINE)
        again = subprocess.run(script, capture_output=True, text=True)
        assert again.returncode == 1 and "has a section" in again.stderr, again.stderr
        pathlib.Path(folder, "CITATION.cff").write_text("version: 9.9.9\n")
        other = subprocess.run(script, capture_output=True, text=True)
        assert other.returncode == 1 and "9.9.9" in other.stderr, other.stderr


check_spack()
check_conda()
check_release()
