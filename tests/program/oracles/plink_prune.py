#!/usr/bin/env python3
"""`encke prune` keeps and removes the variants, id for id, that `plink1.9 --indep-pairwise` and `plink2 --indep-pairwise` do.

Usage: ENCKE_BIN=encke [ENCKE_SHARED=folder of real data sets] plink_prune.py [PREFIX of a data set ...]
Makes data sets with variants in disequilibrium, missing genotypes and variants that do not vary, and takes the real ones where they
are. One difference is allowed and counted: PLINK keeps a variant that does not vary where no other shares a window with it. A
plink2 that has --indep-order is also compared in its second order. Exit status 77: there is neither a plink2 nor a plink1.9.
"""

import functools
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from plink_r2 import LONG, PLINK1_ELSEWHERE

REAL = ["EUR_test", "hapmap_yri60", "hapmap_ceph90_chr22region", "bigsnpr_missing", "mouse_cc", "snpstats_exercise_chr10", "snpstats_ibd5"]
SETTINGS = [["50", "5", "0.2"], ["200", "1", "0.5"], ["250kb", "0.2"], ["1000", "100", "0.1"]]
SEEDS = range(12) if LONG else (0, 2, 3, 5, 7, 10)  # each number of samples with two rates of missing genotypes, and each rate with two numbers


