#!/usr/bin/env python3
"""Writes docs/reference/testing.md: what is promised, how it is tested, and figures that are counted in the sources or were printed by
the last run of a named check.

    testing_page.py              writes the page
    testing_page.py --take       first takes the figures that named checks left in build/ into docs/reference/figures.tsv, with the commit
    testing_page.py --check      ends with 1 where the page is not what would be written, and says what differs

Counts that every change moves are rounded down, as "2,300+". --check takes what the page says of them as long as it is true and not
older than a tenth, so that a small change need not write the page anew.

Python's standard library alone.
"""
import argparse
import datetime
import difflib
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tests/hostile"))
sys.dont_write_bytecode = True
import readers  # noqa: E402

PAGE = ROOT / "docs/reference/testing.md"
FIGURES = ROOT / "docs/reference/figures.tsv"
LEFT = {"fuzz": "build/fuzz/figures.txt", **{check: f"build/{check}-figures.txt" for check in ("campaign", "mutants", "malformed", "faults", "soak", "memory")}}

TEXT = """# How Encke is tested

This page is written by `tests/testing_page.py`. Numbers are counted in the sources, or were printed by the last run of the named check.

## What is promised

| promise | tested by |
|---|---|
| a value is that of the definition, to the last bit where it is a quotient of whole numbers | unit tests, conformance of all backends, known answers, campaign, oracles |
| the same input gives the same bytes on every backend, level, number of threads and ranks, in parts and after a stop | conformance, `same_bytes`, decompositions, campaign |
| a threshold, `--top`, windows and sets drop nothing that belongs to the result | tests of screens, campaign |
| a damaged or hostile input is refused with a documented exit code and one printable line, within `--memory` | tests of readers, spoilt inputs, fuzz targets, sanitizers |
| a run that is killed, or whose disk fails, leaves whole files or none, and `--resume` ends with the same bytes | tests of faults: each n-th call that writes, each allocation, kills at random, flipped bits |
| load and time change nothing: processes with one `--out`, more ranks than cores, slow and full disks, clocks that jump | tests of faults, soak |
| results of older commands do not change | `same_bytes` |
| the tests can fail | planted faults |

## Counted in the sources

| | |
|---|---|
{counts}

## Printed by the last run

| check | when | what it printed |
|---|---|---|
{figures}

`.ci/run` followed by the name of a check runs it again; `.ci/run fuzz:3600` gives each target an hour, and
`.ci/run campaign:20000` checks so many configurations. What a check finds becomes a test before it is mended: for fuzz targets a
file in `tests/fuzz/regressions`, which every later run repeats first.

## How each works

* **Unit tests** mirror the folders of the sources (`tests/unit`). Under `.ci/run debug-sanitize` those that handle memory
  by hand run with AddressSanitizer and UndefinedBehaviorSanitizer.
* **Conformance** compares every backend and instruction-set level with the reference, which computes each contraction by its definition.
* **Oracles** are other people's programs and libraries on the same data: PLINK 1.9 and 2, SciPy, scikit-bio, ssu, mcl, statsmodels.
* **Same bytes** compares output files and messages of commands with a recorded table.
* **Faults** puts a library in front of the C library that fails, shortens, delays or kills at the n-th call, or allocation: those that
  open (to read, too), read, write, sync, truncate, close, rename, link and remove files. `faults` takes
  every n of a command for each set of output files; ordinary tests take a spread of all commands whose bytes are recorded. After each
  the same command, with `--resume` where there is something to go on with, must give the same bytes. A command allocates some
  45,000 times, so of allocations `faults` takes each place: each stack of calls, of 16 at most, that asks for memory in any of these commands. A
  place fails alone, and with all allocations after it (`memory-from`). A run that fails leaves nothing; only what could not be removed may
  be left, and the next run of the same output removes it, as what a kill has left.
* **Malformed inputs**: good small files of every format, each spoilt in one way, go through the program. It must end with 0 or a
  documented exit code, in one printable line, within twice `--memory` and ten seconds, and leave no output behind.
* **Soak** runs one command again and again, kills it at random moments and resumes it. The last runs must have the bytes, memory and
  descriptors of the first. A unit test does hundreds of runs, refused and stopped ones among them, in one process.
* **Fuzz targets** are one function for each reader, under libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer. Files with
  checksums are made with right ones, so that what is behind a checksum is reached. A message that is not one printable line is a
  finding, as is an internal error. The ordinary test `fuzz_replay` feeds seeds and old findings to the same functions without a fuzzer,
  each also cut at every byte and with every bit turned.
* **The campaign** makes random data and random command lines. The first command line of a problem is compared with NumPy, all
  others must give the same bytes. Thresholds are often values that occur, or the next number beside one, and vectors often equal. Half of the
  runs that can leave tuples out have to (`--force-pruning`); the last lines say how many did, and by which step. The seed is the day's;
  what it finds can be had again with `--seed` and `--problem`.
* **Planted faults** are small changes of the sources, such as `<` for `<=` in a window. The tests of the folder must find each. The
  ordinary test `rules_mutants` shows that each of them still can be planted.

## What is not tested

* libhdf5, HTSlib, zlib and Zstandard are not compiled with sanitizers here; only what calls them is.
* The HDF5 library with damaged files in Encke's own process: `encke` reads them in another one. Fuzzing stops at what it does there.
* The fuzz targets have one process and one thread. Several ranks read damaged files in the tests of `tests/program/ranks` alone.
* A disk that says that it wrote and did not cannot be seen by any program that does not read everything again.
"""


