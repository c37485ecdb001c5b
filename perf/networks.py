#!/usr/bin/env python3
"""Markov clusters next to those of the program mcl, and text of edges read: processor seconds of one core, runs in turn.

usage: networks.py ENCKE [EDGES.abc ...] [--data PREFIX ...] [--inflation I ...] [--repeats N] [--threads N]

EDGES.abc: networks to compare. --data: PLINK data sets; CCC above 0.7 and r2 above 0.5 of each are compared, too.
A cell is the median of the repeats with the least and the largest: user and system time of the whole process, reading and writing
included. The clusters must be the same bytes, else exit code 60. The last table reads edges alone (components), once as they are and once for
each size of made-up names: MB of text in a second.
"""
import argparse
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path


def seconds_of(words):
    """Processor seconds of a program."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([str(word) for word in words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def spread(seconds):
    return f"{statistics.median(seconds):.3f} ({min(seconds):.3f} to {max(seconds):.3f})"


def compare(arguments, edges, inflation):
    """One row: mcl and Encke in turn, and whether they agree."""
    ours, theirs = [], []
    for _ in range(arguments.repeats):
        theirs.append(seconds_of(["mcl", edges, "--abc", "-I", inflation, "-te", arguments.threads, "-o", "mcl.txt"]))
        ours.append(seconds_of([arguments.encke, "network", "--edges", edges, "--cluster", "mcl", "--inflation", inflation,
                                "--threads", arguments.threads, "--out", "ours"]))
        if Path("mcl.txt").read_bytes() != Path(f"ours.clusters.I{inflation}.txt").read_bytes():
            print(f"{edges}, inflation {inflation}: other clusters than mcl's", file=sys.stderr)
            sys.exit(60)
    gain = statistics.median(theirs) / statistics.median(ours)
    clusters = len(Path("mcl.txt").read_text().splitlines())
    print(f"| {Path(edges).stem} | {inflation} | {clusters:,} | {spread(theirs)} | {spread(ours)} | {gain:.1f} |", flush=True)


def made_up(path, lines, digits):
    """Edges of Encke's form between nodes that are near each other."""
    random.seed(1)
    with open(path, "w", encoding="utf-8") as file:
        file.write("#ID1\tID2\tA1\tA2\tVALUE\n")
        for line in range(lines):
            a = line // 20
            file.write(f"rs{a:0{digits}d}\trs{a + random.randrange(1, 40):0{digits}d}\t{line % 2}\t1\t0.{random.randrange(10**8, 10**9)}\n")


def read_alone(arguments, edges, start):
    size = os.path.getsize(edges) / 1e6
    seconds = [seconds_of([arguments.encke, "network", "--edges", edges, "--threads", 1, "--out", "read"]) - start
               for _ in range(arguments.repeats)]
    print(f"| {Path(edges).name} | {size:.0f} | {spread(seconds)} | {size / statistics.median(seconds):.0f} |", flush=True)


def networks_of(arguments, data):
    """CCC and r2 of a data set, as files of edges."""
    for name, metric, threshold in (("ccc07", "ccc", "0.7"), ("r205", "r2", "0.5")):
        out = f"{name}_{data.name}"
        more = ["--inter-chr"] if metric == "r2" else []
        seconds_of([arguments.encke, metric, "--bfile", data, "--threshold", threshold, "--format", "abc", "--out", out, *more])
        yield f"{out}.abc"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("encke", type=Path)
    parser.add_argument("edges", nargs="*", type=Path)
    parser.add_argument("--data", nargs="*", type=Path, default=[])
    parser.add_argument("--inflation", nargs="+", default=["1.4", "2", "4"])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--lines", type=int, default=2_000_000, help="of the edges that are made up")
    arguments = parser.parse_args()
    arguments.encke = arguments.encke.resolve()
    edges = [path.resolve() for path in arguments.edges]
    data = [path.resolve() for path in arguments.data]
    if not shutil.which("mcl"):
        sys.exit("the program mcl is not there")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for one in data:
            edges += networks_of(arguments, one)
        print("| network | inflation | clusters | mcl, s | Encke, s | gain |\n|---|---|---|---|---|---|")
        for one in edges:
            for inflation in arguments.inflation:
                compare(arguments, one, inflation)
        print("\n| edges | MB | components, s | MB/s |\n|---|---|---|---|")
        Path("one.abc").write_text("a b 1\n")
        start = min(seconds_of([arguments.encke, "network", "--edges", "one.abc", "--threads", 1, "--out", "one"]) for _ in range(3))
        for digits in (6, 12):
            made_up(f"names_of_{digits + 2}.tsv", arguments.lines, digits)
            read_alone(arguments, f"names_of_{digits + 2}.tsv", start)


if __name__ == "__main__":
    main()
