#!/usr/bin/env python3
"""Times `encke r2` against PLINK, whole commands on one thread, run in turn (A B A B ...); medians, a line for each data set.
The data sets are made up: all genotypes present, and 2 % missing; every tenth variant is like the one before. Both programs read
the same files and write the pairs with r2 above 0.2. PLINK is plink2 (or what PLINK2 names) where it has --r2-unphased, and
plink1.9. Ends with 1 where a command fails or the numbers of pairs differ.

  python3 perf/r2.py --encke build/release/bin/encke [--variants 10000 --samples 10000 --repeats 3]"""
import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

THRESHOLD = "0.2"
WANTED = 5  # times faster than PLINK 2


def complete_bytes():
    """For each byte one of the 81 that hold four genotypes, none of which is missing (code 1)."""
    codes = (0, 2, 3)
    four = [a | b << 2 | c << 4 | d << 6 for a in codes for b in codes for c in codes for d in codes]
    return bytes(four[b % 81] for b in range(256))


def write_data(prefix, variants, samples, missing, seed=1):
    rng, table, width = random.Random(seed), complete_bytes(), (samples + 3) // 4
    with open(f"{prefix}.bed", "wb") as bed:
        bed.write(b"\x6c\x1b\x01")
        for v in range(variants):
            fresh = bytearray(rng.randbytes(width).translate(table))
            row = fresh[:width // 10] + row[width // 10:] if v % 10 == 9 else fresh
            written = bytearray(row)
            for _ in range(int(missing * samples)):
                s = rng.randrange(samples)
                written[s // 4] = written[s // 4] & ~(3 << 2 * (s % 4)) | 1 << 2 * (s % 4)
            bed.write(written)
    Path(f"{prefix}.bim").write_text("".join(f"1 s{v} 0 {v + 1} A C\n" for v in range(variants)))
    Path(f"{prefix}.fam").write_text("".join(f"f{s} i{s} 0 0 2 -9\n" for s in range(samples)))


def programs(encke):
    """name -> (command without data set and output, ending of the output)"""
    some = {"encke": ([encke, "r2", "--threshold", THRESHOLD, "--threads", "1", "--progress", "none"], ".edges.tsv")}
    window = ["inter-chr", "--ld-window-r2", THRESHOLD, "--threads", "1"]
    plink2, plink1 = shutil.which(os.environ.get("PLINK2", "plink2")), shutil.which("plink1.9")
    if plink2 is not None:
        known = subprocess.run([plink2, "--help", "r2-unphased"], capture_output=True, text=True, check=False).stdout
        if "--r2-unphased" in known:
            some["plink2"] = ([plink2, "--r2-unphased", *window], ".vcor")
        else:
            print("this plink2 has no --r2-unphased", file=sys.stderr)
    if plink1 is not None:
        some["plink1.9"] = ([plink1, "--r2", *window], ".ld")
    return some


def timed(command, prefix, out):
    start = time.perf_counter()
    done = subprocess.run([*command, "--bfile", prefix, "--out", out], capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - start
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stderr}{done.stdout}")
    return seconds


def pairs_in(path):
    with open(path, "rb") as lines:
        return sum(1 for _ in lines) - 1


def measure(name, prefix, given, repeats, folder):
    seconds, pairs = {program: [] for program in given}, {}
    for _ in range(repeats):
        for program, (command, ending) in given.items():
            out = f"{folder}/{program}"
            seconds[program].append(timed(command, prefix, out))
            pairs[program] = pairs_in(out + ending)
    median = {program: statistics.median(s) for program, s in seconds.items()}
    for program, value in median.items():
        ratio = value / median["encke"]
        verdict = "" if program != "plink2" else "\tPASS" if ratio >= WANTED else f"\twanted {WANTED}"
        spread = max(seconds[program]) / min(seconds[program])
        print(f"{name}\t{program}\t{value:.3f}\t{ratio:.2f}\t{spread:.2f}\t{pairs[program]}{verdict}", flush=True)
    return len(set(pairs.values())) == 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--encke", default="encke")
    parser.add_argument("--variants", type=int, default=10000)
    parser.add_argument("--samples", type=int, default=10000)
    parser.add_argument("--repeats", type=int, default=3)
    given = parser.parse_args()
    print("data\tprogram\tseconds\ttimes encke\tspread\tpairs")
    same = True
    with tempfile.TemporaryDirectory() as folder:
        for name, missing in (("complete", 0), ("2 % missing", 0.02)):
            prefix = f"{folder}/data"
            write_data(prefix, given.variants, given.samples, missing)
            same = measure(name, prefix, programs(given.encke), given.repeats, folder) and same
    if not same:
        sys.exit("the programs found different numbers of pairs")


if __name__ == "__main__":
    main()
