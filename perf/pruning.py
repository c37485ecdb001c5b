#!/usr/bin/env python3
"""What leaving out triples by their pairs gains: each run interleaved with one without it (--no-pruning), of the same program.

usage: pruning.py ENCKE PREFIX [--threshold T ...] [--vectors N] [--threads N] [--repeats N] [--without]

PREFIX: a PLINK data set, of which the first N variants are taken. --without: no run without pruning, where that takes too long. The
digests must agree. Seconds are those of the run in the summary, the median of the repeats, with the least and the largest; the share
left is that of the log.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile


def run(arguments, words, out):
    command = [arguments.encke, "ccc", "--bfile", arguments.prefix, "--way", "3", "--out", out, "--threads", str(arguments.threads)]
    subprocess.run(command + words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(out + ".summary.json", encoding="utf-8") as file:
        summary = json.load(file)
    with open(out + ".log", encoding="utf-8") as file:
        left = re.search(r"cannot pass: (\S+) % left", file.read())
    return summary["seconds"]["run"], summary["digest"], left.group(1) if left else "100"


def spread(seconds):
    return f"{statistics.median(seconds):.4f} ({min(seconds):.4f} to {max(seconds):.4f})"


def compare(arguments, threshold, selection, folder):
    words = ["--threshold", threshold] + selection
    with_pairs, without, digests, left = [], [], set(), ""
    for _ in range(arguments.repeats):
        seconds, digest, left = run(arguments, words, os.path.join(folder, "pairs"))
        with_pairs.append(seconds)
        digests.add(digest)
        if arguments.without:
            continue
        seconds, digest, _ = run(arguments, words + ["--no-pruning"], os.path.join(folder, "all"))
        without.append(seconds)
        digests.add(digest)
    if len(digests) != 1:
        sys.exit(f"threshold {threshold}: the digests differ: {digests}")
    gain = f"{statistics.median(without) / statistics.median(with_pairs):.2f}" if without else "-"
    print(f"| {threshold} | {spread(with_pairs)} | {spread(without) if without else '-'} | {gain} | {left} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("encke")
    parser.add_argument("prefix")
    parser.add_argument("--threshold", nargs="+", default=["0.5", "0.4"])
    parser.add_argument("--vectors", type=int)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--without", action="store_true")
    arguments = parser.parse_args()
    print(f"{os.path.basename(arguments.prefix)}, {arguments.threads} thread(s), load {os.getloadavg()[0]:.1f}")
    print("| threshold | seconds | all triples | gain | % left |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        selection = []
        if arguments.vectors:
            names = os.path.join(folder, "names")
            with open(arguments.prefix + ".bim", encoding="utf-8") as file, open(names, "w", encoding="utf-8") as out:
                out.writelines(line.split()[1] + "\n" for line, _ in zip(file, range(arguments.vectors)))
            selection = ["--extract", names]
        for threshold in arguments.threshold:
            compare(arguments, threshold, selection, folder)


if __name__ == "__main__":
    main()
