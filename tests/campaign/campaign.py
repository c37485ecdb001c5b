#!/usr/bin/env python3
"""Random data and random command lines, whose results must be those of the definitions.

    campaign.py ENCKE [--configurations N] [--seed S] [--jobs J] [--keep FOLDER] [--figures FILE]
    campaign.py ENCKE --seed S --problem K      one problem again; --keep shows its files

A problem is random data, a metric with its options, and what is written (windows, sets, threshold, --top). A configuration is a
command line for it: the first one's values are compared with definitions.py, and the values of the others, which differ in
threads, blocks, memory, level, backend, pruning, checks, shards, phases, stages, ranks and --resume, must be the same bytes. The
seed is the day's unless it is given; it is printed. Needs NumPy (tests/program/oracles/install.sh). Exit status: 0 no
difference, 1 differences, 77 no NumPy.
"""
import argparse
import collections
import concurrent.futures
import datetime
import filecmp
import functools
import glob
import json
import math
import operator
import os
import random
import shutil
import subprocess
import sys
import tempfile

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the problems are small, and several at a time
try:
    import numpy  # noqa: F401
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)

import domains
import problems

TOLERANCE = {"f64": 1e-9, "f32": 2e-5}  # relative; the definition sums in another order
PRUNED = ("ccc", "duo", "r2", "sorenson", "jaccard", "cosine", "ps")
LEFT_OUT = {"equal vectors": (2, "tuples_of_equal"), "frequencies": (2, "tuples_left_out"),
            "a part of the samples": (2, "tuples_left_early"), "pairs of triples": (3, "tuples_left_out")}
LEVELS = ("auto", "portable", "x86-64-v2", "x86-64-v3", "x86-64-v4")
ENVIRONMENT = {**os.environ, "OMP_PROC_BIND": "false", "OMP_WAIT_POLICY": "passive", "OMPI_ALLOW_RUN_AS_ROOT": "1",
               "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"}


class Difference(Exception):
    pass


def run(words, allowed=(0,)):
    done = subprocess.run(words, capture_output=True, text=True, errors="replace", env=ENVIRONMENT, timeout=300)
    if done.returncode not in allowed:
        raise Difference(f"exit code {done.returncode}: {(done.stderr or done.stdout).strip()[-500:]}")
    return done


def read_edges(path, names):
    """{(tuple of vectors, states): value} of a file of edges."""
    place = {name: v for v, name in enumerate(names)}
    with open(path) as lines:
        head = next(lines).rstrip("\n").lstrip("#").split("\t")
        way = sum(name.startswith("ID") for name in head)
        states = way if "A1" in head else 0
        found = {}
        for line in lines:
            cells = line.rstrip("\n").split("\t")
            key = tuple(map(place.__getitem__, cells[:way])), tuple(map(int, cells[way:way + states]))
            if key in found:
                raise Difference(f"{key} comes twice")
            found[key] = float(cells[way + states])
    return found


def close(a, b, tolerance):
    return a == b or (math.isnan(a) and math.isnan(b)) or abs(a - b) <= tolerance * max(1, abs(a), abs(b))


def ascending(key):
    """Tuples in ascending order of their vectors, with the states in the same order."""
    t, states = key
    if all(map(operator.lt, t, t[1:])):
        return key
    order = sorted(range(len(t)), key=lambda p: t[p])
    return tuple(t[p] for p in order), tuple(states[p] for p in order) if states else ()


def compare(found, expected, selection, tolerance):
    """`selection`: passes(value) is True, False, or None where rounding decides."""
    found = {ascending(key): value for key, value in found.items()}
    wanted = {key: value for key, value in expected.items() if selection.passes(value) is not False}
    for key, value in found.items():
        if key not in expected:
            raise Difference(f"{key} = {value} is written, and not compared")
        if key not in wanted:
            raise Difference(f"{key} = {value} is written, and by definition {expected[key]} does not pass")
        if not close(value, expected[key], tolerance):
            raise Difference(f"{key} = {value}, by definition {expected[key]}")
    for key, value in wanted.items():
        if key not in found and selection.passes(value):
            raise Difference(f"{key} is not written, and by definition {value} passes")
    if selection.most is not None:
        selection.check_best(found, expected, tolerance)


def beside(rng, value):
    """The value, or the next number below or above it."""
    if value < 1e-300:
        return value
    return rng.choice((value, math.nextafter(value, -math.inf), math.nextafter(value, math.inf)))


