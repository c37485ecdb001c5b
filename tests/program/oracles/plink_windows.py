#!/usr/bin/env python3
"""`encke ld` compares the pairs of variants that PLINK 1.9 compares, in windows and of sets, with its printed digits.

Usage: ENCKE_BIN=encke [ENCKE_SHARED=folder of real data sets] [PLINK2=plink2] plink_windows.py [PREFIX of a data set ...]
Makes data sets with several chromosomes, positions that are equal, missing genotypes and variants that do not vary, and takes the
real ones where they are, all with chromosomes and positions; X with a PLINK 2 that has a table of r2. Exit status 77: there is no plink1.9.
"""
import os
import random
import shutil
import sys
import tempfile
from pathlib import Path

from plink_r2 import PLINK1_ELSEWHERE, copy_data, has_r2_unphased, make_data, run, same

REAL = ["EUR_test", "bigsnpr_missing", "hapmap_yri60", "mouse_cc", "hapmap_ceph90_chr22region", "snpstats_ibd5"]
WINDOWS = [["--window-kb", k] for k in ("0", "1", "50", "1000")] + [["--window-kb", "1000", "--window-variants", n] for n in ("2", "3", "10")]
PLINK_NAMES = {"--window-kb": "--ld-window-kb", "--window-variants": "--ld-window"}


def place(prefix, seed):
    """Chromosomes and positions for the variants of a data set."""
    rng = random.Random(seed)
    variants = len(Path(f"{prefix}.bim").read_text().splitlines())
    with open(f"{prefix}.bim", "w") as bim:
        chromosome, position = 1, 1000
        for v in range(variants):
            if rng.random() < 0.05:
                chromosome, position = chromosome + 1, rng.choice([0, 1, 5000])
            position += rng.choice([0, 1, 999, 1000, 1001, 49999, 50000, 50001, rng.randrange(400000)])
            bim.write(f"{min(chromosome, 22)} s{v} 0 {position if chromosome <= 22 else 10**8 + 1000 * v} A C\n")


def keep_places(source, prefix):
    """The chromosomes and positions of a real data set, with ids of our own; X as an autosome, whose males count as others do."""
    ours = len(Path(f"{prefix}.bim").read_text().splitlines())
    with open(f"{source}.bim") as bim:
        lines = [line.split() for line in bim][:ours]
    with open(f"{prefix}.bim", "w") as bim:
        bim.writelines(f"{'22' if c == '23' else c} s{v} 0 {int(float(p)) + (10**9 if c == '23' else 0)} A C\n" for v, (c, _, _, p, *_) in enumerate(lines))


def windows_of(prefix):
    """Where no positions are known each window in kb has all pairs: one of them is enough."""
    with open(f"{prefix}.bim") as bim:
        places = {tuple(line.split()[0:4:3]) for line in bim}
    return WINDOWS if len(places) > 1 else WINDOWS[3:]


def make_x(prefix, seed):
    """A set on X and chromosome 1, of males, females and samples of unknown sex, some of whom have parents."""
    make_data(prefix, 120, 60, [0, 0.05][seed % 2], seed)
    rng = random.Random(seed)
    Path(f"{prefix}.bim").write_text("".join(f"{1 if v < 20 else 23} s{v} 0 {1000 * (v + 1)} A C\n" for v in range(60)))
    Path(f"{prefix}.fam").write_text("".join(
        f"f{s} i{s} {rng.choice(['0 0', '0 0', 'p q'])} {rng.choice([1, 1, 2, 2, 0])} -9\n" for s in range(120)))


def compare_x(encke, plink2, prefix, folder):
    """PLINK 2: of founders, on X with males by half, without impossible genotypes. Returns whether all is equal, and PLINK's number of pairs."""
    run("plink1.9", "--bfile", prefix, "--set-hh-missing", "--make-bed", "--out", f"{folder}/x")
    run(plink2, "--bfile", f"{folder}/x", "--r2-unphased", "cols=id", "--ld-window-kb", "1000", "--ld-window-r2", "-1", "--out", f"{folder}/plink")
    with open(f"{folder}/plink.vcor") as lines:
        next(lines)
        words = (line.split() for line in lines)
        plink = {(w[0], w[1]): w[2] for w in words if w[2] != "nan"}
    return compare(encke, prefix, ["--window-kb", "1000"], plink, folder), len(plink)


