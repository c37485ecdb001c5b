#!/usr/bin/env python3
"""`encke r2` has the printed digits of PLINK: `plink2 --r2-unphased` and `plink1.9 --r2`.

Usage: ENCKE_BIN=encke [ENCKE_SHARED=folder of real data sets] plink_r2.py [PREFIX of a data set ...]
Makes data sets with missing genotypes, rare variants and variants that do not vary, and takes the
real ones where they are. Exit status 77: there is neither a plink2 that has --r2-unphased (PLINK 2
of 2023 or later) nor a plink1.9.
"""

import os
import random
import shutil
import subprocess
import sys
import tempfile
from decimal import ROUND_HALF_EVEN, Context
from pathlib import Path

REAL = ["hapmap_ceph90_chr22region", "bigsnpr_missing", "mouse_cc"]
SEEDS = 24
TO_SIX_DIGITS = Context(prec=6, rounding=ROUND_HALF_EVEN)
LONGEST_TIE = len("0.0001234565")  # seven digits and no more
LONG = os.environ.get("ENCKE_LONG") == "1"
PLINK1_ELSEWHERE = not LONG and os.environ.get("ENCKE_PLINK1_ELSEWHERE") == "1"  # another test compares with PLINK 1.9
MOST_VARIANTS = 2500 if LONG else 1000  # of a real data set: PLINK writes a line for each pair


def make_data(prefix, samples, variants, missing, seed):
    rng = random.Random(seed)
    codes = {0: 3, 1: 2, 2: 0}
    rows = bytearray(b"\x6c\x1b\x01")
    for _ in range(variants):
        frequency = rng.choice([0, 0.01, rng.random(), rng.random(), 1])
        all_het = rng.random() < 0.05
        row = bytearray((samples + 3) // 4)
        for s in range(samples):
            copies = 1 if all_het else (rng.random() < frequency) + (rng.random() < frequency)
            code = 1 if rng.random() < missing else codes[copies]
            row[s // 4] |= code << 2 * (s % 4)
        rows += row
    Path(f"{prefix}.bed").write_bytes(rows)
    write_texts(prefix, samples, variants)


def write_texts(prefix, samples, variants):
    """All samples founders and all variants on chromosome 1: PLINK's r2 leaves out other samples, and
    counts males otherwise on X."""
    with open(f"{prefix}.bim", "w") as bim:
        bim.writelines(f"1 s{v} 0 {v + 1} A C\n" for v in range(variants))
    with open(f"{prefix}.fam", "w") as fam:
        fam.writelines(f"f{s} i{s} 0 0 2 -9\n" for s in range(samples))


def copy_data(source, prefix):
    """The first variants of a data set, with texts of our own."""
    samples = len(Path(f"{source}.fam").read_text().splitlines())
    variants = min(len(Path(f"{source}.bim").read_text().splitlines()), MOST_VARIANTS)
    size = 3 + variants * ((samples + 3) // 4)
    with open(f"{source}.bed", "rb") as bed:
        Path(f"{prefix}.bed").write_bytes(bed.read(size))
    write_texts(prefix, samples, variants)


def run(*words):
    subprocess.run([str(w) for w in words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def plink1_lines(program, prefix, out):
    """Leaves out pairs without a value."""
    run(program, "--bfile", prefix, "--r2", "inter-chr", "--ld-window-r2", "0", "--out", out)
    with open(f"{out}.ld") as lines:
        next(lines)
        for line in lines:
            words = line.split()
            yield words[2], words[5], words[6]


def plink2_lines(program, prefix, out):
    """With a threshold below 0 pairs without a value are nan."""
    run(program, "--bfile", prefix, "--r2-unphased", "inter-chr", "cols=id", "--ld-window-r2", "-1", "--out", out)
    with open(f"{out}.vcor") as lines:
        next(lines)
        for line in lines:
            yield tuple(line.split())


def encke_lines(encke, prefix, out):
    run(encke, "r2", "--bfile", prefix, "--columns", "ids", "--out", out, "--progress", "none")
    with open(f"{out}.edges.tsv") as lines:
        next(lines)
        for line in lines:
            first, second, value = line.split()
            yield first, second, float(value)


def same(printed, value):
    """PLINK rounds to six digits, ties to even, and takes for a tie what is one but for the last binary digits."""
    if value != value:
        return printed == "nan"
    text = f"{value:.15g}"
    if len(text) > LONGEST_TIE:
        return f"{value:.6g}" == printed
    rounded = TO_SIX_DIGITS.create_decimal(text)
    return f"{float(rounded):.6g}" == printed


def compare(name, lines, encke, prefix, folder):
    """All pairs of both, line by line: in both the first variant is the earlier one."""
    ours = encke_lines(encke, prefix, f"{folder}/encke")
    pairs, differences = 0, []
    for first, second, printed in lines(prefix, f"{folder}/plink"):
        for a, b, value in ours:
            if (a, b) == (first, second):
                break
            if value == value:  # pairs that PLINK 1.9 leaves out have no value
                differences.append(f"{a} {b}: not in PLINK, Encke {value}")
        else:
            differences.append(f"{first} {second}: PLINK {printed}, not in Encke")
            break
        pairs += 1
        if not same(printed, value):
            differences.append(f"{a} {b}: PLINK {printed}, Encke {value}")
    differences += [f"{a} {b}: not in PLINK, Encke {v}" for a, b, v in ours if v == v]
    print(f"{name}, {Path(prefix).name}: {pairs} pairs, {len(differences)} differences")
    for line in differences[:10]:
        print("  ", line)
    return pairs > 0 and not differences


def has_r2_unphased(plink2):
    said = subprocess.run([plink2, "--help", "r2-unphased"], capture_output=True, text=True, check=False)
    return "--r2-unphased" in said.stdout


def find_programs():
    programs = {}
    plink2, plink1 = shutil.which(os.environ.get("PLINK2", "plink2")), shutil.which("plink1.9")
    if plink2 is not None and has_r2_unphased(plink2):
        programs["PLINK 2"] = lambda prefix, out: plink2_lines(plink2, prefix, out)
    else:
        print("skipped: a plink2 that has --r2-unphased")
    if plink1 is not None and not (programs and PLINK1_ELSEWHERE):
        programs["PLINK 1.9"] = lambda prefix, out: plink1_lines(plink1, prefix, out)
    return programs


def main():
    programs = find_programs()
    if not programs:
        print("skipped: no plink1.9 either")
        return 77
    encke, real = os.environ["ENCKE_BIN"], sys.argv[1:]
    shared = os.environ.get("ENCKE_SHARED")
    if shared:
        real += [f"{shared}/data/snp/{name}" for name in REAL]
    else:
        print("real data sets are left out: ENCKE_SHARED is not set")
    equal = True
    with tempfile.TemporaryDirectory() as folder:
        prefixes = []
        for seed in range(SEEDS):
            prefixes.append(f"{folder}/seed{seed}")
            samples = random.Random(seed).choice([31, 64, 65, 200, 513])
            make_data(prefixes[-1], samples, 40, [0, 0.02, 0.3][seed % 3], seed)
        for source in real:
            prefixes.append(f"{folder}/{Path(source).name}")
            copy_data(source, prefixes[-1])
        for prefix in prefixes:
            for name, lines in programs.items():
                equal = compare(name, lines, encke, prefix, folder) and equal
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
