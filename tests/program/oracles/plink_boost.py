#!/usr/bin/env python3
"""The statistic of `encke epistasis --score boost` has the printed digits of PLINK 1.9.

Usage: ENCKE_BIN=encke plink_boost.py [PREFIX of a data set ...]
Makes small data sets with missing genotypes, rare variants and sparse tables; takes further ones
from the command line. Exit status 77: there is no plink1.9.
"""

import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path


def make_data(prefix, samples, variants, missing, seed):
    rng = random.Random(seed)
    codes = {0: 3, 1: 2, 2: 0}
    rows = bytearray(b"\x6c\x1b\x01")
    with open(f"{prefix}.bim", "w") as bim:
        for v in range(variants):
            bim.write(f"1 s{v} 0 {v + 1} A C\n")
            frequency = rng.random()
            row = bytearray((samples + 3) // 4)
            for s in range(samples):
                copies = (rng.random() < frequency) + (rng.random() < frequency)
                code = 1 if rng.random() < missing else codes[copies]
                row[s // 4] |= code << 2 * (s % 4)
            rows += row
    Path(f"{prefix}.bed").write_bytes(rows)
    with open(f"{prefix}.fam", "w") as fam:
        for s in range(samples):
            fam.write(f"f{s} i{s} 0 0 1 {rng.choice('12290'[:5]).replace('9', '-9')}\n")


def run(*words):
    subprocess.run([str(w) for w in words], check=True, stdout=subprocess.DEVNULL)


def plink_values(plink, prefix, out):
    run(plink, "--bfile", prefix, "--fast-epistasis", "boost", "--epi1", "1", "--allow-no-sex", "--out", out)
    with open(f"{out}.epi.cc") as lines:
        next(lines)
        for line in lines:
            _, first, _, second, value, df, tail = line.split()
            yield (first, second), (value, df, tail)


def encke_values(encke, prefix, out):
    run(encke, "epistasis", "--bfile", prefix, "--score", "boost", "--columns", "ids", "--out", out, "--progress", "none")
    with open(f"{out}.edges.tsv") as lines:
        next(lines)
        for line in lines:
            first, second, value, df, tail = line.split()
            yield (first, second), (float(value), int(df), float(tail))


def same_statistic(value, printed):
    """Same digits, or a difference as the rounding of a sum of some hundred terms of order 1 makes."""
    return f"{value:.6g}" == printed or abs(value - float(printed)) < 1e-12


def same(printed, ours):
    value, df, tail = printed
    if value == "nan":
        return ours[0] != ours[0] and ours[1] == 0
    if not same_statistic(ours[0], value) or ours[1] != int(df):
        return False
    # both are rounded; that of a statistic which is 0 but for rounding is 0 in PLINK
    return float(value) < 1e-9 or abs(ours[2] - float(tail)) <= 5.1e-4 * float(tail)


def compare(plink, encke, prefix, out):
    expected = dict(plink_values(plink, prefix, f"{out}.plink"))
    found = dict(encke_values(encke, prefix, f"{out}.encke"))
    differences = [f"{p}: PLINK {e}, Encke {found.get(p)}" for p, e in expected.items()
                   if p not in found or not same(e, found[p])]
    # PLINK leaves out variants of one genotype, and pairs whose statistic is 0
    differences += [f"{p}: not in PLINK, Encke {f}" for p, f in found.items()
                    if p not in expected and f[1] > 0 and abs(f[0]) > 1e-12]
    print(f"{prefix}: {len(expected)} pairs, {len(differences)} differences")
    for line in differences[:10]:
        print("  ", line)
    return not differences


def main():
    plink = shutil.which("plink1.9")
    if plink is None:
        print("skipped: no plink1.9 on this machine")
        return 77
    encke, given = os.environ["ENCKE_BIN"], sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        prefixes = []
        sizes = [(60, 0.05), (333, 0), (513, 0.02), (40, 0.2), (127, 0.01), (1024, 0.001)]
        for number in range(24):
            samples, missing = sizes[number % len(sizes)]
            prefixes.append(f"{folder}/set{number}")
            make_data(prefixes[-1], samples, 90, missing, number)
        equal = [compare(plink, encke, p, f"{folder}/out{n}") for n, p in enumerate(prefixes + given)]
    return 0 if all(equal) else 1


if __name__ == "__main__":
    sys.exit(main())
