#!/usr/bin/env python3
"""CPU seconds of whole commands next to PLINK's, one thread, in turns: kinship, pruning at array density, reading, and similar
fingerprints.

Usage: answers.py ENCKE [--samples N] [--variants M] [--fingerprints N] [--repeats R] [--bfile PREFIX]
Data are made here, from a seed: N samples of M variants with 0.5 % missing, and fingerprints of 1,024 bits with 50 set on average.
--bfile: a data set whose pruning is timed too, and its reading from BGEN. Needs NumPy; what plink2 does not do here is left out.
CPU seconds are user and system together, the least of the repeats.
"""
import argparse
import resource
import shutil
import subprocess
import tempfile

import numpy as np

from fingerprints import make_fingerprints

CODES = np.array([3, 2, 0, 1], np.uint8)  # of a .bed: copies 0, 1, 2, missing


def make_genotypes(prefix, samples, variants):
    random = np.random.default_rng(1)
    shifts = (1 << (2 * np.arange(4))).astype(np.uint8)
    with open(prefix + ".bed", "wb") as bed:
        bed.write(b"\x6c\x1b\x01")
        for begin in range(0, variants, 1000):
            rows = min(1000, variants - begin)
            q = random.uniform(0.05, 0.5, (rows, 1)).astype(np.float32)
            r = random.random((rows, samples), dtype=np.float32)
            copies = (r < q * q).astype(np.uint8) + (r < q * q + 2 * q * (1 - q)).astype(np.uint8)
            copies[np.arange(rows)[:, None], random.integers(0, samples, (rows, samples // 200))] = 3
            bed.write((CODES[copies].reshape(rows, samples // 4, 4) * shifts).sum(2, dtype=np.uint8).tobytes())
    with open(prefix + ".bim", "w") as bim:
        bim.writelines(f"{1 + v * 22 // variants} s{v} 0 {v + 1} A C\n" for v in range(variants))
    with open(prefix + ".fam", "w") as fam:
        fam.writelines(f"f{s} i{s} 0 0 2 -9\n" for s in range(samples))


def cpu_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def least(commands, repeats):
    """Of each command, which take turns."""
    times = [[cpu_seconds(command) for command in commands] for _ in range(repeats)]
    return [min(column) for column in zip(*times)]


def show(name, ours, theirs=None):
    print(f"{name}: encke {ours:.3f} s" + (f", plink2 {theirs:.3f} s, {theirs / ours:.2f} x" if theirs else ""), flush=True)


def against_plink(name, ours, theirs, repeats):
    commands = [ours] + ([theirs] if shutil.which("plink2") else [])
    show(name, *least(commands, repeats))


def read_bgen(a, folder, one):
    """A run of neighbours alone, whose time is that of reading; and of the same variants as .bed."""
    if not shutil.which("plink2"):
        return
    neighbours = ["--window-variants", "2", "--threshold", "0.9", *one]
    for version, bits in (("1.2", "8"), ("1.3", "8")):
        subprocess.run(["plink2", "--bfile", a.bfile, "--export", "bgen-" + version, "bits=" + bits, "--out", folder + "/b"],
                       check=True, stdout=subprocess.DEVNULL)
        bgen = ["--bgen", folder + "/b.bgen"]
        against_plink(f"reading {a.bfile} as BGEN {version}, {bits} bits",
                      [a.encke, "r2", *bgen, "--bgen-ref", "last", "--sample", folder + "/b.sample", *neighbours],
                      ["plink2", *bgen, "ref-last", "--sample", folder + "/b.sample", "--make-bed", *one], a.repeats)
    against_plink(f"reading {a.bfile}", [a.encke, "r2", "--bfile", a.bfile, *neighbours],
                  ["plink2", "--bfile", a.bfile, "--make-bed", *one], a.repeats)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("encke")
    parser.add_argument("--samples", type=int, default=5000, help="a multiple of 4, 200 at least")
    parser.add_argument("--variants", type=int, default=100000)
    parser.add_argument("--fingerprints", type=int, default=60000)
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--bfile")
    a = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        made, out = folder + "/made", folder + "/out"
        make_genotypes(made, a.samples, a.variants)
        one = ["--threads", "1", "--out", out]
        against_plink(f"kinship of {a.samples} samples, {a.variants} variants",
                      [a.encke, "king", "--bfile", made, "--threshold", "0.0442", "--memory", "512", *one],
                      ["plink2", "--bfile", made, "--make-king-table", "--king-table-filter", "0.0442", *one], a.repeats)
        if a.bfile:
            against_plink(f"pruning of {a.bfile}, 250 kb, 0.2",
                          [a.encke, "prune", "--bfile", a.bfile, "--indep-pairwise", "250kb", "0.2", *one],
                          ["plink2", "--bfile", a.bfile, "--indep-pairwise", "250kb", "1", "0.2", *one], a.repeats)
            read_bgen(a, folder, one)
        make_fingerprints(folder + "/f.fps", a.fingerprints)
        pairs = a.fingerprints * (a.fingerprints - 1) / 2
        for pruning in ([], ["--no-pruning"]):
            command = [a.encke, "jaccard", "--fps", folder + "/f.fps", "--threshold", "0.7", *pruning, *one]
            seconds = least([command], a.repeats)[0]
            show(f"Tanimoto above 0.7 of {a.fingerprints} fingerprints {' '.join(pruning)}".rstrip(), seconds)
            print(f"  {pairs / seconds:.3g} pairs/s, with reading and output")


main()
