#!/usr/bin/env python3
"""1 - PS of `encke ps` equals SciPy's Bray-Curtis dissimilarity, on a table like those of microbiome studies and, where
ENCKE_SHARED and h5py are there, on the real GlobalPatterns table (26 samples, 19,216 features)."""
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
    from scipy.spatial.distance import braycurtis, pdist
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)


def made_up(seed):
    """Counts of 40 samples: most features absent, few abundant."""
    random = np.random.default_rng(seed)
    counts = np.floor(random.lognormal(0, 3, (40, 3001)))
    return counts * (random.random(counts.shape) < 0.1)


def global_patterns():
    path = os.path.join(os.environ.get("ENCKE_SHARED", ""), "data/microbiome/GlobalPatterns.biom")
    try:
        import h5py
        from scipy.sparse import csr_matrix

        with h5py.File(path) as biom:
            part = biom["sample/matrix"]
            shape = (biom["sample/ids"].shape[0], biom["observation/ids"].shape[0])
            return csr_matrix((part["data"][:], part["indices"][:], part["indptr"][:]), shape).toarray()
    except (ImportError, OSError) as why:
        print(f"without GlobalPatterns: {why}")
        return None


def similarities(table, directory):
    source, out = os.path.join(directory, "table.npy"), os.path.join(directory, "out")
    np.save(source, table)
    subprocess.run(
        [os.environ["ENCKE_BIN"], "ps", "--table", source, "--format", "npy", "--progress", "none",
         "--out", out],
        check=True, stdout=subprocess.DEVNULL)
    return np.load(out + ".npy")


def main():
    tables = {f"made up, seed {seed}": made_up(seed) for seed in range(20)}
    real = global_patterns()
    if real is not None:
        tables["GlobalPatterns"] = real
    for name, table in tables.items():
        with tempfile.TemporaryDirectory() as directory:
            ours = similarities(table, directory)
        theirs = 1 - pdist(table, "braycurtis")
        worst = np.abs(ours - theirs).max()
        print(f"{name}: {table.shape[0]} x {table.shape[1]}, {ours.size} pairs, largest difference {worst:.1e}")
        assert ours.shape == theirs.shape and worst < 1e-12, name
        assert abs(ours[0] - (1 - braycurtis(table[0], table[1]))) < 1e-12


main()
