"""Measures runs on ranks; see perf/ranks.sh."""
import argparse
import datetime
import json
import os
import platform
import re
import sys

import launch
import table

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SIZES = {
    "full": {2: (24576, 8192), 3: (1536, 2048), "written": (3000, 1000), "hits": 400000, "messages": 20},
    "small": {2: (512, 256), 3: (64, 128), "written": (64, 128), "hits": 2000, "messages": 2},
}
THRESHOLDS = {2: "0.76", 3: "0.45"}  # random genotypes stay below
MANY = "0.6"  # a third of the values of random genotypes of 1,000 samples is above
GRIDS = [(1, 1), (1, 2), (2, 1), (4, 1)]  # ranks, threads of each


def parse():
    parser = argparse.ArgumentParser(prog="ranks.sh")
    parser.add_argument("--name")
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "release"))
    parser.add_argument("--data", default=os.path.join(ROOT, "..", "shared", "data", "snp", "snpstats_exercise_chr10"))
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--size", choices=sorted(SIZES), default="full")
    parser.add_argument("--results", default=os.path.join(ROOT, "perf", "results"), help="folder of the results")
    return parser.parse_args()


def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            found = re.search(r"model name\s*:\s*(.*)", file.read())
    except OSError:
        found = None
    name = found.group(1) if found else platform.machine()
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def say(message):
    print(message, file=sys.stderr, flush=True)


class Runs:
    """All runs, in the order in which they were made; each is a line of runs.tsv."""
    COLUMNS = ["what", "way", "vectors", "fields", "ranks", "threads", "processors", "repeat", "seconds_read",
               "seconds_run", "seconds_total", "bytes_shifted", "written", "digest"]

    def __init__(self, path):
        self.file = open(path, "w", encoding="utf-8")
        self.line(self.COLUMNS)

    def line(self, values):
        self.file.write("\t".join(map(str, values)) + "\n")
        self.file.flush()  # what was measured stays if a later run fails

    def add(self, what, repeat, ranks, summary):
        seconds = summary["seconds"]
        self.line([what, summary["way"], summary["num_vectors"], summary["num_fields"], ranks, summary["threads"],
                   len(launch.processors()), repeat, seconds["read"], seconds["run"], seconds["total"],
                   summary["bytes_shifted"], summary["written"], summary["digest"]])


def interleaved(program, runs, what, options, variants, repeats):
    """The summaries of each variant, a list of (name, ranks, threads, more options): A B A B ..., after one run of
    each that does not count. All must find the same."""
    found = {name: [] for name, *_ in variants}
    for repeat in range(-1, repeats):
        say(f"{what}: " + ("warming up" if repeat < 0 else f"repeat {repeat + 1} of {repeats}"))
        for name, ranks, threads, more in variants:
            summary = launch.encke(program, ranks, threads, options + more)
            if repeat >= 0:
                found[name].append(summary)
                runs.add(f"{what} {name}", repeat, ranks, summary)
    digests = {summary["digest"] for all_of in found.values() for summary in all_of}
    if len(digests) != 1:
        raise SystemExit(f"ranks.sh: {what}: digests differ: {sorted(digests)}")
    return found


def seconds(summaries, part):
    return [summary["seconds"][part] for summary in summaries]


def measure_ratios(programs, runs, options):
    rows = []
    for way in (2, 3):
        vectors, fields = SIZES[options.size][way]
        problem = ["ccc", "--synthetic", "random", "--num-vectors", str(vectors), "--num-fields", str(fields),
                   "--way", str(way), "--missing", "none", "--threshold", THRESHOLDS[way]]
        variants = [(f"{ranks}x{threads}", ranks, threads, []) for ranks, threads in GRIDS]
        found = interleaved(programs["encke"], runs, f"ccc {way}-way", problem, variants, options.repeats)
        size = f"CCC {way}-way, {vectors} x {fields}"
        for part, judged in (("run", True), ("total", False)):
            of = {name: seconds(summaries, part) for name, summaries in found.items()}
            if judged and way == 2:
                rows.append(table.ratio_row("2 ranks x 1 thread against 1 x 2", f"{size}, {part}", of["1x2"], of["2x1"], 0.95))
            elif judged is False or way == 3:
                rows.append(table.ratio_row("2 ranks x 1 thread against 1 x 2", f"{size}, {part}", of["1x2"], of["2x1"]))
            rows.append(table.ratio_row("2 ranks against 1", f"{size}, {part}", of["1x1"], of["2x1"], 1.85 if judged else None))
    return rows


def measure_output(programs, runs, options):
    """A run that writes more than it computes: the root publishes alone. For the model's check."""
    vectors, fields = SIZES[options.size]["written"]
    problem = ["ccc", "--synthetic", "random", "--num-vectors", str(vectors), "--num-fields", str(fields), "--missing", "none",
               "--threshold", MANY, "--all"]
    variants = [(f"{ranks}x{threads}", ranks, threads, []) for ranks, threads in GRIDS]
    found = interleaved(programs["encke"], runs, "output", problem, variants, options.repeats)
    of = {name: seconds(summaries, "total") for name, summaries in found.items()}
    size = f"CCC 2-way, {vectors} x {fields}, {found['1x1'][0]['written']} values written, total"
    return [table.ratio_row("2 ranks x 1 thread against 1 x 2", size, of["1x2"], of["2x1"]),
            table.ratio_row("2 ranks against 1", size, of["1x1"], of["2x1"])]