class Selection:
    """Which values are written."""

    def __init__(self, rng, problem, expected, tolerance, computed):
        """`computed()`: the values that the program has, to their last digit."""
        self.words, self.most = [], None
        self.threshold, self.tolerance, self.below = None, tolerance, problem.small_is_good
        finite = sorted(value for value in expected.values() if not math.isnan(value))
        if finite and rng.random() < (0.9 if problem.metric in PRUNED else 0.6):
            at = self.one_of(rng, len(finite))
            middle = (finite[at] + finite[min(at + 1, len(finite) - 1)]) / 2
            if rng.random() < 0.5:
                values = sorted(computed()) or [middle]
                middle = beside(rng, values[self.one_of(rng, len(values))])
            limit = {"ccc": 4.5, "duo": 4, "epistasis": math.inf}.get(problem.metric, 1)
            if not self.below:
                limit = min(limit, finite[-1])  # a threshold that nothing can pass is refused
            if (0 < middle or not self.below) and 0 <= middle < limit:
                self.threshold = middle
                self.words += ["--threshold", repr(middle)] + ["--below"] * self.below
        if finite and rng.random() < 0.3:
            self.most = rng.choice((1, 2, 3, 7, 20, 100, 10 ** 6))
            self.words += ["--top", str(self.most)]
        if problem.metric == "epistasis" and (self.threshold is not None or self.most is not None) and rng.random() < 0.4:
            self.words += ["--best"]

    def one_of(self, rng, count):
        """A place among ascending values: most often one that few values pass, so that many tuples can be left out."""
        places = [rng.randrange(count) for _ in range(rng.choice((1, 3, 6)))]
        return min(places) if self.below else max(places)

    def passes(self, value):
        if math.isnan(value):
            return self.threshold is None and self.most is None
        if self.threshold is not None:
            if abs(value - self.threshold) <= self.tolerance * max(1, abs(value)):
                return None
            if (value > self.threshold) == self.below:
                return False
        return True if self.most is None else None

    def check_best(self, found, expected, tolerance):
        passing = [v for v in expected.values() if not math.isnan(v) and
                   (self.threshold is None or (v > self.threshold) != self.below)]
        best = sorted(passing, reverse=not self.below)[:self.most]
        if abs(len(found) - len(best)) > sum(self.threshold is not None and abs(v - self.threshold) <= tolerance * max(1, abs(v))
                                             for v in expected.values()):
            raise Difference(f"{len(found)} of the best {len(best)} are written")
        for mine, theirs in zip(sorted(found.values(), reverse=not self.below), best):
            if not close(mine, theirs, tolerance):
                raise Difference(f"the best has {theirs} by definition, and {mine} is written")


@functools.cache
def levels_here(encke):
    """Those of LEVELS that this build and CPU have, by what the program says of one that none has."""
    refused = subprocess.run([encke, "r2", "--synthetic", "random", "--num-vectors", "4", "--num-fields", "4", "--level", "none"],
                             capture_output=True, text=True).stderr
    return set(refused.rpartition(" have ")[2].replace(",", " ").split()) | {"auto"}


def random_machine(rng, problem, mpirun, levels):
    """Options that must not change a byte, and the number of ranks."""
    words = ["--threads", str(rng.choice((1, 1, 2, 3)))]
    if rng.random() < 0.5:
        words += ["--block", str(rng.choice((16, 32, 48, 64)))]
    if rng.random() < 0.2:
        words += ["--memory", str(rng.choice((700, 1500)))]
    if rng.random() < 0.15:
        words += ["--backend", "reference"]
    elif rng.random() < 0.6:
        level = rng.choice(LEVELS)
        words += ["--level", level if level in levels else "auto"]
    if problem.metric in PRUNED:
        words += rng.choice(([], ["--no-pruning"]) + (["--force-pruning"],) * 8)
    if rng.random() < 0.1 and problem.metric not in ("ps", "unifrac", "ibs"):  # where it is refused
        words += ["--check"]
    ranks = rng.choice((2, 3, 4)) if mpirun and rng.random() < 0.04 else 1
    return words, ranks


def random_parts(rng, way):
    """None, or the options of the parts that `encke merge` joins."""
    if rng.random() > 0.2:
        return None
    kind = rng.choice(("--shard", "--phases") + ("--stages",) * (way == 3))
    count = rng.choice((1, 2, 3, 5))
    return [[kind, f"{k}/{count}"] for k in range(1, count + 1)]


def merged(encke, words, columns, parts, out):
    for number, part in enumerate(parts):
        run([encke, *words, *part, "--out", f"{out}.{number}"])
    run([encke, "merge", *columns, "--out", out, *(f"{out}.{number}" for number in range(len(parts)))])


def digest_of(out):
    with open(f"{out}.summary.json") as file:
        return json.load(file).get("digest")


def left_out(out):
    """By which steps a run, or its parts, left tuples out."""
    found = []
    for path in glob.glob(f"{glob.escape(out)}.summary.json") + glob.glob(f"{glob.escape(out)}.[0-9].summary.json"):
        with open(path) as file:
            found.append(json.load(file))
    return [step for step, (way, key) in LEFT_OUT.items()
            if any(summary["way"] == way and summary["left_out"][key] > 0 for summary in found)]


def computed_values(encke, words, problem, out):
    run([encke, *words, *["--no-pruning"] * (problem.metric in PRUNED), "--out", out])
    return [value for value in read_edges(f"{out}.edges.tsv", problem.names).values() if not math.isnan(value)]


