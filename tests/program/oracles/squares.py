#!/usr/bin/env python3
"""`encke r2 --r --loci F --format square` gives the correlations of NumPy, with the signs of the alleles that P.vars names.

Usage: ENCKE_BIN=encke squares.py
Makes genotypes with and without missing ones, chooses alleles at random, and has NumPy correlate the copies of the allele that
is counted. The matrices are as fine-mapping takes them: symmetric, ones on the diagonal. Exit status 77: there is no NumPy.
"""

import csv
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy
except ImportError:
    print("skipped: no NumPy")
    sys.exit(77)

SAMPLES, VARIANTS = 203, 120
LOCI = [("1", 1, 30000, "lead"), ("1", 20001, 60000, "next"), ("2", 5000, 50000, "other")]


def make_data(prefix, missing, seed):
    """Returns copies of the first allele, -1 where missing, by id."""
    rng = random.Random(seed)
    codes = {0: 3, 1: 2, 2: 0, -1: 1}
    rows, bed, bim = {}, bytearray(b"\x6c\x1b\x01"), []
    base = [rng.choice([0, 1, 2]) for _ in range(SAMPLES)]
    for v in range(VARIANTS):
        row = [x if rng.random() < 0.6 else rng.choice([0, 1, 2]) for x in base]
        if rng.random() < 0.5:
            row = [2 - x for x in row]
        row = [-1 if rng.random() < missing else x for x in row]
        packed = bytearray((SAMPLES + 3) // 4)
        for s, x in enumerate(row):
            packed[s // 4] |= codes[x] << 2 * (s % 4)
        bed += packed
        alleles = rng.sample("ACGT", 2)
        bim.append(f"{1 + v // 60} v{v} 0 {1000 * (v % 60 + 1)} {alleles[0]} {alleles[1]}\n")
        rows[f"v{v}"] = (row, alleles)
    Path(f"{prefix}.bed").write_bytes(bed)
    Path(f"{prefix}.bim").write_text("".join(bim))
    Path(f"{prefix}.fam").write_text("".join(f"f{s} i{s} 0 0 2 -9\n" for s in range(SAMPLES)))
    return rows


def correlations(rows, variants):
    """Of the copies of the allele that is named as counted, over the samples present in both."""
    copies = []
    for variant in variants:
        row, alleles = rows[variant["ID"]]
        assert {variant["COUNTED"], variant["OTHER"]} == set(alleles), variant
        x = numpy.array(row, dtype=float)
        x[x < 0] = numpy.nan
        copies.append(x if variant["COUNTED"] == alleles[0] else 2 - x)
    expected = numpy.eye(len(copies))
    for i, x in enumerate(copies):
        for j, y in enumerate(copies[:i]):
            both = ~(numpy.isnan(x) | numpy.isnan(y))
            expected[i, j] = expected[j, i] = numpy.corrcoef(x[both], y[both])[0, 1]
    return expected


def main():
    encke, worst, negative = os.environ["ENCKE_BIN"], 0.0, 0
    with tempfile.TemporaryDirectory() as folder:
        loci = Path(folder, "loci")
        loci.write_text("".join("\t".join(map(str, locus)) + "\n" for locus in LOCI))
        for missing in (0, 0.03):
            rows = make_data(f"{folder}/x", missing, 7)
            for form, dtype, most in (("square", "<f8", 1e-13), ("square32", "<f4", 1e-6)):
                subprocess.run([encke, "r2", "--bfile", f"{folder}/x", "--r", "--loci", str(loci), "--format", form, "--out", f"{folder}/out",
                                "--progress", "none"], check=True, stdout=subprocess.DEVNULL)
                for chromosome, first, last, name in LOCI:
                    matrix = numpy.load(f"{folder}/out.{name}.square.npy")
                    with open(f"{folder}/out.{name}.vars", newline="") as file:
                        variants = list(csv.DictReader(file, delimiter="\t"))
                    assert all(v["CHROM"] == chromosome and first <= int(v["POS"]) <= last for v in variants)
                    assert matrix.dtype.str == dtype and matrix.shape == (len(variants),) * 2, (matrix.dtype, matrix.shape)
                    assert (matrix == matrix.T).all() and (numpy.diag(matrix) == 1).all()
                    difference = abs(matrix - correlations(rows, variants)).max()
                    print(f"{name}, {form}, {missing:.0%} missing: {len(variants)} variants, largest difference {difference:.1e}")
                    worst = max(worst, difference / most)
                    negative += int((matrix < -0.2).sum())
    return 0 if worst <= 1 and negative > 100 else 1


if __name__ == "__main__":
    sys.exit(main())
