"""Whole commands side by side; see perf/suite.sh."""
import argparse
import json
import os
import statistics
import tempfile
import time

import bench
import numpy as np
from bars import picture
from cases import all_cases


def parse():
    parser = argparse.ArgumentParser(prog="suite.sh")
    bench.options_of(parser)
    parser.set_defaults(repeats=3)
    parser.add_argument("--only", help="cases, separated by commas")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--from", dest="source")
    return parser.parse_args()


def timed(command):
    start = time.perf_counter()
    bench.output_of(command)
    return time.perf_counter() - start


def check(case, results):
    """The largest difference of any program from Encke. Ends the script where it is too large."""
    ours = results["encke"]
    apart = 0.0
    for name, theirs in results.items():
        if isinstance(ours, int):
            differ = ours != theirs and not case.own_form
        else:
            difference = float(np.abs(ours - theirs).max())
            differ = not difference <= case.tolerance  # nor a NaN
            apart = max(apart, difference)
        if differ:
            raise SystemExit(f"{case.name}: encke and {name} disagree: {ours} and {theirs}")
    return apart


def measure(case, repeats):
    """A line for each run, in the order in which they were made. The first of each program is checked, and counts."""
    made = []
    with tempfile.TemporaryDirectory(prefix="encke-suite-") as folder:
        case.make(folder)
        results = {}
        for repeat in range(repeats):
            bench.say(f"{case.name}: repeat {repeat + 1} of {repeats}")
            for program in case.installed():
                if program.slow and repeat > 0:
                    continue
                out = os.path.join(folder, "of-" + program.name)
                seconds = timed(program.command(folder, out))
                if repeat == 0:
                    results[program.name] = program.result(out)
                made.append({"case": case.name, "what": case.what, "program": program.name, "repeat": repeat, "seconds": seconds,
                             "wanted": case.wanted.get(program.name)})
        apart = check(case, results)
    return [{**line, "apart": apart} for line in made]


def table(lines):
    """A row for each program of each case."""
    rows = [["case", "program", "seconds", "spread", "runs", "times Encke", "wanted", "verdict"]]
    for case in dict.fromkeys(line["case"] for line in lines):
        of_case = [line for line in lines if line["case"] == case]
        ours = statistics.median(line["seconds"] for line in of_case if line["program"] == "encke")
        for program in dict.fromkeys(line["program"] for line in of_case):
            runs = [line for line in of_case if line["program"] == program]
            seconds = [line["seconds"] for line in runs]
            ratio, wanted = statistics.median(seconds) / ours, runs[0]["wanted"]
            verdict = "-" if wanted is None else "PASS" if ratio >= wanted else "short"
            rows.append([case, program, f"{statistics.median(seconds):.3f}", f"{max(seconds) / min(seconds):.2f}", str(len(seconds)),
                         f"{ratio:.2f}", "-" if wanted is None else str(wanted), verdict])
    return rows


def left_out(cases):
    """The programs that are not installed, and the cases of each."""
    of = {}
    for case in cases:
        for program in case.programs:
            if not program.here:
                of.setdefault(program.name, []).append(case.name)
    return [f"{name} is not installed, or too old: left out of {', '.join(names)}" for name, names in of.items()]


def main():
    options = parse()
    if options.source:
        folder = os.path.dirname(os.path.abspath(options.source))
        with open(options.source, encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
    else:
        cases = all_cases(options)
        if options.only:
            wanted = options.only.split(",")
            unknown = set(wanted) - {case.name for case in cases}
            if unknown:
                raise SystemExit(f"no case {', '.join(sorted(unknown))}; --list names them")
            cases = [case for case in cases if case.name in wanted]
        if options.list:
            for case in cases:
                print(f"{case.name}\t{case.what}\t{', '.join(program.name for program in case.installed())}")
        for words in left_out(cases):
            bench.say(words)
        if options.list:
            return
        folder, lines = bench.folder_of(options), []
        for case in cases:
            lines += measure(case, options.repeats)
            bench.write(os.path.join(folder, "suite.jsonl"), "".join(json.dumps(line) + "\n" for line in lines))
    rows = table(lines)
    bench.write(os.path.join(folder, "suite.tsv"), bench.tsv(rows))
    bench.write(os.path.join(folder, "suite.svg"), picture(rows))
    print(bench.columns(rows), end="")
    bench.say(f"wrote {folder}")


if __name__ == "__main__":
    main()