def plink_pairs(prefix, window, out):
    words = [PLINK_NAMES.get(word, word) for word in window]
    if "--window-variants" not in window:
        words += ["--ld-window", "99999"]
    run("plink1.9", "--bfile", prefix, "--r2", *words, "--ld-window-r2", "0", "--out", out)
    with open(f"{out}.ld") as lines:
        next(lines)
        words = (line.split() for line in lines)
        return {(w[2], w[5]): w[6] for w in words}


def encke_pairs(encke, prefix, options, out):
    run(encke, "ld", "--bfile", prefix, *options, "--out", out, "--progress", "none")
    with open(f"{out}.edges.tsv") as lines:
        next(lines)
        words = (line.split() for line in lines)
        return {(w[0], w[1]): float(w[2]) for w in words}


def differences(plink, ours):
    """Pairs of which one variant does not vary are nan for us and not there for PLINK."""
    found = [f"{pair}: PLINK {plink[pair]}, not in Encke" for pair in plink if pair not in ours]
    for pair, value in ours.items():
        if pair not in plink:
            found += [f"{pair}: not in PLINK, Encke {value}"] if value == value else []
        elif not same(plink[pair], value):
            found.append(f"{pair}: PLINK {plink[pair]}, Encke {value}")
    return found


def compare(encke, prefix, options, plink, folder):
    ours = encke_pairs(encke, prefix, options, f"{folder}/encke")
    found = differences(plink, ours)
    print(f"{Path(prefix).name} {' '.join(Path(o).name for o in options)}: {len(plink)} pairs, {len(found)} differences")
    for line in found[:10]:
        print("  ", line)
    return not found


def compare_sets(encke, prefix, folder):
    """PLINK's set by all: variants of a list against all, in a window."""
    variants = len(Path(f"{prefix}.bim").read_text().splitlines())
    listed = [f"s{v}" for v in random.Random(1).sample(range(variants), max(2, variants // 10))]
    Path(f"{folder}/list").write_text("\n".join(listed) + "\n")
    of_plink = plink_pairs(prefix, ["--ld-snp-list", f"{folder}/list", "--window-kb", "1000"], f"{folder}/plink")
    once = {}  # PLINK has the listed one first, itself too, and two that are listed in both orders
    for (a, b), value in of_plink.items():
        if a != b:
            once[tuple(sorted((a, b), key=lambda name: int(name[1:])))] = value
    return compare(encke, prefix, ["--window-kb", "1000", "--extract-first", f"{folder}/list"], once, folder)


def compare_with_plink1(encke, real, folder):
    """Whether all is equal, of some pairs."""
    equal, total, prefixes = True, 0, []
    for seed in range(6):
        prefixes.append(f"{folder}/seed{seed}")
        make_data(prefixes[-1], [31, 64, 200][seed % 3], [3, 40, 300][seed % 3], [0, 0.02, 0.3][seed // 2], seed)
        place(prefixes[-1], seed)
    for source in real:
        prefixes.append(f"{folder}/{Path(source).name}")
        copy_data(source, prefixes[-1])
        keep_places(source, prefixes[-1])
    for prefix in prefixes:
        for window in windows_of(prefix):
            plink = plink_pairs(prefix, window, f"{folder}/plink")
            total += len(plink)
            equal = compare(encke, prefix, window, plink, folder) and equal
        equal = compare_sets(encke, prefix, folder) and equal
    return equal and total > 0


def compare_with_plink2(encke, plink2, folder):
    """Whether all is equal on X, of some pairs."""
    equal, total = True, 0
    for seed in range(4):
        make_x(f"{folder}/x_seed{seed}", seed)
        same_values, pairs = compare_x(encke, plink2, f"{folder}/x_seed{seed}", folder)
        equal, total = same_values and equal, total + pairs
    return equal and total > 0


def main():
    if shutil.which("plink1.9") is None:
        print("skipped: no plink1.9")
        return 77
    encke, real = os.environ["ENCKE_BIN"], sys.argv[1:]
    shared = os.environ.get("ENCKE_SHARED")
    if shared:
        real += [f"{shared}/data/snp/{name}" for name in REAL]
    else:
        print("real data sets are left out: ENCKE_SHARED is not set")
    plink2 = shutil.which(os.environ.get("PLINK2", "plink2"))
    if plink2 is None or not has_r2_unphased(plink2):
        print("skipped: a plink2 that has --r2-unphased (PLINK 2 of 2023 or later): X is not compared")
        plink2 = None
    with tempfile.TemporaryDirectory() as folder:
        equal = True if plink2 and PLINK1_ELSEWHERE else compare_with_plink1(encke, real, folder)
        if plink2:
            equal = compare_with_plink2(encke, plink2, folder) and equal
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