def measure_schedule(programs, options):
    rows = []
    for way in (2, 3):
        lines = [launch.bench(programs["encke-bench"], ["--schedule", "10000", "--way", str(way)])[0]
                 for _ in range(options.repeats)]
        name = f"schedule of 10,000 ranks, {way}-way"
        what = f"first {lines[0]['first_steps']} steps of one rank"
        rows.append(table.plain_row(name, what + ", s", table.median([line["seconds"] for line in lines]), most=0.010))
        rows.append(table.plain_row(name, what + ", B", max(line["bytes"] for line in lines), most=10e6))
    return rows


def measure_store(programs, runs, options):
    """Digest, checksums (as they are written, and as they are read) and manifest, as a share of a whole command."""
    data = os.path.abspath(options.data)
    if not os.path.exists(data + ".bed"):
        say(f"ranks.sh: {data}.bed is not there: the cost of the store is left out")
        return [["cost of the store", "data not found", "-", "< 3", "not measured"] + ["-"] * 5]
    threads = min(2, len(launch.processors()))
    found = interleaved(programs["encke"], runs, "store", ["ccc", "--bfile", data, "--threshold", "0.7"],
                        [("plain", 1, threads, []), ("check", 1, threads, ["--check"])], options.repeats)
    plain = found["plain"]
    hits = plain[0]["written"]
    line = launch.bench(programs["encke-bench"], ["--store", str(hits), "--repeats", str(options.repeats)])[0]
    files = table.median(seconds(plain, "store"))
    total = table.median(seconds(plain, "total"))
    safe = line["seconds_digest"] + 2 * line["seconds_checksums"] + files
    name = f"cost of the store, {os.path.basename(data)}, {hits} hits"
    return [
        table.plain_row(name, "manifest, checksums, digest, % of the command", 100 * safe / total, most=3),
        table.plain_row(name, "of which directory and manifest, s", files),
        table.plain_row(name, "of which checksums, twice, s", 2 * line["seconds_checksums"]),
        table.plain_row(name, "of which digest, s", line["seconds_digest"]),
        table.plain_row(name, "writing block files, s", line["seconds_write"]),
        table.ratio_row("--check", "seconds of a run with it over without", seconds(found["check"], "run"), seconds(plain, "run")),
    ]


def calibrate(programs, options, path):
    """The lines of encke-bench that perf/models/scaling.py reads."""
    sizes = SIZES[options.size]
    repeats = ["--repeats", str(options.repeats)]
    lines = []
    for way in (2, 3):
        vectors, fields = sizes[way]
        lines += launch.bench(programs["encke-bench"], ["--way", str(way), "--vectors", str(vectors // 2), "--fields",
                                                        str(fields), "--threads", "1"] + repeats)
    bed = ["--vectors", "16384", "--fields", "32768"] if options.size == "full" else ["--vectors", "512", "--fields", "256"]
    lines += launch.bench(programs["encke-bench"], ["--read-bed", "--threads", "1"] + bed + repeats)
    lines += launch.bench(programs["encke-bench"], ["--store", str(sizes["hits"])] + repeats)
    for ranks in (2, 4):
        lines += launch.bench(programs["encke-bench"], ["--shift", "--repeats", str(sizes["messages"])], ranks)
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)


def main():
    options = parse()
    programs = {name: os.path.join(os.path.abspath(options.build), "bin", name) for name in ("encke", "encke-bench")}
    for program in programs.values():
        if not os.access(program, os.X_OK):
            raise SystemExit(f"ranks.sh: {program} is not there: build it, or name its --build")
    today = datetime.date.today().isoformat()
    folder = os.path.join(options.results, f"{today}-{options.name or processor()}")
    os.makedirs(folder, exist_ok=True)
    if len(launch.processors()) < 2:
        say("ranks.sh: one processor: two ranks cannot be faster than one here")
    say(f"ranks.sh: load {os.getloadavg()[0]:.2f}; above 0.1 other programs disturb")
    runs = Runs(os.path.join(folder, "runs.tsv"))
    rows = [table.COLUMNS]
    rows += measure_ratios(programs, runs, options)
    rows += measure_output(programs, runs, options)
    rows += measure_schedule(programs, options)
    rows += measure_store(programs, runs, options)
    say("calibration of the model")
    calibrate(programs, options, os.path.join(folder, "calibration.jsonl"))
    with open(os.path.join(folder, "ranks.tsv"), "w", encoding="utf-8") as file:
        file.write(table.text(rows))
    print(table.text(rows), end="")
    say(f"wrote {folder}")


if __name__ == "__main__":
    main()
