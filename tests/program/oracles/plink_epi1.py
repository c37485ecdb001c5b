#!/usr/bin/env python3
"""Every pair that `encke epistasis --score boost --epi1 P` keeps is in the list of PLINK 1.9's --fast-epistasis boost --epi1 P, with
equal STAT and DF; and what PLINK lists beyond these has a larger p-value: it prints what passed a screen, unchecked.

Usage: ENCKE_BIN=encke plink_epi1.py [PREFIX of a data set ...]
Makes small data sets whose pairs have 1, 2 and 4 degrees of freedom. Exit status 77: there is no plink1.9.
"""

import os
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

from plink_boost import make_data, run, same_statistic


def plink_list(plink, prefix, epi1, out):
    run(plink, "--bfile", prefix, "--fast-epistasis", "boost", "--epi1", epi1, "--allow-no-sex", "--out", out)
    with open(f"{out}.epi.cc") as lines:
        next(lines)
        for line in lines:
            _, first, _, second, value, df, tail = line.split()
            yield (first, second), (value, df, float(tail))


def encke_list(encke, prefix, epi1, out):
    run(encke, "epistasis", "--bfile", prefix, "--score", "boost", "--epi1", epi1, "--columns", "ids", "--out", out, "--progress", "none")
    with open(f"{out}.edges.tsv") as lines:
        next(lines)
        for line in lines:
            first, second, value, df, tail = line.split()
            yield (first, second), (float(value), df, float(tail))


def drop_genotypes(prefix):
    """Two of three variants lose a genotype: homozygotes of A1 become heterozygotes."""
    samples = sum(1 for _ in open(f"{prefix}.fam"))
    bed = bytearray(Path(f"{prefix}.bed").read_bytes())
    size = (samples + 3) // 4
    for row in range((len(bed) - 3) // size):
        if row % 3 == 0:
            continue
        for sample in range(samples):
            at, shift = 3 + row * size + sample // 4, 2 * (sample % 4)
            if bed[at] >> shift & 3 == 0:
                bed[at] |= 2 << shift
    Path(f"{prefix}.bed").write_bytes(bed)


def compare(plink, encke, prefix, epi1, out, degrees):
    listed = dict(plink_list(plink, prefix, epi1, f"{out}.plink"))
    found = dict(encke_list(encke, prefix, epi1, f"{out}.encke"))
    problems = []
    for pair, (value, df, tail) in found.items():
        degrees[df] += 1
        if not tail <= float(epi1) * (1 + 1e-5):
            problems.append(f"{pair}: p {tail} is not <= {epi1}")
        if pair not in listed:
            problems.append(f"{pair}: not listed by PLINK, {value} {df} {tail}")
        elif listed[pair][1] != df or not same_statistic(value, listed[pair][0]):
            problems.append(f"{pair}: PLINK {listed[pair]}, Encke {value} {df}")
    for pair, (value, df, tail) in listed.items():
        # PLINK prints four digits of p
        if pair not in found and not tail > float(epi1) * (1 - 6e-4):
            problems.append(f"{pair}: PLINK {value} {df} {tail}, not kept")
    print(f"{prefix} {epi1}: {len(found)} of {len(listed)} pairs, {len(problems)} problems")
    for line in problems[:10]:
        print("  ", line)
    return not problems


def main():
    plink = shutil.which("plink1.9")
    if plink is None:
        print("skipped: no plink1.9 on this machine")
        return 77
    encke, given = os.environ["ENCKE_BIN"], sys.argv[1:]
    degrees = Counter()
    with tempfile.TemporaryDirectory() as folder:
        equal = []
        for number, (samples, missing) in enumerate([(333, 0), (513, 0.02), (200, 0.1), (1024, 0.001)]):
            prefix = f"{folder}/set{number}"
            make_data(prefix, samples, 120, missing, number)
            drop_genotypes(prefix)
            for epi1 in ("0.05", "0.001"):
                equal.append(compare(plink, encke, prefix, epi1, f"{folder}/out{number}", degrees))
        if set(degrees) != {"1", "2", "4"}:
            equal.append(False)
            print(f"pairs by degrees of freedom: {dict(degrees)}, 1, 2 and 4 expected")
        for number, prefix in enumerate(given):
            equal.append(compare(plink, encke, prefix, "0.001", f"{folder}/given{number}", degrees))
    return 0 if all(equal) else 1


if __name__ == "__main__":
    sys.exit(main())
