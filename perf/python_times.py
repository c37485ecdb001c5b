#!/usr/bin/env python3
"""Times of the Python package next to SciPy, NumPy and the command line on the same data.

Usage: OMP_NUM_THREADS=1 python3 perf/python_times.py [--rounds 5] [--program build/ci/bin/encke] [--only REGEX]
                                                     [--memory | --threads]

One thread; cases take turns; medians. CPU seconds are of all threads of the process, so that other work on the machine counts
little. Of the command line it is what it says of contraction and values, with its clock set to CPU seconds by a preloaded function
that g++ compiles. --memory: the peak beyond the input, instead.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

import numpy as np

import encke

N, FIELDS = 4000, 2000


def data() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Profiles, genotypes, whole numbers."""
    rng = np.random.default_rng(1)
    profiles = rng.random((N, FIELDS))
    genotypes = rng.integers(0, 3, (N, FIELDS)).astype(np.int8)
    return profiles, genotypes, rng.poisson(3, (N, FIELDS))


def write_bed(prefix: str, genotypes: np.ndarray) -> None:
    codes = np.array([0b11, 0b10, 0b00], dtype=np.uint8)[genotypes].reshape(N, -1, 4)
    packed = codes[..., 0] | codes[..., 1] << 2 | codes[..., 2] << 4 | codes[..., 3] << 6
    with open(f"{prefix}.bed", "wb") as bed:
        bed.write(b"\x6c\x1b\x01" + packed.astype(np.uint8).tobytes())
    with open(f"{prefix}.bim", "w") as bim:
        bim.writelines(f"1\trs{v}\t0\t{v + 1}\tA\tG\n" for v in range(N))
    with open(f"{prefix}.fam", "w") as fam:
        fam.writelines(f"f{s} s{s} 0 0 0 1\n" for s in range(FIELDS))


CLOCK = """#include <chrono>
#include <ctime>
std::chrono::steady_clock::time_point std::chrono::steady_clock::now() noexcept {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return time_point(std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec));
}
"""


def clock_of(folder: str) -> str:
    """A library that makes a program's clock that of its CPU seconds."""
    library = f"{folder}/cpu_clock.so"
    command = ["g++", "-O2", "-shared", "-fPIC", "-x", "c++", "-", "-o", library]
    subprocess.run(command, input=CLOCK, text=True, check=True)
    return library


def of_program(program: str, folder: str, *arguments: str) -> Callable[[], float]:
    """Its seconds of contraction and values."""
    clock = f"{folder}/cpu_clock.so"

    def run() -> float:
        command = [program, *arguments, "--out", f"{folder}/out", "--threads", "1"]
        environment = os.environ | {"OMP_WAIT_POLICY": "passive", "OMP_PROC_BIND": "false", "LD_PRELOAD": clock}
        subprocess.run(command, check=True, capture_output=True, env=environment)
        with open(f"{folder}/out.summary.json") as file:
            seconds = json.load(file)["seconds"]
        return float(seconds["contract"] + seconds["combine"])

    return run


def of_new_process(code: str) -> Callable[[], float]:
    """CPU seconds of a Python that does nothing else."""

    def run() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return run


def cases(program: str | None, folder: str) -> dict[str, Callable[[], float]]:
    from scipy.spatial.distance import pdist

    profiles, genotypes, whole = data()
    columns = np.ascontiguousarray(genotypes.T)
    packed = encke.pack(genotypes, metric="r2")
    long_rows = np.ascontiguousarray(genotypes.reshape(64, -1))
    calls: dict[str, Callable[[], object]] = {
        "SciPy pdist, Bray-Curtis": lambda: pdist(profiles, "braycurtis"),
        "distances, Bray-Curtis": lambda: encke.distances(profiles, metric="braycurtis"),
        "pairs, ps, none passes": lambda: encke.pairs(profiles, metric="ps", threshold=0.999),
        "pairs, ps, whole numbers": lambda: encke.pairs(whole, metric="ps", threshold=0.999),
        "numpy.corrcoef squared": lambda: np.corrcoef(genotypes) ** 2,
        "pairs, r2 > 0.01": lambda: encke.pairs(genotypes, metric="r2", threshold=0.01),
        "pairs, r2 > 0.01, axis=1": lambda: encke.pairs(columns, metric="r2", threshold=0.01, axis=1),
        "pairs, r2 > 0.01, packed": lambda: encke.pairs(packed, metric="r2", threshold=0.01),
        "pack, r2": lambda: encke.pack(genotypes, metric="r2"),
        "pack, r2, axis=1": lambda: encke.pack(columns, metric="r2", axis=1),
        "pack, whole numbers": lambda: encke.pack(whole, metric="ps"),
        "pack, 64 long vectors": lambda: encke.pack(long_rows, metric="r2"),
        "pairs, r2, all 8 M": lambda: encke.pairs(packed, metric="r2"),
        "pairs, r2, all, unsorted": lambda: encke.pairs(packed, metric="r2", sort=False),
    }

    def timed(call: Callable[[], object]) -> Callable[[], float]:
        def run() -> float:
            begin = time.process_time()
            call()
            return time.process_time() - begin

        return run

    timings = {name: timed(call) for name, call in calls.items()}
    for code in ("import numpy", "import numpy, encke"):
        timings[code] = of_new_process(code)
    if program is not None:
        np.save(f"{folder}/profiles.npy", profiles)
        np.save(f"{folder}/whole.npy", whole)
        write_bed(f"{folder}/g", genotypes)
        clock_of(folder)
        for title, arguments in {
            "encke ps, none passes": ("ps", "--table", f"{folder}/profiles.npy", "--threshold", "0.999"),
            "encke ps, whole numbers": ("ps", "--table", f"{folder}/whole.npy", "--threshold", "0.999"),
            "encke r2 > 0.01": ("r2", "--bfile", f"{folder}/g", "--threshold", "0.01"),
            "encke r2, all 8 M": ("r2", "--bfile", f"{folder}/g", "--format", "packed"),
        }.items():
            timings[title] = of_program(program, folder, *arguments)
    return timings


