#!/usr/bin/env python3
"""The statistics of `encke epistasis --score alleles`, `case-only`, `joint-effects` and
`joint-case-only` have the printed digits of PLINK 1.9's --fast-epistasis.

Usage: ENCKE_BIN=encke plink_fast_epistasis.py [PREFIX of a data set ...]
Makes data sets on three chromosomes, with rare variants and missing genotypes; takes further ones
from the command line. Exit status 77: there is no plink1.9.
"""

import os
import random
import shutil
import sys
import tempfile
from pathlib import Path

from plink_boost import run

SCORES = {"alleles": ([], "cc"), "case-only": (["case-only"], "co"), "joint-effects": (["joint-effects"], "cc"),
          "joint-case-only": (["joint-effects", "case-only"], "co")}


def make_data(prefix, samples, variants, missing, seed):
    """Of some variants A1 is the more frequent allele; neighbours are correlated."""
    rng = random.Random(seed)
    codes = {0: 3, 1: 2, 2: 0}
    rows = bytearray(b"\x6c\x1b\x01")
    status = [rng.choice((1, 2, 2)) for _ in range(samples)]
    before = [0] * samples
    with open(f"{prefix}.bim", "w") as bim:
        for v in range(variants):
            place = v % (variants // 3)
            bim.write(f"{1 + 3 * v // variants} s{v} 0 {1 + 300_000 * place} A C\n")
            frequency = rng.choice((0.05, 0.3, 0.45, 0.5, 0.55, 0.8))
            row = bytearray((samples + 3) // 4)
            for s in range(samples):
                copies = (rng.random() < frequency) + (rng.random() < frequency)
                if rng.random() < (0.15 if status[s] == 2 else 0.05):
                    copies = before[s]
                before[s] = copies
                code = 1 if rng.random() < missing else codes[copies]
                row[s // 4] |= code << 2 * (s % 4)
            rows += row
    Path(f"{prefix}.bed").write_bytes(rows)
    with open(f"{prefix}.fam", "w") as fam:
        for s in range(samples):
            fam.write(f"f{s} i{s} 0 0 1 {status[s]}\n")


def plink_values(plink, prefix, out, score):
    words, ending = SCORES[score]
    run(plink, "--bfile", prefix, "--fast-epistasis", *words, "--epi1", "1", "--allow-no-sex", "--out", out)
    with open(f"{out}.epi.{ending}") as lines:
        next(lines)
        for line in lines:
            _, first, _, second, value, tail = line.split()
            if value != "nan":  # a count below --je-cellmin
                yield (first, second), (value, tail)


def encke_values(encke, prefix, out, score):
    run(encke, "epistasis", "--bfile", prefix, "--score", score, "--columns", "ids", "--out", out,
        "--progress", "none")
    with open(f"{out}.edges.tsv") as lines:
        next(lines)
        for line in lines:
            first, second, value, df, tail = line.split()
            if df != "0":
                yield (first, second), (float(value), int(df), float(tail))


def same(printed, ours):
    """Six digits; the last one may be another by the rounding of sums in another order."""
    value, tail = float(printed[0]), float(printed[1])
    if ours[1] != 1 or abs(ours[0] - value) > 5.1e-6 * abs(value) + 1e-12:
        return False
    # PLINK's normal distribution is an approximation; a statistic of rounding alone has any p-value
    return value < 1e-9 or abs(ours[2] - tail) <= (1e-3 if tail > 1e-5 else 0.05) * tail


def compare(plink, encke, prefix, out, score):
    expected = dict(plink_values(plink, prefix, f"{out}.plink", score))
    found = dict(encke_values(encke, prefix, f"{out}.encke", score))
    differences = [f"{p}: PLINK {e}, Encke {found.get(p)}" for p, e in expected.items()
                   if p not in found or not same(e, found[p])]
    differences += [f"{p}: not in PLINK, Encke {found[p]}" for p in found if p not in expected]
    print(f"{prefix} {score}: {len(expected)} pairs, {len(differences)} differences")
    for line in differences[:5]:
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
        for number, (samples, missing) in enumerate([(333, 0), (513, 0.02), (1024, 0.001), (3000, 0), (200, 0.1)]):
            prefixes.append(f"{folder}/set{number}")
            make_data(prefixes[-1], samples, 60, missing, number)
        equal = [compare(plink, encke, prefix, f"{folder}/out", score)
                 for prefix in prefixes + given for score in SCORES]
    return 0 if all(equal) else 1


if __name__ == "__main__":
    sys.exit(main())
