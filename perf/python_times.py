#!/usr/bin/env python3
"""Times of the Python package and of SciPy and NumPy on the same data: one thread, interleaved, median of 5, CPU seconds.

Usage: OMP_NUM_THREADS=1 PYTHONPATH=build/python/package python3 perf/python_times.py [rounds]

CPU seconds are of all threads of the process, so that other work on the machine counts little.
"""

import os
import statistics
import sys
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

import numpy as np
from scipy.spatial.distance import pdist

import encke


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    rng = np.random.default_rng(1)
    profiles = rng.random((4000, 2000))
    genotypes = rng.integers(0, 3, (4000, 2000)).astype(np.int8)
    columns = np.ascontiguousarray(genotypes.T)
    packed = encke.pack(genotypes, metric="r2")
    long_rows = np.ascontiguousarray(genotypes.reshape(64, -1))
    whole = rng.poisson(3, (4000, 2000))
    cases = {
        "SciPy pdist, Bray-Curtis": lambda: pdist(profiles, "braycurtis"),
        "distances, Bray-Curtis": lambda: encke.distances(profiles, metric="braycurtis"),
        "pairs, ps, none passes": lambda: encke.pairs(profiles, metric="ps", threshold=0.999),
        "pairs, ps, whole numbers": lambda: encke.pairs(whole, metric="ps", threshold=0.999),
        "numpy.corrcoef squared": lambda: np.corrcoef(genotypes) ** 2,
        "pairs, r2 > 0.01": lambda: encke.pairs(genotypes, metric="r2", threshold=0.01),
        "pairs, r2 > 0.01, axis=1": lambda: encke.pairs(columns, metric="r2", threshold=0.01, axis=1),
        "pairs, r2 > 0.01, packed": lambda: encke.pairs(packed, metric="r2", threshold=0.01),
        "pack, r2": lambda: encke.pack(genotypes, metric="r2"),
        "pack, 64 long vectors": lambda: encke.pack(long_rows, metric="r2"),
        "pairs, r2, all 8 M": lambda: encke.pairs(packed, metric="r2"),
        "pairs, r2, all, unsorted": lambda: encke.pairs(packed, metric="r2", sort=False),
    }
    seconds: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(rounds):
        for name, work in cases.items():
            begin = time.process_time()
            work()
            seconds[name].append(time.process_time() - begin)
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors, median of {rounds}")
    for name, found in seconds.items():
        print(f"{statistics.median(found):9.4f} s  {min(found):9.4f} at least  {name}")


if __name__ == "__main__":
    main()
