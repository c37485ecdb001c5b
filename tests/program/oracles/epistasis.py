#!/usr/bin/env python3
"""The scores of `encke epistasis` equal those that SciPy gives of the same tables, on made-up data sets with missing genotypes,
rare variants and sparse tables: K2 from gammaln, mutual information from entropies, chi-squared from chi2_contingency with its
degrees of freedom, its tail from chdtrc. Usage: ENCKE_BIN=encke epistasis.py. Exit status 77: there is no SciPy."""
import itertools
import os
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
    from scipy.special import chdtrc, gammaln, xlogy
    from scipy.stats import chi2_contingency
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from plink_boost import make_data

SETS = list(enumerate((samples, missing) for samples in (7, 33, 64, 130, 257, 600) for missing in (0, 0.01, 0.1, 0.3)))
if os.environ.get("ENCKE_LONG") != "1":  # each number of samples with two rates, each rate with three numbers
    SETS = [(seed, form) for seed, form in SETS if (seed // 4 + seed) % 2 == 0]


def read_data(prefix):
    """Copies of A1 (-1: missing) of each variant, and the class of each sample (-1: neither)."""
    classes = [{"1": 0, "2": 1}.get(line.split()[5], -1) for line in open(f"{prefix}.fam")]
    codes = np.frombuffer(Path(f"{prefix}.bed").read_bytes()[3:], np.uint8).reshape(-1, (len(classes) + 3) // 4)
    codes = (codes[:, :, None] >> np.array([0, 2, 4, 6])) & 3
    return np.array([2, -1, 1, 0])[codes.reshape(len(codes), -1)[:, :len(classes)]], np.array(classes)


def table(genotypes, classes, variants):
    """Samples by class and combination of genotypes."""
    rows = genotypes[list(variants)]
    present = (rows >= 0).all(axis=0) & (classes >= 0)
    cell = np.ravel_multi_index(rows[:, present], [3] * len(variants))
    return np.bincount(3**len(variants) * classes[present] + cell, minlength=2 * 3**len(variants)).reshape(2, -1)


def k2(n):
    return (gammaln(n.sum(axis=0) + 2) - gammaln(n + 1).sum(axis=0)).sum(), None, None


def mi(n):
    def entropy(counts):
        share = counts / counts.sum()
        return -xlogy(share, share).sum()

    if n.sum() == 0:
        return 0, None, None
    return entropy(n.sum(axis=0)) + entropy(n.sum(axis=1)) - entropy(n), None, None


def chi_squared(n):
    if (n.sum(axis=1) == 0).any():
        return 0, 0, None
    found = chi2_contingency(n[:, n.sum(axis=0) > 0], correction=False)
    return found[0], found[2], chdtrc(found[2], found[0]) if found[2] > 0 else None


def values(encke, prefix, score, way, out):
    words = [encke, "epistasis", "--bfile", prefix, "--score", score, "--way", str(way), "--columns", "ids", "--out", out, "--progress", "none"]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    with open(f"{out}.edges.tsv") as lines:
        next(lines)
        for line in lines:
            cells = line.split()
            yield tuple(int(name[1:]) for name in cells[:way]), [float(x) for x in cells[way:]]


def same(found, expected):
    value, freedom, tail = expected
    if abs(found[0] - value) > 1e-10 * max(1, abs(value)):
        return False
    if freedom is not None and found[1] != freedom:
        return False
    return tail is None or abs(found[2] - tail) <= 1e-5 * tail  # printed with 6 digits


def compare(encke, folder, seed, samples, missing):
    wrong = tuples = 0
    for way, variants in ((2, 20), (3, 9)):
        prefix = f"{folder}/{seed}-{way}"
        make_data(prefix, samples, variants, missing, seed)
        genotypes, classes = read_data(prefix)
        if len(set(classes) - {-1}) < 2:
            print(f"seed {seed}: left out, all samples are of one class")
            continue
        for score, oracle in (("k2", k2), ("mi", mi), ("chi2", chi_squared)):
            found = dict(values(encke, prefix, score, way, f"{folder}/out"))
            every = list(itertools.combinations(range(variants), way))
            assert sorted(found) == every
            tuples += len(every)
            for variants_of in every:
                expected = oracle(table(genotypes, classes, variants_of))
                if same(found[variants_of], expected):
                    continue
                wrong += 1
                print(f"seed {seed}, {score} of {variants_of}: SciPy {expected}, Encke {found[variants_of]}")
    return tuples, wrong


def main():
    with tempfile.TemporaryDirectory() as folder:
        found = [compare(os.environ["ENCKE_BIN"], folder, seed, *form) for seed, form in SETS]
    tuples, wrong = (sum(column) for column in zip(*found))
    print(f"{len(SETS)} seeds: {tuples} values, {wrong} differences")
    return 1 if wrong or tuples == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
