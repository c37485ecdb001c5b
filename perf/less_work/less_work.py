#!/usr/bin/env python3
"""What leaving out, and equal vectors once, spare; see less-work.sh.

usage: less_work.py ENCKE FOLDER --data PREFIX ... [--metric r2 ccc] [--way 2] [--threshold T ...] [--vectors N] [--threads N]
                    [--repeats N] [--level NAME] [--without] [--words WORD ...] [--count]
       less_work.py ENCKE FOLDER --series DATA METRIC WAY ... [the same]

PREFIX: a PLINK data set, of which the first N variants are taken. --series, which may be repeated, is one line of the picture;
DATA is a PREFIX, a file of fingerprints that ends in .fps or a table that ends in .biom, whose features are compared, and METRIC may also be
sorenson, jaccard or ps. Each run is followed by
one of the same program with --no-pruning, whose digest must be the same; --without: not, where that takes too long. Seconds are
of the processor, the median of the repeats; the gain is followed by the least and the largest of all repeats, each of a run and
the next one. The gain of the run alone is of the clock, without reading, the least of both. Instructions are those in user mode,
where `perf` counts them; --count: valgrind's count of one more run, whose level is x86-64-v3, as valgrind knows no AVX-512. Seconds,
gain and instructions are of the whole command, reading included. --words, the last option, are words of every command, such as those
of a window.
Writes less-work.tsv and less-work.svg (work left against threshold) to FOLDER.
"""
import argparse
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import loglog  # noqa: E402

STEPS = {"equal": "tuples_of_equal", "frequencies": "tuples_left_out", "part": "tuples_left_early", "pairs": "tuples_left_out"}
THRESHOLDS = {("r2", 2): ["0.1", "0.2", "0.3", "0.5", "0.65", "0.8", "0.9"], ("ccc", 2): ["0.6", "0.65", "0.7", "0.75", "0.8"],
              ("ccc", 3): ["0.35", "0.4", "0.45", "0.5"], ("duo", 2): ["0.4", "0.5", "0.6", "0.7"],
              ("duo", 3): ["0.3", "0.4", "0.5"], ("sorenson", 2): ["0.5", "0.6", "0.7", "0.8", "0.9"],
              ("sorenson", 3): ["0.8", "0.85", "0.9", "0.95"], ("jaccard", 2): ["0.4", "0.5", "0.6", "0.7", "0.8", "0.9"],
              ("ps", 2): ["0.5", "0.8", "0.95"]}
NAMES = {"r2": "r²", "ccc": "CCC", "duo": "DUO", "sorenson": "Sorenson", "jaccard": "Tanimoto", "ps": "PS"}

TOO_LARGE = "The output would have about"  # is how the program refuses


def counters(summary):
    """What the summary says of the work: shares of the tuples by step, and the share of the comparisons that is left."""
    left_out, triples = summary["left_out"], summary["way"] == 3
    steps = {step: left_out[key] / summary["tuples"] for step, key in STEPS.items()}
    steps["frequencies" if triples else "pairs"] = 0.0  # one number: by frequencies of pairs, by pairs of triples
    return {"tuples": summary["tuples"], "left": left_out["share_left"], **steps}


def counts_instructions():
    if shutil.which("perf") is None:
        return False
    done = subprocess.run(["perf", "stat", "-x,", "-e", "instructions:u", "true"], capture_output=True, text=True)
    return done.returncode == 0 and "not supported" not in done.stderr


