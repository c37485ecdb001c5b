"""The model of a run's time, against runs on this machine and on paper to 10,000 ranks. See perf/models/README.md.

    python3 perf/models/scaling.py perf/results/<date>-<name>

reads calibration.jsonl and runs.tsv there (perf/ranks.sh wrote them) and writes model-check.tsv, model-weak-scaling.tsv,
model-output.tsv and the pictures of both beside them."""
import argparse
import csv
import os
import sys
from dataclasses import replace

import model
import plot
import schedule

RANKS = [1, 2, 4, 8, 16, 32, 64, 100, 200, 400, 1000, 2000, 4000, 10000]
VECTORS_OF_RANK = {2: 32768, 3: 1024}
FIELDS = {2: 8192, 3: 2048}


def parse(arguments):
    parser = argparse.ArgumentParser(prog="scaling.py")
    parser.add_argument("results", help="folder with calibration.jsonl and runs.tsv")
    parser.add_argument("--threads", type=int, default=16, help="of a rank (default 16)")
    parser.add_argument("--ranks-per-node", type=int, default=8, help="default 8")
    parser.add_argument("--node-bandwidth", type=float, default=25e9, help="B/s each way, of a node (default 25e9)")
    parser.add_argument("--latency", type=float, default=2e-6, help="s (default 2e-6)")
    parser.add_argument("--load", type=int, default=16, help="most steps of a rank where replicas share them (default 16)")
    parser.add_argument("--hits", type=float, default=1e-9, help="share of the tuples that are written (default 1e-9)")
    parser.add_argument("--many-hits", type=float, default=1e-6, help="the same for model-output.* (default 1e-6)")
    parser.add_argument("--clock", type=float, default=0.85,
                        help="clock when all cores work, of that of one, for model-output.* (default 0.85)")
    return parser.parse_args(arguments)


def write_table(path, head, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(head)
        writer.writerows(rows)


def median(values):
    ordered = sorted(values)
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def check(calibration, path):
    """Rows: each problem and grid of runs.tsv that is of the model, seconds predicted and measured: of the run, and where
    much is written ("output") of all but reading."""
    groups = {}
    with open(path, encoding="utf-8", newline="") as file:
        for run in csv.DictReader(file, delimiter="\t"):
            if run["what"].startswith(("ccc ", "output ")):
                groups.setdefault(run["what"], []).append(run)
    rows = []
    for what, runs in groups.items():
        first = runs[0]
        ranks, threads = int(first["ranks"]), int(first["threads"])
        case = model.Case(int(first["way"]), int(first["vectors"]), int(first["fields"]), ring=ranks, threads=threads,
                          hits=float(first["written"]), reads=False,
                          slowdown=max(1, ranks * threads / int(first["processors"])))
        whole = what.startswith("output ")
        predicted = model.predict(calibration, case)["total" if whole else "run"]
        measured = median([float(run["seconds_total"]) - float(run["seconds_read"]) if whole else float(run["seconds_run"]) for run in runs])
        rows.append([what, ranks, threads, f"{predicted:.4g}", f"{measured:.4g}", f"{predicted / measured:.3f}"])
    return rows


def weak_scaling(calibration, options, hits, clock=1.0):
    """Rows, and efficiencies for the plot: as many vectors a rank whatever the number of ranks. The efficiency is the rate of
    a rank, everything included, over that of its kernels alone."""
    shared = replace(calibration, latency=options.latency, bandwidth=options.node_bandwidth / options.ranks_per_node,
                     collective=options.latency)
    rows, lines = [], {}
    for way in (2, 3):
        for grid in ("ring", "ring x replicas"):
            points = []
            for ranks in RANKS:
                ring = ranks if grid == "ring" else schedule.ring_for(ranks, way, options.load)
                vectors = VECTORS_OF_RANK[way] * ring
                case = model.Case(way, vectors, FIELDS[way], ring=ring, replicas=ranks // ring, threads=options.threads, slowdown=1 / clock)
                case.hits = hits * case.tuples
                time = model.predict(shared, case)
                rate = case.comparisons / ranks / time["total"]
                efficiency = rate / (calibration.contract[way] * options.threads)
                points.append((ranks, efficiency))
                rows.append([way, grid, ranks, ring, ranks // ring, vectors, FIELDS[way], time["steps"]] +
                            [f"{time[term]:.4g}" for term in ("t_read", "t_C", "t_TV", "l*t_G", "t_TM", "t_CPU", "t_P", "total")] +
                            [f"{rate:.4g}", f"{efficiency:.3f}"])
            lines[f"{way}-way, {grid}"] = points
    return rows, lines


def main(arguments):
    options = parse(arguments)
    calibration = model.calibration_of_file(os.path.join(options.results, "calibration.jsonl"))

    def beside(name):
        return os.path.join(options.results, name)

    runs = beside("runs.tsv")
    if os.path.exists(runs):
        rows = check(calibration, runs)
        write_table(beside("model-check.tsv"), ["run", "ranks", "threads", "model_s", "measured_s", "model/measured"], rows)
        for row in rows:
            print("\t".join(map(str, row)))
    else:
        print(f"{runs} is not there: the model is not compared with runs", file=sys.stderr)
    head = ["way", "grid", "ranks", "ring", "replicas", "vectors", "fields", "steps_of_rank", "t_read_s", "t_C_s", "t_TV_s", "l*t_G_s",
            "t_TM_s", "t_CPU_s", "t_P_s", "model_total_s", "model_comparisons_per_s_per_rank", "model_efficiency"]
    for name, title, hits, clock in (
            ("model-weak-scaling", "Weak scaling: model, not measured", options.hits, 1.0),
            ("model-output", f"The same with {options.many_hits:g} of the tuples written", options.many_hits, options.clock)):
        rows, lines = weak_scaling(calibration, options, hits, clock)
        write_table(beside(name + ".tsv"), head, rows)
        with open(beside(name + ".svg"), "w", encoding="utf-8") as file:
            file.write(plot.svg(title, "ranks", "rate / rate of the kernels", lines))


if __name__ == "__main__":
    main(sys.argv[1:])