def sources(pattern):
    return sorted(ROOT.glob(pattern))


def count(paths, expression):
    return sum(len(re.findall(expression, path.read_text(errors="replace"), re.M)) for path in paths)


def lines(paths):
    return sum(path.read_text(errors="replace").count("\n") for path in paths)


def code(folder):
    return [path for end in ("cpp", "hpp", "cu") for path in sources(f"{folder}/**/*.{end}")]


def rows_of(path, comment="#"):
    return [line for line in path.read_text().splitlines() if line and not line.startswith(comment)]


def counts():
    library = [path for folder in ("core", "backends", "drivers") for path in code(folder)]
    tests = code("tests")
    test = r"^TEST(_F|_P)?\("
    # what is counted, how many, and to which multiple it is rounded down
    regressions = [path for path in sources("tests/fuzz/regressions/*/*") if path.name != "README.md"]
    recorded = rows_of(ROOT / "tests/same_bytes/expected.tsv")
    return [
        ("lines of library, backends and programs", lines(library), 1000),
        ("lines of tests in C++", lines(tests), 1000),
        ("tests in C++ (many of them loops over cases)", count(tests, test), 100),
        ("... of these of files on a disk that fails, of kills and of damage", count(code("tests/program/faults"), test), 10),
        ("... of these that start the program", count(code("tests/program"), test), 50),
        ("comparisons with other programs", len(sources("tests/program/oracles/*.py")), 1),
        ("commands whose outputs are recorded", len({row.split("\t")[1] for row in recorded}), 20),
        ("readers, whose files are spoilt", len(readers.table()), 1),
        ("fuzz targets", len(sources("tests/fuzz/targets/*/*.cpp")), 1),
        ("inputs that fuzzing once found, repeated by each run", len(regressions), 1),
        ("planted faults", len(rows_of(ROOT / "tests/mutants/mutants.tsv")), 1),
    ]


def read_figures():
    if not FIGURES.exists():
        return {}
    return {row.split("\t")[0]: row.split("\t")[1:] for row in rows_of(FIGURES)}


def take_figures():
    """Only those that are newer than the commit: others are of an older one."""
    figures = read_figures()
    commit, made = subprocess.run(["git", "log", "-1", "--format=%h %ct"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    for check, left in LEFT.items():
        path = ROOT / left
        if path.exists() and os.path.getmtime(path) > int(made):
            day = datetime.date.fromtimestamp(os.path.getmtime(path)).isoformat()
            figures[check] = [f"{day}, {commit}", "; ".join(path.read_text().splitlines())]
    head = "# The last figures of named checks of .ci/run: check, day and commit, what it printed. Written by tests/testing_page.py --take.\n"
    FIGURES.write_text(head + "".join("\t".join([check, *row]) + "\n" for check, row in sorted(figures.items())))


def rounded(number, step):
    return f"{number // step * step:,}" + "+" * (step > 1)


def still_true(said, number, step):
    """Of a rounded count on the page."""
    claimed = int(said.rstrip("+").replace(",", ""))
    return said.endswith("+") and claimed <= number < claimed * 1.1 + 2 * step


def page(old=""):
    """`old`: a page whose rounded counts stay where they are still true."""
    counted = []
    for what, number, step in counts():
        said = re.search(rf"^\| {re.escape(what)} \| ([\d,]+\+) \|$", old, re.M)
        text = said[1] if step > 1 and said and still_true(said[1], number, step) else rounded(number, step)
        counted.append(f"| {what} | {text} |")
    counted = "\n".join(counted)
    printed = "\n".join(f"| `{check}` | {day} | {text} |" for check, (day, text) in sorted(read_figures().items()))
    return TEXT.format(counts=counted, figures=printed)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--take", action="store_true")
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    if given.take:
        take_figures()
    if given.check:
        old = PAGE.read_text()
        wanted = page(old)
        if old == wanted:
            return 0
        print(f"{PAGE.relative_to(ROOT)} is old, write it anew by: python3 tests/testing_page.py")
        print("\n".join(difflib.unified_diff(old.splitlines(), wanted.splitlines(), "there", "would be", lineterm="", n=0)))
        return 1
    PAGE.write_text(page())
    return 0


if __name__ == "__main__":
    sys.exit(main())