def memory_of(name: str) -> int:
    """Bytes of this process: VmRSS, now, or VmHWM, the most since the last forget_peak()."""
    with open("/proc/self/status") as status:
        (line,) = (line for line in status if line.startswith(name))
    return int(line.split()[1]) * 1024


def forget_peak() -> None:
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")


def hits_of(case: str) -> Callable[[], encke.Hits]:
    """A run that keeps many hits, of vectors that are packed."""
    genotypes = data()[1]
    both = {"r2": (2, "r2"), "ccc": (2, "ccc"), "two sets": (2, "r2"), "triples": (3, "ps")}
    way, metric = both[case]
    if case == "two sets":
        packed = encke.pack(genotypes[:2000], genotypes[2000:], metric=metric)
    elif case == "triples":
        packed = encke.pack(genotypes[:320, :64], metric=metric)
    else:
        packed = encke.pack(genotypes[:2000] if case == "ccc" else genotypes, metric=metric)
    run = encke.pairs if way == 2 else encke.triples
    run(packed, metric=metric, threshold=0.99)
    return lambda: run(packed, metric=metric)


def memory(case: str) -> None:
    """Bytes beyond the packed vectors for each hit kept: in a process of its own, at the end."""
    work = hits_of(case)
    before = memory_of("VmRSS")
    forget_peak()
    hits = work()
    more = memory_of("VmHWM") - before
    print(f"{len(hits):>11,} hits, {case}: {more / len(hits):.1f} bytes each at the peak")


def wall(rounds: int) -> None:
    """Median wall seconds of a process whose number of threads the environment says."""
    profiles, genotypes, _ = data()
    calls: dict[str, Callable[[], object]] = {
        "ps": lambda: encke.pairs(profiles, metric="ps", threshold=0.999),
        "r2": lambda: encke.pairs(genotypes, metric="r2", threshold=0.01),
    }
    found = {}
    for name, call in calls.items():
        seconds = []
        for _ in range(rounds):
            begin = time.perf_counter()
            call()
            seconds.append(time.perf_counter() - begin)
        found[name] = statistics.median(seconds)
    print(json.dumps(found))


def compare_threads(rounds: int) -> None:
    """One thread next to two, in turns."""
    seconds: dict[tuple[str, int], list[float]] = {}
    for _ in range(3):
        for threads in (1, 2):
            environment = os.environ | {"ENCKE_NUM_THREADS": str(threads), "OMP_WAIT_POLICY": "passive"}
            command = [sys.executable, __file__, "--rounds", str(rounds), "--wall"]
            done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
            for name, value in json.loads(done.stdout).items():
                seconds.setdefault((name, threads), []).append(value)
    for name in ("ps", "r2"):
        one, two = (statistics.median(seconds[name, threads]) for threads in (1, 2))
        print(f"{name}: one thread {one:.4f} s, two {two:.4f} s, {two / one:.2f} of it")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--program")
    parser.add_argument("--only", default="", help="rows whose names have this")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--threads", action="store_true")
    parser.add_argument("--case", help=argparse.SUPPRESS)
    parser.add_argument("--wall", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.case:
        return memory(given.case)
    if given.wall:
        return wall(given.rounds)
    if given.threads:
        return compare_threads(given.rounds)
    if given.memory:
        for case in ("r2", "two sets", "ccc", "triples"):
            subprocess.run([sys.executable, __file__, "--case", case], check=True)
        return
    with tempfile.TemporaryDirectory() as folder:
        timings = cases(given.program, folder)
        timings = {name: work for name, work in timings.items() if re.search(given.only, name)}
        seconds: dict[str, list[float]] = {name: [] for name in timings}
        for _ in range(given.rounds):
            for name, work in timings.items():
                seconds[name].append(work())
            print(json.dumps({name: found[-1] for name, found in seconds.items()}), file=sys.stderr, flush=True)
    load = os.getloadavg()[0]
    print(f"load {load:.1f} on {os.cpu_count()} processors, median of {given.rounds}; Python {sys.version.split()[0]}")
    for name, found in seconds.items():
        print(f"{statistics.median(found):9.4f} s  {min(found):9.4f} to {max(found):9.4f}  {name}")


if __name__ == "__main__":
    main()
