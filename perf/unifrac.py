#!/usr/bin/env python3
"""Times `encke unifrac` against ssu of unifrac-tools, whole commands on one thread, run in turn (A B A B ...); medians, a line
for each method. The table and the tree are made up; both programs read the same files and write the whole matrix as HDF5.
Needs h5py and numpy; without ssu only Encke is timed. Ends with 1 where a command fails or the matrices differ."""
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

try:
    import h5py
    import numpy as np
except ImportError as missing:
    sys.exit(f"unifrac.py needs h5py and numpy: {missing}")

# (method, alpha, times faster than ssu that is wanted)
METHODS = [("unweighted", None, 3), ("weighted_normalized", None, 3), ("weighted_unnormalized", None, None), ("generalized", 0.5, 20)]
TOLERANCE = {"f32": 2e-5, "f64": 1e-12}


def write_tree(path, random, tips):
    """A binary tree of 2 * tips - 2 branches; lengths are exact in float32, because ssu rounds them to that."""
    length = lambda: ":%.9g" % np.float32(random.exponential(0.1) + 1e-3)
    nodes = [f"t{i}{length()}" for i in range(tips)]
    while len(nodes) > 2:  # neighbours, level by level
        odd = nodes[len(nodes) // 2 * 2:]
        nodes = [f"({a},{b}){length()}" for a, b in zip(nodes[0::2], nodes[1::2])] + odd
    with open(path, "w") as file:
        file.write(f"({','.join(nodes)});")


def write_table(path, random, samples, tips, density):
    """Counts in BIOM 2.1, sample by sample and observation by observation; every sample has tip 0, so none is empty."""
    def rows(count, of, kept):
        pointer, indices, data = [0], [], []
        for r in range(count):
            found = np.flatnonzero(kept[r])
            indices.append(found)
            data.append(of[r][found])
            pointer.append(pointer[-1] + len(found))
        return np.concatenate(data), np.concatenate(indices).astype(np.int32), np.array(pointer, np.int32)

    kept = random.random((samples, tips)) < density
    kept[:, 0] = True
    counts = np.ceil(random.lognormal(1, 2, (samples, tips)))
    with h5py.File(path, "w") as file:
        for axis, ids, part in (("sample", "S", rows(samples, counts, kept)), ("observation", "t", rows(tips, counts.T, kept.T))):
            count = samples if axis == "sample" else tips
            names = np.array([f"{ids}{i}" for i in range(count)], object)
            file.create_dataset(axis + "/ids", data=names, dtype=h5py.string_dtype())
            for name, values in zip(("data", "indices", "indptr"), part):
                file.create_dataset(f"{axis}/matrix/{name}", data=values)
        file.attrs["shape"] = (tips, samples)
        file.attrs["nnz"] = int(kept.sum())


def timed(command):
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"}, check=False)
    seconds = time.perf_counter() - start
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\nended with {done.returncode}: {done.stderr or done.stdout}")
    return seconds


def matrix(path):
    with h5py.File(path) as file:
        return file["matrix"][:].astype(float)


def compare(options, directory, method, alpha, wanted, with_ssu):
    path = lambda name: os.path.join(directory, name)
    encke = [options.encke, "unifrac", "--biom", path("t.biom"), "--tree", path("t.nwk"), "--method", method, "--precision",
             options.precision, "--threads", "1", "--format", "hdf5", "--out", path("encke"), "--progress", "none"]
    encke += [] if alpha is None else ["--alpha", str(alpha)]
    digits = options.precision.replace("f", "fp")
    ssu = ["ssu", "-i", path("t.biom"), "-t", path("t.nwk"), "-m", f"{method}_{digits}", "-r", f"hdf5_{digits}", "--pcoa", "0",
           "-o", path("ssu.h5")] + ([] if alpha is None else ["-a", str(alpha)])
    ours, theirs = [], []
    for _ in range(options.repeats):
        ours.append(timed(encke))
        if with_ssu:
            theirs.append(timed(ssu))
    row = [method, "-" if alpha is None else str(alpha), f"{statistics.median(ours):.3f}"]
    if not with_ssu:
        return "\t".join(row)
    apart = np.abs(matrix(path("encke.h5")) - matrix(path("ssu.h5"))).max()
    if not apart <= TOLERANCE[options.precision]:
        sys.exit(f"{method}: values differ by {apart}")
    ratio = statistics.median(theirs) / statistics.median(ours)
    verdict = "" if wanted is None else "PASS" if ratio >= wanted else "short"
    row += [f"{statistics.median(theirs):.3f}", f"{ratio:.1f}", "-" if wanted is None else str(wanted), verdict, f"{apart:.1e}"]
    return "\t".join(row)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encke", default="build/release/bin/encke")
    parser.add_argument("--samples", type=int, default=2000)
    parser.add_argument("--branches", type=int, default=20000)
    parser.add_argument("--density", type=float, default=0.05, help="share of the tips that a sample has")
    parser.add_argument("--precision", choices=["f32", "f64"], default="f32")
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    with_ssu = shutil.which("ssu") is not None
    if not with_ssu:
        print("ssu (Debian: unifrac-tools) is not installed: Encke alone", file=sys.stderr)
    random = np.random.default_rng(1)
    with tempfile.TemporaryDirectory() as directory:
        tips = options.branches // 2 + 1
        write_tree(os.path.join(directory, "t.nwk"), random, tips)
        write_table(os.path.join(directory, "t.biom"), random, options.samples, tips, options.density)
        print("\t".join(["#METHOD", "ALPHA", "ENCKE_S"] + (["SSU_S", "RATIO", "WANTED", "", "APART"] if with_ssu else [])))
        for method, alpha, wanted in METHODS:
            print(compare(options, directory, method, alpha, wanted, with_ssu), flush=True)


main()