def processor_seconds():
    """Of all children, user and system."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def collected(text):
    """The instructions that callgrind has counted, by its last words."""
    found = re.search(r"Collected : (\d+)", text)
    return int(found.group(1)) if found else None


class Program:
    def __init__(self, options, folder):
        self.options, self.out = options, os.path.join(folder, "out")
        self.counts = counts_instructions()
        self.counted = {}  # instructions by the words of a command

    def count(self, words):
        """Instructions of one thread of a command, as valgrind counts them: the same each time, but for some thousands."""
        key = tuple(words)
        if key not in self.counted:
            done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", self.options.encke, *words,
                                   "--out", self.out, "--threads", "1", "--level", "x86-64-v3"], check=True, capture_output=True, text=True)
            self.counted[key] = collected(done.stderr)
        return self.counted[key]

    def run(self, words):
        """Processor seconds, instructions (or None) and the summary of one command."""
        options = self.options
        command = [options.encke, *words, "--out", self.out, "--threads", str(options.threads)]
        if options.level:
            command += ["--level", options.level]
        if self.counts:
            command = ["perf", "stat", "-x,", "-e", "instructions:u", "-o", self.out + ".perf", "--", *command]
        before = processor_seconds()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        seconds = processor_seconds() - before
        with open(self.out + ".summary.json", encoding="utf-8") as file:
            summary = json.load(file)
        return seconds, self.instructions(words), summary

    def instructions(self, words):
        if getattr(self.options, "count", False):
            return self.count(words)
        if not self.counts:
            return None
        with open(self.out + ".perf", encoding="utf-8") as file:
            fields = [line.split(",") for line in file if "instructions" in line]
        return int(fields[0][0]) if fields and fields[0][0].isdigit() else None


def ratio(without, with_pruning):
    if not without or None in without or None in with_pruning:
        return "-"
    return f"{statistics.median(without) / statistics.median(with_pruning):.2f}"


def least_ratio(without, with_pruning):
    return f"{min(without) / min(with_pruning):.2f}" if without and min(with_pruning) > 0 else "-"


def spread(without, with_pruning):
    gains = [slow / quick for slow, quick in zip(without, with_pruning)]
    return f" ({min(gains):.2f} to {max(gains):.2f})" if len(gains) > 1 else ""


def measure(program, words, without):
    """The counters, and with and without: seconds of the command, instructions, seconds of the run. The digests must be equal."""
    costs = {"with": ([], [], []), "without": ([], [], [])}
    digests, last = set(), {}
    kinds = [("with", [])] + [("without", ["--no-pruning"])] * (not without)
    for repeat in range(program.options.repeats):
        for name, more in kinds if repeat % 2 == 0 else kinds[::-1]:
            seconds, instructions, summary = program.run(words + more)
            costs[name][0].append(seconds)
            costs[name][1].append(instructions)
            costs[name][2].append(summary["seconds"]["run"])
            digests.add(summary["digest"])
            last[name] = summary
    if len(digests) != 1:
        sys.exit(f"{' '.join(words)}: the digests differ: {digests}")
    return counters(last["with"]), costs


def selection(prefix, vectors, folder):
    if not vectors:
        return []
    names = os.path.join(folder, "names")
    with open(prefix + ".bim", encoding="utf-8") as file, open(names, "w", encoding="utf-8") as out:
        out.writelines(line.split()[1] + "\n" for line, _ in zip(file, range(vectors)))
    return ["--extract", names]


def picture(lines, path):
    """Work left against the threshold."""
    every = [left for points in lines.values() for _, left in points]
    chart = loglog.Chart("Work left", "threshold", "share of the comparisons that is made", (0.1, 1),
                         (loglog.around([max(min(every), 1e-4)])[0], 1))  # a share is at most 1
    for number_of_line, (name, points) in enumerate(lines.items()):
        color = loglog.COLORS[number_of_line % len(loglog.COLORS)]
        chart.line([(t, max(left, 1e-4)) for t, left in points], color, 2, name=name)
        for t, left in points:
            chart.point(t, max(left, 1e-4), color, radius=3)
        chart.legend(number_of_line, name, color)
    with open(path, "w", encoding="utf-8") as file:
        file.write(loglog.page([chart], 980, 470))


def series(options):
    """Data, metric and way of each line."""
    if options.series:
        return [(data, metric, int(way)) for data, metric, way in options.series]
    return [(prefix, metric, options.way) for prefix in options.data for metric in options.metric]


def rows(options, program, folder):
    for data, metric, way in series(options):
        name, form = os.path.splitext(os.path.basename(data))
        words = (["--fps", data] if form == ".fps" else ["--biom", data, "--compare", "features"] if form == ".biom" else
                 ["--bfile", data, *selection(data, options.vectors, folder)])
        name += form * (form not in (".fps", ".biom"))
        for threshold in options.threshold or THRESHOLDS[metric, way]:
            command = [metric, *words, "--threshold", threshold]
            command += ["--way", "3"] * (way == 3) + ["--inter-chr"] * (metric == "r2") + options.words
            try:
                yield name, f"{NAMES[metric]}{', triples' * (way == 3)}", threshold, *measure(program, command, options.without)
            except subprocess.CalledProcessError as error:
                if TOO_LARGE not in error.stderr:
                    sys.exit(f"{name} {metric} {threshold}: {error.stderr}")
                print(f"{name} {metric} {threshold}: left out, its output would be too large")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("encke")
    parser.add_argument("folder")
    parser.add_argument("--data", action="append", default=[])
    parser.add_argument("--series", nargs=3, action="append")
    parser.add_argument("--metric", nargs="+", default=["r2", "ccc"])
    parser.add_argument("--way", type=int, choices=(2, 3), default=2)
    parser.add_argument("--threshold", nargs="+")
    parser.add_argument("--vectors", type=int)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--level")
    parser.add_argument("--without", action="store_true")
    parser.add_argument("--count", action="store_true")
    parser.add_argument("--words", nargs=argparse.REMAINDER, default=[])
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    print(f"{options.threads} thread(s), {options.repeats} run(s) of each, load {os.getloadavg()[0]:.1f}")
    head = ["data", "metric", "threshold", *STEPS, "left", "seconds", "gain", "gain of the run", "gain in instructions"]
    lines = {}
    with tempfile.TemporaryDirectory() as folder, open(os.path.join(options.folder, "less-work.tsv"), "w", encoding="utf-8") as table:
        print(*head, sep="\t", file=table)
        print(f"| {' | '.join(head)} |\n|{'---|' * len(head)}")
        for data, metric, threshold, work, costs in rows(options, Program(options, folder), folder):
            cells = [data, metric, threshold, *(f"{work[step]:.4f}" for step in STEPS), f"{work['left']:.4f}",
                     f"{statistics.median(costs['with'][0]):.2f}",
                     ratio(costs["without"][0], costs["with"][0]) + spread(costs["without"][0], costs["with"][0]),
                     least_ratio(costs["without"][2], costs["with"][2]), ratio(costs["without"][1], costs["with"][1])]
            print(*cells, sep="\t", file=table, flush=True)
            print(f"| {' | '.join(cells)} |", flush=True)
            lines.setdefault(f"{data} {metric}", []).append((float(threshold), work["left"]))
    picture(lines, os.path.join(options.folder, "less-work.svg"))


if __name__ == "__main__":
    main()
