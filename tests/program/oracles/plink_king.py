#!/usr/bin/env python3
"""`encke king` and `encke ibs` have the printed digits of PLINK: `plink2 --make-king-table`, `plink1.9 --genome`; and
`--king-cutoff` leaves out whom `plink2 --king-cutoff` leaves out.

Usage: ENCKE_BIN=encke [ENCKE_SHARED=folder of real data sets] plink_king.py [PREFIX of a data set ...]
Makes data sets with relatives and missing genotypes, and takes the real ones where they are. Exit status 77: there is neither a plink2
nor a plink1.9.
"""

import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

REAL = ["EUR_test", "hapmap_yri60", "hapmap_ceph90_chr22region", "bigsnpr_missing", "snpstats_ibd5"]
CUTOFFS = ["0.0442", "0.0884", "0.177"]
SEEDS = 12


def make_data(prefix, samples, variants, missing, seed):
    """Every third sample is a child of the two before it; the last variants are on X."""
    rng = random.Random(seed)
    codes = {0: 3, 1: 2, 2: 0}
    rows = bytearray(b"\x6c\x1b\x01")
    for _ in range(variants):
        frequency = rng.random()
        row, copies = bytearray((samples + 3) // 4), []
        for s in range(samples):
            alleles = [rng.random() < frequency, rng.random() < frequency]
            if s % 3 == 2:
                alleles = [rng.choice(copies[s - 2]), rng.choice(copies[s - 1])]
            copies.append(alleles)
            code = 1 if rng.random() < missing else codes[sum(alleles)]
            row[s // 4] |= code << 2 * (s % 4)
        rows += row
    Path(f"{prefix}.bed").write_bytes(rows)
    with open(f"{prefix}.bim", "w") as bim:
        bim.writelines(f"{1 + v % 3 if v < variants - 10 else 'X'} s{v} 0 {v + 1} A C\n" for v in sorted(range(variants), key=lambda v: (v >= variants - 10, v % 3)))
    with open(f"{prefix}.fam", "w") as fam:
        fam.writelines(f"f{s // 5} i{s} 0 0 2 -9\n" for s in range(samples))


def run(*words):
    subprocess.run([str(w) for w in words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def lines_of(path):
    return Path(path).read_text().splitlines()


def same_lists(found, expected, name):
    if found == expected:
        print(f"{name}: {len(expected)} lines, equal")
        return True
    print(f"{name}: {len(found)} lines found, {len(expected)} expected")
    for line in list(set(found) ^ set(expected))[:10]:
        print("  ", "found   " if line in found else "expected", line)
    return False


def compare_king(encke, plink2, prefix, folder):
    run(encke, "king", "--bfile", prefix, "--out", f"{folder}/ours", "--progress", "none")
    run(plink2, "--bfile", prefix, "--make-king-table", "--out", f"{folder}/theirs")
    # PLINK: 0 heterozygotes make -inf, or nan where nothing else differs; the order of lines is another
    theirs = [line.replace("-inf", "nan") for line in lines_of(f"{folder}/theirs.kin0")]
    equal = same_lists(sorted(lines_of(f"{folder}/ours.kin0")), sorted(theirs), f"king, {Path(prefix).name}")
    for cutoff in CUTOFFS:
        run(encke, "king", "--bfile", prefix, "--king-cutoff", cutoff, "--out", f"{folder}/ours", "--progress", "none")
        run(plink2, "--bfile", prefix, "--king-cutoff", cutoff, "--out", f"{folder}/theirs")
        for ending in ("in.id", "out.id"):
            name = f"cutoff.{ending} at {cutoff}, {Path(prefix).name}"
            ours, theirs = (lines_of(f"{folder}/{who}.king.cutoff.{ending}") for who in ("ours", "theirs"))
            equal = same_lists(ours, theirs, name) and equal
    return equal


def rounded(value):
    """As --genome prints a number."""
    return f"{value:.6f}".rstrip("0").rstrip(".")


def compare_ibs(encke, plink1, prefix, folder):
    run(encke, "ibs", "--bfile", prefix, "--out", f"{folder}/ours", "--progress", "none")
    run(plink1, "--bfile", prefix, "--genome", "--allow-no-sex", "--out", f"{folder}/theirs")
    samples = [tuple(line.split()[:2]) for line in lines_of(f"{prefix}.fam")]
    number = {sample: i for i, sample in enumerate(samples)}
    differ = len({iid for _, iid in samples}) == len(samples)
    names = {iid if differ else f"{fid}_{iid}": i for (fid, iid), i in number.items()}
    ours = {}
    for line in lines_of(f"{folder}/ours.edges.tsv")[1:]:
        first, second, value = line.split()
        ours[names[first], names[second]] = float(value)
    different = []
    theirs = [line.split() for line in lines_of(f"{folder}/theirs.genome")[1:]]
    for words in theirs:
        value = ours[number[words[0], words[1]], number[words[2], words[3]]]
        printed = float(words[11])
        if not (abs(value - printed) <= 0.5001e-6 or (value != value and printed != printed)):
            different.append((words[1], words[3], words[11], value))
    print(f"ibs, {Path(prefix).name}: {len(theirs)} pairs, {len(different)} differences")
    for line in different[:10]:
        print("  ", *line)
    return len(theirs) == len(ours) and not different


def main():
    plink2, plink1 = shutil.which(os.environ.get("PLINK2", "plink2")), shutil.which("plink1.9")
    if plink2 is None and plink1 is None:
        print("skipped: neither a plink2 nor a plink1.9")
        return 77
    encke, real = os.environ["ENCKE_BIN"], sys.argv[1:]
    shared = os.environ.get("ENCKE_SHARED")
    if shared:
        real += [f"{shared}/data/snp/{name}" for name in REAL]
    else:
        print("real data sets are left out: ENCKE_SHARED is not set")
    equal = True
    with tempfile.TemporaryDirectory() as folder:
        prefixes = list(real)
        for seed in range(SEEDS):
            prefixes.append(f"{folder}/seed{seed}")
            samples = random.Random(seed).choice([31, 63, 64, 65, 130])
            make_data(prefixes[-1], samples, random.Random(seed).choice([50, 200, 1000]), [0, 0.02, 0.3][seed % 3], seed)
        for prefix in prefixes:
            if plink2 is not None:
                equal = compare_king(encke, plink2, prefix, folder) and equal
            if plink1 is not None:
                equal = compare_ibs(encke, plink1, prefix, folder) and equal
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
