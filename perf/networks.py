#!/usr/bin/env python3
"""Markov clusters next to those of the program mcl, embeddings next to ARPACK, and text of edges read. Runs take turns.

usage: networks.py ENCKE [EDGES.abc ...] [--data PREFIX ...] [--embed EDGES.abc ...] [--inflation I ...] [--repeats N] [--parts PART ...]

EDGES.abc: networks to compare. --data: PLINK data sets; CCC above 0.7 and r2 above 0.5 of each are compared, too, and r2 above 0.1 of
the first has its embedding compared. A cell is the median of the repeats with the least and the largest: processor seconds (user and
system) of the whole process, reading and writing included, where nothing else is said. The clusters must be the same bytes, and the
eigenvalues the same to 1e-8, else exit code 60. What is not there (mcl, SciPy) is named, and its table left out.
"""
import argparse
import json
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

# Reads edges, finds the largest component, and prints its nodes, processor seconds of ARPACK alone, and the eigenvalues of I - D^(-1/2) A D^(-1/2).
ARPACK = """
import sys, time
import numpy
from scipy.sparse import coo_matrix, diags
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import eigsh
number, ends, weights = {}, [], []
for line in open(sys.argv[1]):
    a, b, weight = line.split()
    ends.append((number.setdefault(a, len(number)), number.setdefault(b, len(number))))
    weights.append(float(weight))
ends = numpy.array(ends)
half = coo_matrix((weights, (ends[:, 0], ends[:, 1])), shape=(len(number),) * 2).tocsr()
whole = half + half.T
part = connected_components(whole)[1]
keep = numpy.flatnonzero(part == numpy.bincount(part).argmax())
whole = whole[keep][:, keep]
start = time.process_time()
scale = diags(1 / numpy.sqrt(numpy.asarray(whole.sum(axis=1)).ravel()))
found = eigsh(scale @ whole @ scale, k=int(sys.argv[2]) + 1, which="LA", tol=1e-10, v0=numpy.ones(len(keep)))[0]
print(len(keep), time.process_time() - start, *(1 - numpy.sort(found)[::-1][1:]))
"""


def run(words, **more):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True, **more).stdout


def seconds_of(words, **more):
    """Processor seconds of a program, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    text = run(words, **more)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, text


def spread(seconds):
    return f"{statistics.median(seconds):.3f} ({min(seconds):.3f} to {max(seconds):.3f})"


def summary_of(prefix):
    return json.loads(Path(f"{prefix}.summary.json").read_text(encoding="utf-8"))


def engines_of(encke):
    """The engines that this build has."""
    Path("one.abc").write_text("a b 1\n", encoding="utf-8")
    has = subprocess.run([encke, "network", "--edges", "one.abc", "--engine", "spgemm", "--out", "one"], capture_output=True, check=False)
    return ["fused"] + (["spgemm"] if has.returncode == 0 else [])


def compare(arguments, engines, edges, inflation):
    """One row: mcl and Encke's engines in turn, and whether they agree."""
    theirs, ours = [], {engine: [] for engine in engines}
    planned = used = 0
    for _ in range(arguments.repeats):
        theirs.append(seconds_of(["mcl", edges, "--abc", "-I", inflation, "-te", 1, "-o", "mcl.txt"])[0])
        for engine in engines:
            ours[engine].append(seconds_of([arguments.encke, "network", "--edges", edges, "--cluster", "mcl", "--inflation", inflation,
                                            "--engine", engine, "--threads", 1, "--out", engine])[0])
            if Path("mcl.txt").read_bytes() != Path(f"{engine}.clusters.I{inflation}.txt").read_bytes():
                print(f"{edges}, inflation {inflation}, {engine}: other clusters than mcl's", file=sys.stderr)
                sys.exit(60)
        memory = summary_of("fused")
        planned, used = memory["memory_planned_bytes"], max(used, memory["memory_peak_bytes"])
    clusters = len(Path("mcl.txt").read_text(encoding="utf-8").splitlines())
    cells = [Path(edges).stem, inflation, f"{clusters:,}", spread(theirs)]
    for engine in engines:
        cells += [spread(ours[engine]), f"{statistics.median(theirs) / statistics.median(ours[engine]):.2f} ×"]
    print(f"| {' | '.join(cells)} | {used / 2**20:.0f} of {planned / 2**20:.0f} |", flush=True)