def make_data(prefix, samples, variants, missing, seed, x=False):
    """x: all on chromosome X, of males, females and others; no male is heterozygous."""
    sexes = [random.Random(seed + s).choice("1120") if x else "2" for s in range(samples)]
    rng = random.Random(seed)
    codes = {0: 3, 1: 2, 2: 0}
    rows, before = bytearray(b"\x6c\x1b\x01"), None
    for _ in range(variants):
        frequency, likeness = rng.choice([0, 0.02, rng.random(), rng.random()]), rng.choice([0, 0.5, 0.9, 0.99])
        copies = [(rng.random() < frequency) + (rng.random() < frequency) for _ in range(samples)]
        if before is not None:
            copies = [old if rng.random() < likeness else new for old, new in zip(before, copies)]
        if x:
            copies = [count // 2 * 2 if sex == "1" else count for count, sex in zip(copies, sexes)]
        before = copies
        row = bytearray((samples + 3) // 4)
        for s, count in enumerate(copies):
            row[s // 4] |= (1 if rng.random() < missing else codes[count]) << 2 * (s % 4)
        rows += row
    Path(f"{prefix}.bed").write_bytes(rows)
    position = 1
    with open(f"{prefix}.bim", "w") as bim:
        for v in range(variants):
            position += rng.choice([0, 10, 5000, 60000])
            bim.write(f"{'X' if x else v * 4 // variants} s{v} 0 {position} A C\n")
    with open(f"{prefix}.fam", "w") as fam:  # some are no founders
        fam.writelines(f"f{s} i{s} {'0 0' if s % 5 else f'i{s + 1} 0'} {sexes[s]} -9\n" for s in range(samples))


def lists_of(prefix):
    return [Path(f"{prefix}.prune.{ending}").read_text().split() for ending in ("in", "out")]


def encke_lists(encke, prefix, words, out):
    said = subprocess.run([encke, "prune", "--bfile", prefix, "--indep-pairwise", *words, "--out", out], check=False,
                          capture_output=True, text=True)
    if said.returncode != 0:
        print(said.stderr)
        return None
    return lists_of(out)


def plink_lists(program, prefix, words, out):
    """None where PLINK refuses the data."""
    for ending in ("in", "out"):
        Path(f"{out}.prune.{ending}").unlink(missing_ok=True)
    if words[0].endswith("kb"):
        words = [words[0][:-2], "kb", "1", *words[1:]] if "1.9" in program else [words[0], "1", *words[1:]]
    few = [] if "1.9" in program else ["--bad-ld"]  # of less than 50 founders
    said = subprocess.run([program, "--bfile", prefix, "--indep-pairwise", *words, *few, "--out", out], check=False, capture_output=True)
    return lists_of(out) if said.returncode == 0 and Path(f"{out}.prune.in").exists() else None


def constant_variants(prefix):
    """Those of which all founders that are there have one genotype."""
    fam = [line.split() for line in Path(f"{prefix}.fam").read_text().splitlines()]
    founders = [s for s, words in enumerate(fam) if words[2] == words[3] == "0"]
    ids = [line.split()[1] for line in Path(f"{prefix}.bim").read_text().splitlines()]
    bed, size = Path(f"{prefix}.bed").read_bytes()[3:], (len(fam) + 3) // 4
    found = set()
    for v, name in enumerate(ids):
        row, first = bed[v * size : (v + 1) * size], None
        for s in founders:
            code = row[s // 4] >> 2 * (s % 4) & 3
            if code == 1:
                continue
            if first is not None and code != first:
                break
            first = code
        else:
            found.add(name)
    return found


def equal_lists(ours, theirs, constant, name):
    alone = {v for v in theirs[0] if v in constant and v in set(ours[1])}
    kept = [v for v in theirs[0] if v not in alone]
    equal = ours[0] == kept and sorted(ours[1]) == sorted(theirs[1] + list(alone))
    print(f"{name}: {len(ours[0])} kept, {len(alone)} alone without variation, {'equal' if equal else 'DIFFERENT'}")
    if not equal:
        print("   kept by one only:", *sorted(set(ours[0]) ^ set(kept))[:10])
    return equal


@functools.cache
def orders_of(program):
    if "1.9" in program:
        return [[]]
    said = subprocess.run([program, "--help", "indep-pairwise"], capture_output=True, text=True, check=False)
    return [["--indep-order", "1"], ["--indep-order", "2"]] if "indep-order" in said.stdout else [[]]


def compare(encke, programs, prefix, folder, founders=None):
    """founders: a set that has these samples alone, for PLINK to read."""
    equal, constant = True, constant_variants(prefix)
    for words in SETTINGS:
        for program in programs:
            for order in orders_of(program):
                theirs = plink_lists(program, founders or prefix, [*words, *order], f"{folder}/theirs")
                name = f"{Path(prefix).name}, {' '.join([*words, *order])}, {Path(program).name}"
                if theirs is None:
                    print(f"{name}: refused by PLINK")
                    continue
                ours = encke_lists(encke, prefix, [*words, *order], f"{folder}/ours")
                equal = ours is not None and equal_lists(ours, theirs, constant, name) and equal
    return equal


def note_orders(programs):
    """Which order of comparisons has no one to compare with."""
    if all(orders_of(program) == [[]] for program in programs):
        print("skipped: a plink2 that has --indep-order (PLINK 2 of 2023 or later): order 2 is not compared")


def main():
    plink2 = shutil.which(os.environ.get("PLINK2", "plink2"))
    plink1 = None if plink2 and PLINK1_ELSEWHERE else shutil.which("plink1.9")
    programs = [p for p in (plink1, plink2) if p is not None]
    if not programs:
        print("skipped: neither a plink1.9 nor a plink2")
        return 77
    encke, real = os.environ["ENCKE_BIN"], sys.argv[1:]
    shared = os.environ.get("ENCKE_SHARED")
    if shared:
        real += [f"{shared}/data/snp/{name}" for name in REAL]
    else:
        print("real data sets are left out: ENCKE_SHARED is not set")
    note_orders(programs)
    equal = True
    with tempfile.TemporaryDirectory() as folder:
        prefixes = list(real)
        for seed in SEEDS:
            prefixes.append(f"{folder}/seed{seed}")
            make_data(prefixes[-1], random.Random(seed).choice([31, 64, 200]), 400, [0, 0.02, 0.2][seed % 3], seed)
        for prefix in prefixes:
            equal = compare(encke, programs, prefix, folder) and equal
        # X: PLINK 1.9 has other rules; PLINK 2.00a3.5 makes other lists of founders among others than of a file that has them alone
        for seed in SEEDS if plink2 else ():
            prefix = f"{folder}/x{seed}"
            make_data(prefix, random.Random(seed).choice([31, 64, 200]), 300, [0, 0.02, 0.2][seed % 3], seed, x=True)
            founders = prefix + "founders"
            subprocess.run([plink2, "--bfile", prefix, "--keep-founders", "--make-bed", "--out", founders], check=True, stdout=subprocess.DEVNULL)
            equal = compare(encke, [plink2], prefix, folder, founders) and equal
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
