#!/usr/bin/env python3
"""`encke clump` has the clumps of `plink1.9 --clump`: index variants, numbers and lists.

Usage: ENCKE_BIN=encke [ENCKE_SHARED=folder of real data sets] plink_clump.py [PREFIX of a data set ...]
Makes data sets with variants in disequilibrium and reports with random p-values. Exit status 77: there is no plink1.9.
"""

import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from plink_prune import make_data

REAL = ["EUR_test", "hapmap_yri60", "mouse_cc"]
# r2 of few samples are fractions such as 1/10, which PLINK's root of a cubic equation misses by its rounding: thresholds beside them.
SETTINGS = [
    [],
    ["--clump-p1", "0.01", "--clump-p2", "0.05", "--clump-r2", "0.1003", "--clump-kb", "1000"],
    ["--clump-p1", "0.1", "--clump-p2", "0.2", "--clump-r2", "0.8003", "--clump-kb", "50"],
]
SEEDS = 8


def make_report(prefix, path, seed):
    rng = random.Random(seed)
    with open(path, "w") as report:
        report.write("CHR SNP P\n")
        for line in Path(f"{prefix}.bim").read_text().splitlines():
            chromosome, name = line.split()[:2]
            if chromosome != "0" and rng.random() < 0.9:
                p = "NA" if rng.random() < 0.02 else f"{10 ** -(7 * rng.random() ** 2):.3g}"
                report.write(f"{chromosome} {name} {p}\n")
        report.write("1 elsewhere 1e-9\n")


def clumps_of(path):
    """By index variant: position, p-value to PLINK's three digits, numbers, list."""
    if not path.exists():
        return []
    lines = [line.split() for line in path.read_text().splitlines()[1:]]
    return [(w[0], w[2], w[3], f"{float(w[4]):.3g}", *w[5:11], w[11]) for w in lines if w]


def run(*words):
    subprocess.run([str(w) for w in words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def main():
    plink1 = shutil.which("plink1.9")
    if plink1 is None:
        print("skipped: no plink1.9")
        return 77
    encke, prefixes = os.environ["ENCKE_BIN"], sys.argv[1:]
    shared = os.environ.get("ENCKE_SHARED")
    if shared:
        prefixes += [f"{shared}/data/snp/{name}" for name in REAL]
    else:
        print("real data sets are left out: ENCKE_SHARED is not set")
    equal = True
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(SEEDS):
            prefixes.append(f"{folder}/seed{seed}")
            make_data(prefixes[-1], random.Random(seed).choice([31, 64, 200]), 400, [0, 0.02, 0.2][seed % 3], seed)
        for number, prefix in enumerate(prefixes):
            report = f"{folder}/report"
            make_report(prefix, report, number)
            for words in SETTINGS:
                Path(f"{folder}/theirs.clumped").unlink(missing_ok=True)
                run(encke, "clump", "--bfile", prefix, "--clump", report, *words, "--out", f"{folder}/ours")
                run(plink1, "--bfile", prefix, "--clump", report, *words, "--allow-no-sex", "--out", f"{folder}/theirs")
                ours, theirs = (clumps_of(Path(f"{folder}/{who}.clumped")) for who in ("ours", "theirs"))
                same = ours == theirs
                print(f"{Path(prefix).name} {' '.join(words)}: {len(ours)} clumps, {'equal' if same else 'DIFFERENT'}")
                for one in [c for c in ours if c not in theirs][:3] + [c for c in theirs if c not in ours][:3]:
                    print("  ", *one)
                equal = equal and same
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