def compare_all(arguments, edges):
    engines = engines_of(arguments.encke)
    names = [cell for engine in engines for cell in (f"{engine}, s", "gain")]
    print(f"| network | inflation | clusters | mcl, s | {' | '.join(names)} | MiB of fused: used, planned |")
    print("|---" * (5 + len(names)) + "|")
    for one in edges:
        for inflation in arguments.inflation:
            compare(arguments, engines, one, inflation)


def compare_threads(arguments, edges):
    """Elapsed seconds of the clustering alone: two threads next to one. Only an otherwise idle machine tells anything."""
    print("\n| network | inflation | 1 thread, elapsed s | 2 threads | gain |\n|---|---|---|---|---|")
    for one, inflation in ((one, inflation) for one in edges for inflation in arguments.inflation):
        elapsed = {1: [], 2: []}
        for _ in range(arguments.repeats):
            for threads, seconds in elapsed.items():
                run([arguments.encke, "network", "--edges", one, "--cluster", "mcl", "--inflation", inflation, "--threads", threads,
                     "--out", "threads"])
                seconds.append(summary_of("threads")["seconds"]["cluster"])
        gain = statistics.median(elapsed[1]) / statistics.median(elapsed[2])
        print(f"| {Path(one).stem} | {inflation} | {spread(elapsed[1])} | {spread(elapsed[2])} | {gain:.2f} × |", flush=True)


def compare_embedding(arguments, edges, axes=10):
    """Encke's embedding, less what it takes without, next to ARPACK by SciPy on the matrix in memory."""
    one_thread = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    alone, whole, arpack = [], [], []
    for _ in range(arguments.repeats):
        command = [arguments.encke, "network", "--edges", edges, "--threads", 1, "--out", "axes"]
        without = seconds_of(command)[0]
        whole.append(seconds_of([*command, "--embed", axes])[0])
        alone.append(whole[-1] - without)
        nodes, seconds, *values = run([arguments.python, "-c", ARPACK, edges, axes], env=one_thread).split()
        arpack.append(float(seconds))
    rows = [line.split("\t") for line in Path("axes.eigenvalues.tsv").read_text(encoding="utf-8").splitlines()]
    ours = [float(row[rows[0].index("EIGENVALUE")]) for row in rows[1:axes + 1]]
    apart = max(abs(a - float(b)) for a, b in zip(ours, values, strict=True))
    if apart > 1e-8:
        sys.exit(f"{edges}: eigenvalues differ by {apart} from ARPACK's")
    print(f"| {Path(edges).stem} | {int(nodes):,} | {axes} | {spread(arpack)} | {spread(alone)} | "
          f"{statistics.median(arpack) / statistics.median(alone):.2f} × | {spread(whole)} | {apart:.0e} |", flush=True)


def made_up(path, lines, digits):
    """Edges of Encke's form between nodes that are near each other."""
    random.seed(1)
    with open(path, "w", encoding="utf-8") as file:
        file.write("#ID1\tID2\tA1\tA2\tVALUE\n")
        for line in range(lines):
            a = line // 20
            file.write(f"rs{a:0{digits}d}\trs{a + random.randrange(1, 40):0{digits}d}\t{line % 2}\t1\t0.{random.randrange(10**8, 10**9)}\n")


def repeated(edges, path, times):
    """The same edges again and again, each time between other nodes."""
    lines = [line.split() for line in Path(edges).read_text(encoding="utf-8").splitlines()]
    with open(path, "w", encoding="utf-8") as file:
        for copy in range(times):
            file.writelines(f"c{copy}_{a}\tc{copy}_{b}\t{weight}\n" for a, b, weight in lines)


