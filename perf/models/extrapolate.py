"""Terms of the biobank problems at three sizes on this machine: the outer two predict the one between, and the whole.

    python3 perf/models/extrapolate.py PROGRAM [--scratch DIR] [--repeats 3] [--only ccc2,windows,ccc3,unifrac] [--terms FILE]

Each term is a line y = a + b x through the smallest and the largest of the three sizes, where x is what the term grows with: bytes of the
input (reading, memory), comparisons (computing), tuples (combining), values written (output). The error is that of the line at the size
between, which it has not seen. One thread, the fastest of the repeats. UniFrac's data need h5py. Prints Markdown. --terms: writes what
`biobank.py --terms` takes: for each problem comparisons of one thread a second, and bytes of the input a second, by the largest size."""
import argparse
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from math import comb
from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../suite"))

SAMPLES = 500_000     # of the biobank
BRANCHES = 600_000    # of the tree of 113,000 samples
TIPS = 29_141         # of the tree that is measured


@dataclass
class Problem:
    name: str
    whole: int          # vectors of the whole problem
    fields: int         # … and fields
    sizes: tuple        # vectors that are measured: smallest, between, largest
    way: int
    options: tuple
    window: int = 0     # variants that each is compared with, on either side; 0: all are


PROBLEMS = {
    "ccc2": Problem("500,000 × 800,000, pairs", 800_000, SAMPLES, (800, 3_200, 8_000), 2, ("ccc", "--threshold", "0.7", "--no-pruning")),
    "windows": Problem("the same, windows of 1,000 variants", 800_000, SAMPLES, (2_000, 4_000, 8_000), 2,
                       ("ccc", "--threshold", "0.5015", "--no-pruning", "--window-variants", "1000"), 1_000),
    "ccc3": Problem("500,000 × 20,000, triples", 20_000, SAMPLES, (100, 200, 400), 3,
                    ("ccc", "--way", "3", "--threshold", "0.7", "--no-pruning")),
    "unifrac": Problem("UniFrac unweighted, 113,000 × 600,000 branches", 113_000, BRANCHES, (500, 1_000, 2_000), 2,
                       ("unifrac", "--method", "unweighted", "--precision", "f32", "--format", "npy")),
}


def write_bed(prefix, variants):
    """Random genotypes without missing ones: pairs of bits 0, 2 and 3."""
    codes = (0, 2, 3)
    four = [a | b << 2 | c << 4 | d << 6 for a in codes for b in codes for c in codes for d in codes]
    table, rng = bytes(four[b % 81] for b in range(256)), random.Random(1)
    with open(prefix + ".bed", "wb") as bed:
        bed.write(b"\x6c\x1b\x01")
        for _ in range(variants):
            bed.write(rng.randbytes(SAMPLES // 4).translate(table))
    Path(prefix + ".bim").write_text("".join(f"1 s{v} 0 {v + 1} A C\n" for v in range(variants)), encoding="utf-8")
    Path(prefix + ".fam").write_text("".join(f"f{s} i{s} 0 0 2 1\n" for s in range(SAMPLES)), encoding="utf-8")


def write_input(kind, vectors, folder):
    if kind == "ccc":
        return write_bed(f"{folder}/x", vectors)
    import data  # pylint: disable=import-outside-toplevel
    return data.write_community(folder, vectors, TIPS)


def input_of(kind, vectors, folder):
    """The input's options. It is written by another process: what a process has held counts for those that it starts."""
    writer = multiprocessing.Process(target=write_input, args=(kind, vectors, folder))
    writer.start()
    writer.join()
    if writer.exitcode != 0:
        raise SystemExit("the input was not written")
    return ["--bfile", f"{folder}/x"] if kind == "ccc" else ["--biom", f"{folder}/t.biom", "--tree", f"{folder}/t.nwk"]


def measure(program, problem, vectors, scratch, repeats):
    """The summary of the fastest run."""
    with tempfile.TemporaryDirectory(dir=scratch) as folder:
        words = [program, *problem.options, *input_of(problem.options[0], vectors, folder), "--threads", "1", "--out", f"{folder}/P"]
        found = []
        for _ in range(repeats):
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            found.append(json.loads(Path(f"{folder}/P.summary.json").read_text(encoding="utf-8")))
    return min(found, key=lambda summary: summary["seconds"]["total"])


def whole_tuples(problem):
    """Tuples of the whole problem."""
    if problem.window == 0:
        return comb(problem.whole, problem.way)
    return problem.whole * problem.window - problem.window * (problem.window + 1) // 2


def whole(problem):
    """What the summary of the whole problem would say. Of windows one value in 10,000 tuples is written, of UniFrac all."""
    tuples = whole_tuples(problem)
    written = tuples if problem.options[0] == "unifrac" else tuples / 10_000
    return {"num_vectors": problem.whole, "num_fields": problem.fields, "tuples": tuples, "written": written}


def terms(problem):
    """Name, unit, what is measured, and what of a summary it grows with."""
    cells = lambda s: s["num_vectors"] * s["num_fields"]  # noqa: E731
    every = (
        ("memory", "GB", lambda s: s["memory_peak_bytes"] / 1e9, cells),
        ("reading", "s", lambda s: s["seconds"]["read"], cells),
        ("computing", "s", lambda s: s["seconds"]["contract"], lambda s: s["tuples"] * s["num_fields"]),
        ("combining", "s", lambda s: s["seconds"]["combine"], lambda s: s["tuples"]),
    )
    wrote = ("output", "s", lambda s: s["seconds"]["output"] + s["seconds"]["publish"], lambda s: s["written"])
    writes_some = problem.window > 0 or problem.options[0] == "unifrac"
    return every + (wrote,) if writes_some else every


def line_through(x, y):
    """a, b of a + b x through two points."""
    b = (y[1] - y[0]) / (x[1] - x[0])
    return y[0] - b * x[0], b


def rows(problem, summaries):
    """A row of the table for each term. `summaries`: of the three sizes."""
    for name, unit, measured, grows_with in terms(problem):
        y = [measured(s) for s in summaries]
        x = [grows_with(s) for s in summaries]
        a, b = line_through((x[0], x[2]), (y[0], y[2]))
        predicted, of_whole = a + b * x[1], a + b * grows_with(whole(problem))
        error = f"{100 * (predicted / y[1] - 1):+.1f} %" if y[1] > 0 else "–"
        yield (f"| {problem.name} | {name}, {unit} | {y[0]:.4g} | {y[2]:.4g} | {predicted:.4g} | {y[1]:.4g} | {error} | {of_whole:,.4g} |")


def rates(summary):
    """What one thread does a second in the largest of the three sizes."""
    cells = summary["num_vectors"] * summary["num_fields"]
    return {"comparisons": summary["tuples"] * summary["num_fields"] / summary["seconds"]["contract"],
            "cells_read": cells / summary["seconds"]["read"]}


def main():
    parser = argparse.ArgumentParser(prog="extrapolate.py")
    parser.add_argument("--terms")
    parser.add_argument("program")
    parser.add_argument("--scratch")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--only", default=",".join(PROBLEMS))
    options = parser.parse_args()
    print("| problem | term | smallest | largest | between: predicted | measured | error | the whole, one thread |\n|---|---|---|---|---|---|---|---|")
    found = {}
    for name in options.only.split(","):
        problem = PROBLEMS[name]
        summaries = [measure(options.program, problem, n, options.scratch, options.repeats) for n in problem.sizes]
        found[name] = rates(summaries[-1])
        print("\n".join(rows(problem, summaries)), flush=True)
    if options.terms:
        Path(options.terms).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
