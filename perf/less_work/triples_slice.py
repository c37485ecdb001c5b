#!/usr/bin/env python3
"""Hits of triples that were found from their pairs, against brute force on a slice that brute force can do.

usage: triples_slice.py ENCKE PREFIX THRESHOLD [--metric ccc] [--slices N] [--size M] [--seed S] [--threads T]

PREFIX: a PLINK data set. All its triples above THRESHOLD are found once, with triples left out. Then for each of N slices of M
neighbouring variants all triples with one of these are computed, none left out (--no-pruning), and their lines must be those of the
first file that name one of these variants, byte for byte. The first slice has the variant of most hits, the others lie at random.
Ends with status 1 where lines differ.
"""
import argparse
import collections
import json
import os
import random
import resource
import subprocess
import sys
import tempfile


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def triples(options, folder, *more):
    """Lines of the edges, the number of triples, and processor seconds."""
    out = os.path.join(folder, "out")
    before = processor_seconds()
    subprocess.run([options.encke, options.metric, "--way", "3", "--bfile", options.prefix, "--threshold", options.threshold,
                    "--columns", "ids", "--threads", str(options.threads), "--out", out, *more],
                   check=True, stdout=subprocess.DEVNULL)
    seconds = processor_seconds() - before
    with open(out + ".edges.tsv", encoding="utf-8") as file:
        lines = file.read().splitlines()
    with open(out + ".summary.json", encoding="utf-8") as file:
        tuples = json.load(file)["tuples"]
    return lines, tuples, seconds


def ids_of(line):
    """The three variants of a line, however many columns the values have."""
    return line.split("\t")[:3]


def slices(options, ids, lines):
    """First variants of the slices, at multiples of their size."""
    most = collections.Counter(v for line in lines[1:] for v in ids_of(line)).most_common(1)
    source = random.Random(options.seed)
    begins = [ids.index(most[0][0])] if most else []
    begins += [source.randrange(len(ids)) for _ in range(options.slices - len(begins))]
    return [begin // options.size * options.size for begin in begins]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("encke")
    parser.add_argument("prefix")
    parser.add_argument("threshold")
    parser.add_argument("--metric", choices=("ccc", "duo", "sorenson"), default="ccc")
    parser.add_argument("--slices", type=int, default=2)
    parser.add_argument("--size", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    with open(options.prefix + ".bim", encoding="utf-8") as file:
        ids = [line.split()[1] for line in file]
    with tempfile.TemporaryDirectory() as folder:
        lines, tuples, seconds = triples(options, folder)
        print(f"all: {tuples:,} triples, {len(lines) - 1:,} lines, {seconds:.1f} s of the processor", flush=True)
        wrong = 0
        for begin in slices(options, ids, lines):
            some = set(ids[begin:begin + options.size])
            names = os.path.join(folder, "names")
            with open(names, "w", encoding="utf-8") as file:
                file.write("\n".join(some) + "\n")
            brute, tuples, seconds = triples(options, folder, "--no-pruning", "--extract-first", names)
            expected = lines[:1] + [line for line in lines[1:] if some & set(ids_of(line))]
            same = brute == expected
            wrong += not same
            print(f"variants {begin + 1:,} to {begin + len(some):,}: {tuples:,} triples by brute force, {len(brute) - 1:,} lines, "
                  f"{seconds:.1f} s: {'the same bytes' if same else f'NOT the {len(expected) - 1:,} lines of before'}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