def read_alone(arguments, edges, start):
    """Components of edges, less what the program takes for one edge."""
    size = os.path.getsize(edges) / 1e6
    seconds = [seconds_of([arguments.encke, "network", "--edges", edges, "--threads", 1, "--out", "read"])[0] - start
               for _ in range(arguments.repeats)]
    reading = summary_of("read")["seconds"]["read"]
    print(f"| {Path(edges).name} | {size:.0f} | {spread(seconds)} | {size / statistics.median(seconds):.0f} | {reading:.3f} |", flush=True)


def read_all(arguments, edges):
    print("\n| edges | MB | components, s | MB/s | of which elapsed s to read |\n|---|---|---|---|---|")
    Path("one.abc").write_text("a b 1\n", encoding="utf-8")
    start = min(seconds_of([arguments.encke, "network", "--edges", "one.abc", "--threads", 1, "--out", "one"])[0] for _ in range(5))
    for digits in (6, 12):
        made_up(f"names_of_{digits + 2}.tsv", arguments.lines, digits)
        read_alone(arguments, f"names_of_{digits + 2}.tsv", start)
    for one in edges:
        name = f"{Path(one).stem}_again.abc"
        repeated(one, name, max(1, 40_000_000 // os.path.getsize(one)))
        read_alone(arguments, name, start)


def network_of(arguments, data, name, metric, threshold):
    """A network of a data set, as a file of edges."""
    out = f"{name}_{data.name}"
    more = ["--inter-chr"] if metric == "r2" else []
    run([arguments.encke, metric, "--bfile", data, "--threshold", threshold, "--format", "abc", "--out", out, *more])
    return Path(f"{out}.abc").resolve()


PARTS = ["mcl", "threads", "embedding", "text"]


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("encke", type=Path)
    parser.add_argument("edges", nargs="*", type=Path)
    parser.add_argument("--data", nargs="*", type=Path, default=[])
    parser.add_argument("--embed", nargs="*", type=Path, default=[])
    parser.add_argument("--inflation", nargs="+", default=["1.4", "2", "4"])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--parts", nargs="+", default=PARTS, choices=PARTS, help="of the tables")
    parser.add_argument("--lines", type=int, default=2_000_000, help="of the edges that are made up")
    parser.add_argument("--python", default=sys.executable, help="one that has SciPy")
    arguments = parser.parse_args()
    arguments.encke = arguments.encke.resolve()
    for name in ("edges", "data", "embed"):
        setattr(arguments, name, [path.resolve() for path in getattr(arguments, name)])
    return arguments


def main():
    arguments = read_arguments()
    has_scipy = subprocess.run([arguments.python, "-c", "import scipy"], capture_output=True, check=False).returncode == 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        edges = list(arguments.edges)
        for data in arguments.data:
            edges += [network_of(arguments, data, "ccc07", "ccc", "0.7"), network_of(arguments, data, "r205", "r2", "0.5")]
        embedded = list(arguments.embed)
        if "embedding" in arguments.parts:
            embedded += [network_of(arguments, data, "r201", "r2", "0.1") for data in arguments.data[:1]]
        if "mcl" in arguments.parts and shutil.which("mcl"):
            compare_all(arguments, edges)
        elif "mcl" in arguments.parts:
            print("mcl is not there", file=sys.stderr)
        if edges and "threads" in arguments.parts:
            compare_threads(arguments, sorted(edges, key=os.path.getsize)[-1:])
        if "embedding" not in arguments.parts:
            pass
        elif embedded and has_scipy:
            print("\n| network | nodes | axes | ARPACK, s | embedding alone, s | gain | with reading and writing, s | eigenvalues apart |"
                  "\n|---|---|---|---|---|---|---|---|")
            for one in embedded:
                compare_embedding(arguments, one)
        elif embedded:
            print("SciPy is not there", file=sys.stderr)
        if "text" in arguments.parts:
            read_all(arguments, edges)


if __name__ == "__main__":
    main()
