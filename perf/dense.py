#!/usr/bin/env python3
"""CPU seconds of windows of linkage and of pruning at sequence density, next to PLINK's: one thread, in turns, medians.

Usage: dense.py ENCKE [--variants M] [--samples N] [--spacing BP] [--repeats R] [--folder F] [--only NAME]
Data are made here, from a seed: N samples whose haplotypes are mosaics of 60, in pieces of 60 variants, of M variants of one
chromosome, one every BP base pairs on average; 0.2 % of the genotypes are missing. Needs NumPy; what is not installed is left out.
"""
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

import numpy as np

CODES = np.array([3, 2, 0, 1], np.uint8)  # of a .bed: copies 0, 1, 2, missing
POOL, PIECE, CHUNK = 60, 60, 3000


def alleles_of_pool(random, variants):
    """Neighbours in an order that changes slowly share the rarer allele; most are rare."""
    share = 1 / np.arange(1, POOL // 2 + 1)
    count = random.choice(np.arange(1, POOL // 2 + 1), variants, p=share / share.sum())
    begin = random.integers(0, POOL, variants)
    order = random.permutation(POOL)
    rank = np.empty((variants, POOL), np.int64)
    for v in range(variants):
        if v % 20 == 0:
            a, b = random.integers(0, POOL, 2)
            order[a], order[b] = order[b], order[a]
        rank[v] = order
    return ((rank - begin[:, None]) % POOL < count[:, None]).astype(np.uint8)


def make_genotypes(prefix, samples, variants, spacing):
    random = np.random.default_rng(1)
    shifts = (1 << (2 * np.arange(4))).astype(np.uint8)
    with open(prefix + ".bed", "wb") as bed:
        bed.write(b"\x6c\x1b\x01")
        offset = random.integers(0, PIECE, 2 * samples)
        for begin in range(0, variants, CHUNK):
            rows = min(CHUNK, variants - begin)
            pool = alleles_of_pool(random, rows)
            ancestor = random.integers(0, POOL, (rows // PIECE + 2, 2 * samples))
            piece = (np.arange(rows)[:, None] + offset) // PIECE
            alleles = pool[np.arange(rows)[:, None], np.take_along_axis(ancestor, piece, 0)]
            copies = alleles[:, 0::2] + alleles[:, 1::2]
            copies[random.random(copies.shape, dtype=np.float32) < 0.002] = 3
            bed.write((CODES[copies].reshape(rows, samples // 4, 4) * shifts).sum(2, dtype=np.uint8).tobytes())
    position = np.cumsum(random.integers(1, 2 * spacing, variants))
    with open(prefix + ".bim", "w") as bim:
        bim.writelines(f"1 s{v} 0 {p} A C\n" for v, p in enumerate(position))
    with open(prefix + ".fam", "w") as fam:
        fam.writelines(f"f{s} i{s} 0 0 2 -9\n" for s in range(samples))


def cpu_seconds(command):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"exit code {process.returncode}: {' '.join(command)}")
    return used.ru_utime + used.ru_stime


def commands(encke, prefix, out):
    one = ["--threads", "1"]
    ours = ["--bfile", prefix, *one, "--progress", "none", "--out", out + "/ours"]
    prune = ["--bfile", prefix, *one, "--out", out + "/ours"]
    theirs = ["--bfile", prefix, *one, "--out", out + "/theirs"]
    # PLINK 2 of 2023 or later, which $PLINK2 may name, has a table of r2.
    plink2 = os.environ.get("PLINK2", "plink2")
    yield "window", {"encke": [encke, "r2", *ours, "--window-kb", "1000", "--threshold", "0.8"],
                     "plink2": [plink2, *theirs, "--r2-unphased", "--ld-window-kb", "1000", "--ld-window-r2", "0.8"],
                     "plink1.9": ["plink1.9", *theirs, "--r2", "--ld-window-kb", "1000", "--ld-window", "999999", "--ld-window-r2", "0.8"]}
    for kb in ("250", "1000"):
        yield "prune" + kb, {"encke": [encke, "prune", *prune, "--indep-pairwise", kb + "kb", "0.2"],
                             "plink2": [plink2, *theirs, "--indep-pairwise", kb + "kb", "1", "0.2"],
                             "plink1.9": ["plink1.9", *theirs, "--indep-pairwise", kb, "kb", "1", "0.2"]}


def can_run(who, name, command):
    if shutil.which(command[0]) is None:
        return False
    if (who, name) != ("plink2", "window"):
        return True
    said = subprocess.run([command[0], "--help", "r2-unphased"], capture_output=True, text=True, check=False)
    return "--r2-unphased" in said.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("encke")
    parser.add_argument("--variants", type=int, default=100_000)
    parser.add_argument("--samples", type=int, default=1000)
    parser.add_argument("--spacing", type=int, default=300)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--folder")
    parser.add_argument("--only", default="window,prune250,prune1000")
    a = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = a.folder or temporary
        prefix = f"{folder}/dense{a.variants}x{a.samples}"
        if not os.path.exists(prefix + ".fam"):
            make_genotypes(prefix, a.samples, a.variants, a.spacing)
        for name, all_of in commands(a.encke, prefix, temporary):
            if name not in a.only.split(","):
                continue
            all_of = {who: command for who, command in all_of.items() if can_run(who, name, command)}
            times = {who: [] for who in all_of}
            for _ in range(a.repeats):
                for who, command in all_of.items():
                    times[who].append(cpu_seconds(command))
            ours = statistics.median(times["encke"])
            print(name, ", ".join(f"{who} {statistics.median(t):.3f} s ({min(t):.3f}, {max(t):.3f})"
                                  + (f", {statistics.median(t) / ours:.2f} x" if who != "encke" else "") for who, t in times.items()), flush=True)


if __name__ == "__main__":
    main()