def check_problem(encke, seed, number, folder, mpirun):
    """Returns the metric, what was run, and how often by each step tuples were left out; throws Difference with the command."""
    rng = random.Random(f"{seed}/{number}")
    problem = problems.random_problem(folder, rng)
    domain = domains.random_domain(folder, rng, problem)
    precision = "f32" if rng.random() < 0.2 else "f64"
    tolerance = TOLERANCE[precision]
    expected = {}
    for key, value in problem.values.items():
        t, states = key if isinstance(key[0], tuple) else (key, ())
        if domain.has(t):
            expected[t, states] = float(value)
    words = [problem.metric, *problem.words, *domain.words, "--precision", precision, "--all", "--progress", "none"]
    columns = ["--columns", "ids"] if problem.chromosomes is not None else []
    try:
        selection = Selection(rng, problem, expected, tolerance,
                              lambda: computed_values(encke, [*words, *columns], problem, f"{folder}/values"))
    except (Difference, OSError, subprocess.SubprocessError) as error:
        raise Difference(f"problem {number}: encke {' '.join(words)}\n  {error}") from error
    words += selection.words
    steps = collections.Counter()
    configurations = 1 + rng.randrange(5)
    first = None
    for which in range(configurations):
        out = f"{folder}/out{which}"
        machine, ranks = random_machine(rng, problem, mpirun, levels_here(encke))
        parts = random_parts(rng, problem.way)
        line = [*words, *machine]
        shown = " ".join(line) + (f" [{ranks} ranks]" if ranks > 1 else "") + (f" [{parts[0][0]} of {len(parts)}]" if parts else "")
        try:
            if parts:
                merged(encke, line, columns, parts, out)
            elif ranks > 1:
                run([mpirun, "-n", str(ranks), encke, *line, *columns, "--out", out])
            else:
                run([encke, *line, *columns, "--out", out])
            if first is None:
                compare(read_edges(f"{out}.edges.tsv", problem.names), expected, selection, tolerance)
                first = out
            elif not filecmp.cmp(f"{first}.edges.tsv", f"{out}.edges.tsv", shallow=False):
                raise Difference("not the bytes of the first configuration")
            elif "--best" in words and not filecmp.cmp(f"{first}.best.tsv", f"{out}.best.tsv", shallow=False):
                raise Difference("not the best partners of the first configuration")
            elif digest_of(first) != digest_of(out):
                raise Difference("not the digest of the first configuration")
            found = left_out(out)
            steps.update(found + ["any"] * bool(found))
        except (Difference, OSError, subprocess.SubprocessError) as error:
            raise Difference(f"problem {number}: encke {shown}\n  {error}") from error
    return problem.metric, configurations, steps


def has_mpi(encke):
    """Whether the program is linked with an MPI: without one, ranks are runs that do not know each other."""
    try:
        return "libmpi" in subprocess.run(["ldd", encke], capture_output=True, text=True).stdout
    except OSError:
        return False


def one(arguments):
    encke, seed, number, keep, mpirun = arguments
    folder = tempfile.mkdtemp(dir=keep, prefix=f"problem-{number}-")
    try:
        return check_problem(encke, seed, number, folder, mpirun)
    except Difference as difference:
        return str(difference), 0, {}
    finally:
        if keep is None:
            shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("encke")
    parser.add_argument("--configurations", type=int, default=2000)
    parser.add_argument("--seed", default=datetime.date.today().isoformat())
    parser.add_argument("--problem", type=int)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep")
    parser.add_argument("--figures", help="the last line goes to this file, too")
    given = parser.parse_args()
    mpirun = shutil.which("mpirun") if has_mpi(given.encke) else None
    print(f"seed {given.seed}", flush=True)
    if given.keep:
        os.makedirs(given.keep, exist_ok=True)
    tasks = ((os.path.abspath(given.encke), given.seed, number, given.keep, mpirun)
             for number in (range(10 ** 9) if given.problem is None else [given.problem]))
    done, differences, metrics, steps = 0, [], collections.Counter(), collections.Counter()
    with concurrent.futures.ProcessPoolExecutor(given.jobs) as pool:
        waiting = set()
        while True:
            while len(waiting) < 2 * given.jobs and done < given.configurations and (task := next(tasks, None)):
                waiting.add(pool.submit(one, task))
            if not waiting:
                break
            finished, waiting = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in finished:
                name, configurations, left = future.result()
                steps.update(left)
                if configurations == 0:
                    differences.append(name)
                    print(name, flush=True)
                else:
                    metrics[name] += configurations
                done += max(configurations, 1)
    last = f"seed {given.seed}: {done} configurations, {len(differences)} differences"
    print(", ".join(f"{name} {count}" for name, count in sorted(metrics.items())))
    print(f"tuples were left out in {steps['any']} configurations: " + ", ".join(f"{steps[step]} by {step}" for step in LEFT_OUT))
    print(last)
    if given.figures:
        with open(given.figures, "w") as file:
            file.write(last + "\n")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
