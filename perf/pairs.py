#!/usr/bin/env python3
"""Two builds of encke-bench in turn: python3 perf/pairs.py BEFORE AFTER [--turns 7] [--repeats 20] [--case WORDS ...]

A case is the words of one command, such as "--metric ccc --vectors 4096 --fields 8192"; without one,
all of CASES are run, one thread each. The builds run in turn (A B A B ...). The fastest run of each
turn counts, because other programs can only make a run slower; the table has the median over the
turns of what it takes, in ns a 1,000 comparisons, and of the ratio of the two, with its range. Runs
with different digests end with exit code 60.
"""
import argparse
import json
import statistics
import subprocess
import sys

CASES = [
    "--metric ccc --vectors 2048 --fields 8192",
    "--metric ccc --vectors 4096 --fields 896",
    "--metric ccc --way 3 --vectors 256 --fields 2048",
    "--metric ccc --vectors 2048 --fields 4096 --missing 0.02",
    "--metric ccc --way 3 --vectors 192 --fields 2048 --missing 0.02",
    "--metric duo --way 3 --vectors 192 --fields 4096 --missing 0.02",
    "--metric ps --precision f32 --vectors 1024 --fields 2048",
    "--metric ps --precision f64 --vectors 1024 --fields 2048",
    "--metric ps --way 3 --precision f32 --vectors 128 --fields 2048",
    "--metric ps --precision u2 --vectors 2048 --fields 4096",
    "--metric ps --precision u8 --vectors 1024 --fields 4096",
    "--metric ps --precision u16 --vectors 1024 --fields 4096",
    "--metric sorenson --vectors 2048 --fields 8192",
    "--metric sorenson --way 3 --vectors 256 --fields 4096",
    "--metric epistasis --vectors 1024 --fields 1024",
    "--metric epistasis --way 3 --vectors 128 --fields 1024",
    "--metric unifrac --precision f32 --vectors 512 --fields 2048",
]


def run(program, case, repeats):
    """One process: its JSON object, which has the seconds of every run."""
    words = [program, "--json", "--threads", "1", "--repeats", str(repeats), *case.split()]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[0])


def time_of(result):
    """ns a 1,000 comparisons, of the fastest run."""
    return min(result["seconds"]) / result["comparisons"] * 1e12


def compare(before, after, case, turns, repeats):
    """(median of before, of after, ratios): one of each a turn."""
    times = ([], [])
    digests = set()
    for turn in range(turns):
        for which in (0, 1) if turn % 2 == 0 else (1, 0):
            result = run((before, after)[which], case, repeats)
            times[which].append(time_of(result))
            digests.add(result["digest"])
    if len(digests) > 1:
        print(f"{case}: different digests {sorted(digests)}", file=sys.stderr)
        raise SystemExit(60)
    ratios = [a / b for a, b in zip(*times)]
    return statistics.median(times[0]), statistics.median(times[1]), ratios


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--repeats", type=int, default=20)
    parser.add_argument("--case", action="append", default=[])
    words = parser.parse_args()
    print("case\tbefore\tafter\ttimes_as_fast\tleast\tmost", flush=True)
    for case in words.case or CASES:
        before, after, ratios = compare(words.before, words.after, case, words.turns, words.repeats)
        print(f"{case}\t{before:.3f}\t{after:.3f}\t{statistics.median(ratios):.2f}\t"
              f"{min(ratios):.2f}\t{max(ratios):.2f}", flush=True)


if __name__ == "__main__":
    main()
