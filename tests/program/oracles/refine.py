#!/usr/bin/env python3
"""`encke epistasis --refine` has the estimates of statsmodels (logistic and linear, with covariates, to 1e-6), and without covariates
the printed digits of PLINK 1.9's --epistasis.

Usage: ENCKE_BIN=encke refine.py [PREFIX of a data set ...]
Exit status 77: there is neither statsmodels nor plink1.9.
"""

import os
import random
import shutil
import sys
import tempfile
from pathlib import Path

from plink_boost import make_data, run

try:
    import numpy as np
    import statsmodels.api as sm
except ImportError:
    sm = None


def genotypes_of(prefix):
    samples = [line.split() for line in open(f"{prefix}.fam")]
    ids = [line.split()[1] for line in open(f"{prefix}.bim")]
    bed = Path(f"{prefix}.bed").read_bytes()[3:]
    size = (len(samples) + 3) // 4
    copies = {0: 2, 1: None, 2: 1, 3: 0}
    rows = {}
    for v, name in enumerate(ids):
        row = bed[v * size:(v + 1) * size]
        rows[name] = [copies[row[s // 4] >> 2 * (s % 4) & 3] for s in range(len(samples))]
    return samples, rows


def make_numbers(prefix, seed):
    """Covariates and a trait; one sample in forty lacks one of them."""
    rng = random.Random(seed)
    samples, _ = genotypes_of(prefix)
    path = f"{prefix}.numbers"
    with open(path, "w") as out:
        out.write("FID IID AGE SEX PC1 PC2 PC3 TRAIT\n")
        for sample in samples:
            age = "NA" if rng.random() < 0.025 else f"{rng.randint(20, 80)}"
            rest = [f"{rng.randint(1, 2)}"] + [f"{rng.gauss(0, 0.02):.6f}" for _ in range(3)] + [f"{rng.gauss(100, 15):.4f}"]
            out.write(" ".join([sample[0], sample[1], age] + rest) + "\n")
    return path


def numbers_of(path):
    lines = [line.split() for line in open(path)]
    return lines[0][2:], {tuple(line[:2]): [float("nan") if x == "NA" else float(x) for x in line[2:]] for line in lines[1:]}


def refined(encke, prefix, out, *more):
    run(encke, "epistasis", "--bfile", prefix, "--score", "boost", "--p-below", "0.1", "--out", out, "--progress", "none", *more)
    lines = [line.split() for line in open(f"{out}.refined.tsv")]
    head = [name.lstrip("#") for name in lines[0]]
    return [dict(zip(head, line)) for line in lines[1:]]


def compare_statsmodels(encke, prefix, out, model):
    path = make_numbers(prefix, 5)
    names, numbers = numbers_of(path)
    samples, rows = genotypes_of(prefix)
    columns = [names.index(name) for name in ("AGE", "SEX", "PC1", "PC2", "PC3")]
    words = ["--refine", model, "--covar", path, "--covar-name", "AGE,SEX,PC1,PC2,PC3"]
    if model == "linear":
        words += ["--trait", path, "--trait-name", "TRAIT"]
    problems, compared = [], 0
    for line in refined(encke, prefix, out, *words):
        x, y = [], []
        for s, sample in enumerate(samples):
            g, h, known = rows[line["ID1"]][s], rows[line["ID2"]][s], numbers[(sample[0], sample[1])]
            if g is None or h is None or sample[5] not in "12" or any(k != k for k in known):
                continue
            x.append([1, g, h, g * h] + [known[c] for c in columns])
            y.append(known[-1] if model == "linear" else int(sample[5]) - 1)
        if line["CODE"] != ".":
            continue
        fit = (sm.OLS(y, np.array(x)).fit() if model == "linear"
               else sm.Logit(y, np.array(x)).fit(disp=0, tol=1e-12, maxiter=100))
        expected = {"BETA": fit.params[3], "SE": fit.bse[3], "P": fit.pvalues[3]}
        compared += 1
        close = all(abs(float(line[key]) - value) <= 1e-6 * max(abs(value), 1e-3 if key == "BETA" else 0) +
                    (5e-6 * abs(value) if key == "P" else 0) for key, value in expected.items())
        if not close or int(line["N"]) != len(y):
            problems.append(f"{line} {expected} {len(y)}")
    print(f"{prefix} {model}, statsmodels: {compared} pairs, {len(problems)} problems")
    for problem in problems[:5]:
        print("  ", problem)
    return not problems and compared > 10


def compare_plink(plink, encke, prefix, out):
    found = {(line["ID1"], line["ID2"]): line for line in refined(encke, prefix, out, "--refine", "logistic")}
    run(plink, "--bfile", prefix, "--epistasis", "--epi1", "1", "--allow-no-sex", "--keep-allele-order", "--out", out)
    problems, compared = [], 0
    with open(f"{out}.epi.cc") as lines:
        next(lines)
        for words in map(str.split, lines):
            line = found.get((words[1], words[3]))
            if line is None or words[4] == "NA" or line["CODE"] != ".":
                continue
            compared += 1
            ratio, tail = float(words[4]), float(words[6])
            # PLINK ends its iteration where the parameters change by less than 1e-4, and prints four digits of p
            if abs(float(line["OR"]) - ratio) > 2e-5 * ratio or abs(float(line["P"]) - tail) > 2e-3 * tail:
                problems.append(f"{words} {line}")
    print(f"{prefix}, PLINK: {compared} pairs, {len(problems)} problems")
    for problem in problems[:5]:
        print("  ", problem)
    return not problems and compared > 10


def main():
    plink, encke = shutil.which("plink1.9"), os.environ["ENCKE_BIN"]
    if plink is None and sm is None:
        print("skipped: neither statsmodels nor plink1.9 on this machine")
        return 77
    equal = []
    with tempfile.TemporaryDirectory() as folder:
        prefixes = []
        for number, (samples, missing) in enumerate([(600, 0), (1000, 0.02)]):
            prefixes.append(f"{folder}/set{number}")
            make_data(prefixes[-1], samples, 60, missing, 40 + number)
        for number, given in enumerate(sys.argv[1:]):  # covariates lie beside the data
            prefixes.append(f"{folder}/given{number}")
            for ending in ("bed", "bim", "fam"):
                os.symlink(os.path.abspath(f"{given}.{ending}"), f"{prefixes[-1]}.{ending}")
        for number, prefix in enumerate(prefixes):
            if sm is not None:
                equal += [compare_statsmodels(encke, prefix, f"{folder}/s{number}", model) for model in ("logistic", "linear")]
            if plink is not None:
                equal.append(compare_plink(plink, encke, prefix, f"{folder}/p{number}"))
    return 0 if all(equal) else 1


if __name__ == "__main__":
    sys.exit(main())
