#!/usr/bin/env python3
"""`encke epistasis --score linear` has the square of the t of least squares by NumPy, to 1e-8, and the printed digits of PLINK 1.9's
--epistasis of a trait of numbers.

Usage: ENCKE_BIN=encke linear.py [PREFIX of a data set ...]
Makes data sets with and without missing genotypes; traits are made for all. Exit status 77: there is neither NumPy nor plink1.9.
"""

import math
import os
import random
import shutil
import sys
import tempfile

from plink_boost import make_data, run
from refine import genotypes_of

try:
    import numpy as np
except ImportError:
    np = None

MOST_VARIANTS = 150  # of a given data set


def make_trait(prefix, out, seed):
    """A trait on which two pairs of variants interact; one number in thirty is missing."""
    rng = random.Random(seed)
    samples, rows = genotypes_of(prefix)
    names = list(rows)
    with open(out, "w") as file:
        file.write("FID IID HEIGHT\n")
        for s, sample in enumerate(samples):
            product = sum((rows[names[a]][s] or 0) * (rows[names[b]][s] or 0) for a, b in ((1, 5), (3, len(names) - 2)))
            value = "NA" if rng.random() < 1 / 30 else f"{171 + 2.5 * product + rng.gauss(0, 8):.3f}"
            file.write(f"{sample[0]} {sample[1]} {value}\n")


def found_by(encke, prefix, trait, out, *words):
    run(encke, "epistasis", "--bfile", prefix, "--score", "linear", "--trait", trait, "--columns", "ids", "--all", "--out", out,
        "--progress", "none", *words)
    with open(f"{out}.edges.tsv") as lines:
        next(lines)
        for line in lines:
            first, second, value, df, tail = line.split()
            assert df == "1"
            yield first, second, float(value), float(tail)


def squared_t(x, y):
    """NaN where the columns depend on each other."""
    if len(y) < 5 or np.linalg.matrix_rank(x) < 4:
        return math.nan
    beta, _, _, _ = np.linalg.lstsq(x, y, rcond=None)
    rest = y - x @ beta
    # what the product has beyond the others, by a regression of its own
    others = x[:, :3]
    alone = x[:, 3] - others @ np.linalg.lstsq(others, x[:, 3], rcond=None)[0]
    return beta[3] ** 2 * (alone @ alone) / ((rest @ rest) / (len(y) - 4))


def compare_numpy(encke, prefix, trait, out):
    samples, rows = genotypes_of(prefix)
    numbers = {tuple(line.split()[:2]): line.split()[2] for line in list(open(trait))[1:]}
    height = np.array([math.nan if numbers[(s[0], s[1])] == "NA" else float(numbers[(s[0], s[1])]) for s in samples])
    columns = {name: np.array([math.nan if g is None else g for g in row]) for name, row in rows.items()}
    problems, compared, none = [], 0, 0
    for first, second, value, tail in found_by(encke, prefix, trait, out):
        g, h = columns[first], columns[second]
        known = ~np.isnan(g + h + height)
        x = np.column_stack([np.ones(known.sum()), g[known], h[known], g[known] * h[known]])
        expected = squared_t(x, height[known])
        if math.isnan(expected) or math.isnan(value):
            none += 1
            if math.isnan(expected) != math.isnan(value):
                problems.append(f"{first} {second} {value} {expected}")
            continue
        compared += 1
        if abs(value - expected) > 1e-8 * max(1, expected) or abs(tail - math.erfc(math.sqrt(value / 2))) > 1e-5 * tail + 1e-300:
            problems.append(f"{first} {second} {value} {tail} {expected}")
    print(f"{os.path.basename(prefix)}, NumPy: {compared} pairs, {none} without a value, {len(problems)} problems")
    for problem in problems[:5]:
        print("  ", problem)
    return not problems and compared > 100


def compare_plink(plink, encke, prefix, trait, out):
    found = {(first, second): (value, tail) for first, second, value, tail in found_by(encke, prefix, trait, out)}
    run(plink, "--bfile", prefix, "--pheno", trait, "--pheno-name", "HEIGHT", "--missing-phenotype", "-9999", "--epistasis", "--epi1", "1",
        "--allow-no-sex", "--keep-allele-order", "--out", out)
    problems, compared = [], 0
    with open(f"{out}.epi.qt") as lines:
        next(lines)
        for words in map(str.split, lines):
            pair = (words[1], words[3])
            value, tail = found[pair if pair in found else pair[::-1]]
            if "NA" in words[4:7] or "nan" in words[4:7]:
                continue
            compared += 1
            statistic, p = float(words[5]), float(words[6])
            if abs(value - statistic) > 6e-6 * max(statistic, 1e-3) or abs(tail - p) > 1e-2 * p:  # PLINK approximates it
                problems.append(f"{words} {value} {tail}")
    print(f"{os.path.basename(prefix)}, PLINK: {compared} pairs, {len(problems)} problems")
    for problem in problems[:5]:
        print("  ", problem)
    return not problems and compared > 100


def main():
    plink, encke = shutil.which("plink1.9"), os.environ["ENCKE_BIN"]
    if np is None and plink is None:
        print("skipped: neither NumPy nor plink1.9 on this machine")
        return 77
    equal = []
    with tempfile.TemporaryDirectory() as folder:
        prefixes = []
        for number, (samples, missing) in enumerate([(400, 0), (700, 0.02), (65, 0.1)]):
            prefixes.append(f"{folder}/set{number}")
            make_data(prefixes[-1], samples, 50, missing, 60 + number)
        for number, given in enumerate(sys.argv[1:]):  # their first variants
            prefixes.append(f"{folder}/given{number}")
            size = (sum(1 for _ in open(f"{given}.fam")) + 3) // 4
            open(f"{prefixes[-1]}.bed", "wb").write(open(f"{given}.bed", "rb").read(3 + size * MOST_VARIANTS))
            open(f"{prefixes[-1]}.bim", "w").writelines(list(open(f"{given}.bim"))[:MOST_VARIANTS])
            shutil.copy(f"{given}.fam", f"{prefixes[-1]}.fam")
        for number, prefix in enumerate(prefixes):
            trait = f"{folder}/trait{number}"
            make_trait(prefix, trait, number)
            if np is not None:
                equal.append(compare_numpy(encke, prefix, trait, f"{folder}/n{number}"))
            if plink is not None:
                equal.append(compare_plink(plink, encke, prefix, trait, f"{folder}/p{number}"))
    return 0 if all(equal) else 1


if __name__ == "__main__":
    sys.exit(main())
