#!/usr/bin/env python3
"""`encke` keeps the variants and the samples that `plink2` keeps, and says after which filter how many were left out.

Usage: ENCKE_BIN=encke [ENCKE_SHARED=folder of real data sets] plink_select.py
Makes data sets with chromosomes of all kinds, both sexes and unknown ones, samples with parents, missing genotypes, heterozygotes where
none can be and variants out of equilibrium, and takes the real ones where they are. What --het-haploid makes missing is compared with
--set-hh-missing. Exit status 77: there is no plink2.
"""

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

REAL = ["hapmap_ceph90_chr22region", "bigsnpr_missing", "EUR_test", "hapmap_yri60", "snpstats_ibd5", "mouse_cc", "snpstats_exercise_chr10"]
CHROMOSOMES = ["0", "1", "2", "22", "X", "Y", "XY", "MT", "PAR1"]
SEEDS = 6
LONG = os.environ.get("ENCKE_LONG") == "1"  # all selections of all sets; else every third one of those made here, every second of real ones
# what is given to both
SELECTIONS = [
    "--chr 1-2,X", "--chr 22-26", "--not-chr 1,X,PAR1", "--autosome", "--chr 1 --from-bp 1000 --to-bp 60000", "--chr 2 --to-bp 90000.5",
    "--keep-founders", "--mind 0.05", "--mind 0.1", "--mind 0.12 --keep-founders", "--geno 0.02", "--geno 0.1", "--geno 0.15 --mind 0.15",
    "--hwe 0.001", "--hwe 0.05", "--hwe 1e-12", "--hwe 0.05 --nonfounders", "--maf 0.01", "--maf 0.05", "--maf 0.2 --nonfounders",
    "--max-maf 0.3", "--max-maf 0.001", "--mac 3", "--mac 7.5", "--mac 5 --max-maf 0.4 --maf 0.02",
    "--not-chr Y --keep-founders --mind 0.12 --geno 0.1 --hwe 1e-3 --maf 0.05 --mac 20 --max-maf 0.4",
    "--keep KEEP --extract EXTRACT --mind 0.15 --geno 0.1 --hwe 0.01 --maf 0.02",
    "--remove KEEP --exclude EXTRACT --hwe 0.01 --maf 0.02", "--autosome --hwe 0.2 keep-fewhet", "--extract-range RANGES", "--exclude-range RANGES",
]
SELECTIONS_OF_REAL = [
    "--autosome", "--keep-founders", "--mind 0.02", "--geno 0.01", "--hwe 0.001", "--hwe 0.2", "--maf 0.05", "--max-maf 0.3", "--mac 7",
    "--keep-founders --mind 0.05 --geno 0.05 --hwe 1e-3 --maf 0.05 --max-maf 0.45", "--chr 1-10,22 --geno 0.02",
]
CODES = {0: 3, 1: 2, 2: 0, -1: 1}


def make_data(prefix, samples, variants, missing, seed):
    rng = random.Random(seed)
    sexes = [rng.choice([1, 1, 2, 2, 0]) for _ in range(samples)]
    rates = [missing * rng.choice([0, 1, 1, 2, 3]) for _ in range(samples)]
    rows, position, before = bytearray(b"\x6c\x1b\x01"), 0, None
    with open(f"{prefix}.bim", "w") as bim:
        for v in range(variants):
            chromosome = CHROMOSOMES[v * len(CHROMOSOMES) // variants]
            position = rng.choice([1, 100, 5000]) + (position if chromosome == before else 0)
            before = chromosome
            bim.write(f"{chromosome}\ts{v}\t0\t{position}\tA\tC\n")
            frequency, alike = rng.choice([0, 0.01, 0.05, rng.random(), rng.random()]), rng.choice([0, 0, 0.3, -1, 0.9])
            worse = rng.choice([0, 1, 1, 3])
            row = bytearray((samples + 3) // 4)
            for s in range(samples):
                first = rng.random() < frequency
                copies = first + (first if rng.random() < alike else rng.random() < frequency)
                if alike < 0:  # too many heterozygotes
                    copies = 1 if rng.random() < 0.7 else rng.choice([0, 2])
                one = chromosome in ("Y", "MT") or (chromosome == "X" and sexes[s] == 1)
                if one and rng.random() < 0.92:
                    copies = 2 * (rng.random() < frequency)
                gone = v % 40 == 39 or rng.random() < rates[s] * worse or (chromosome == "Y" and sexes[s] == 2 and rng.random() < 0.5)
                row[s // 4] |= CODES[-1 if gone else copies] << 2 * (s % 4)
            rows += row
    Path(f"{prefix}.bed").write_bytes(rows)
    with open(f"{prefix}.fam", "w") as fam:
        fam.writelines(f"f{s} i{s} {'i1' if rng.random() < 0.2 else 0} 0 {sexes[s]} -9\n" for s in range(samples))
    with open(f"{prefix}.keep", "w") as keep:
        keep.writelines(f"f{s} i{s}\n" for s in range(samples) if rng.random() < 0.8)
    with open(f"{prefix}.extract", "w") as extract:
        extract.writelines(f"s{v}\n" for v in range(variants) if rng.random() < 0.8)
    Path(f"{prefix}.ranges").write_text("1 100 20000 a\n1 15000 30000 b\nX 1 9000 c\n22 5 5 d\n")


def words_of(selection, prefix, of_plink):
    words = [w.replace("KEEP", f"{prefix}.keep").replace("EXTRACT", f"{prefix}.extract").replace("RANGES", f"{prefix}.ranges")
             for w in selection.split()]
    for ours, theirs in (("--extract-range", "--extract"), ("--exclude-range", "--exclude")):
        if of_plink and ours in words:
            at = words.index(ours)
            words[at : at + 1] = [theirs, "bed1"]
    return words if of_plink else ["--keep-fewhet" if w == "keep-fewhet" else w for w in words]


def of_plink(program, prefix, selection, folder):
    out = f"{folder}/theirs"
    for ending in ("snplist", "id"):
        Path(f"{out}.{ending}").unlink(missing_ok=True)
    said = subprocess.run([program, "--bfile", prefix, *words_of(selection, prefix, True), "--write-snplist", "--write-samples", "--out", out],
                          check=False, capture_output=True, text=True)
    if said.returncode or not Path(f"{out}.snplist").exists():
        return None
    text = " ".join(Path(f"{out}.log").read_text().split())
    loaded = re.search(r"(\d+) out of (\d+) variants loaded", text)
    removed = {
        "--mind": r"(\d+) samples? removed due to missing genotype data", "--geno": r"--geno: (\d+) variants? removed",
        "--hwe": r"--hwe[^:]*: (\d+) variants? removed", "--maf": r"(\d+) variants? removed due to allele frequency",
        "--keep-founders": r"--keep-founders: (\d+) samples? removed",
    }
    counts = {name: int(found.group(1)) for name, pattern in removed.items() if (found := re.search(pattern, text))}
    if loaded:
        counts["chromosomes"] = int(loaded.group(2)) - int(loaded.group(1))
    samples = [line.split() for line in Path(f"{out}.id").read_text().splitlines() if not line.startswith("#")]
    return Path(f"{out}.snplist").read_text().split(), samples, counts


def run_encke(encke, *words):
    said = subprocess.run([encke, *words], check=False, capture_output=True, text=True)
    if said.returncode:
        raise SystemExit(f"encke {' '.join(words)}: {said.stderr}")


def of_encke(encke, prefix, selection, folder):
    words, out = words_of(selection, prefix, False), f"{folder}/ours"
    run_encke(encke, "ibs", "--bfile", prefix, *words, "--all-chromosomes", "--format", "npy", "--out", out)
    samples = [name.split()[-1] for name in Path(f"{out}.ids").read_text().splitlines()]
    # each variant with the next one
    run_encke(encke, "ccc", "--bfile", prefix, *words, "--window-variants", "2", "--inter-chr", "--all", "--columns", "ids", "--out", out)
    variants = []
    for line in Path(f"{out}.edges.tsv").read_text().splitlines()[1:]:
        first, second = line.split("\t")[:2]
        variants += [name for name in (first, second) if not variants or name not in variants[-2:]]
    counts = {}
    for name, count in re.findall(r"(--[a-z-]+|founders only)[^:\n]*: (\d+) of \d+ (?:variants|samples) left out", Path(f"{out}.log").read_text()):
        name = {"--mac": "--maf", "--max-maf": "--maf", "founders only": "--keep-founders", "--chr": "chromosomes", "--not-chr": "chromosomes",
                "--autosome": "chromosomes"}.get(name, name)
        counts[name] = counts.get(name, 0) + int(count)
    return variants, samples, counts


def compare(encke, program, prefix, selection, folder):
    theirs, name = of_plink(program, prefix, selection, folder), f"{Path(prefix).name}, {selection}"
    if theirs is None or min(len(theirs[0]), len(theirs[1])) < 2:
        print(f"{name}: nothing left, or refused by PLINK")
        return True
    ours = of_encke(encke, prefix, selection, folder)
    names = [{name[-1], "_".join(name)} for name in theirs[1]]  # FID_IID where IIDs are not unique
    equal = ours[0] == theirs[0] and len(ours[1]) == len(names) and all(name in of for name, of in zip(ours[1], names))
    counts = all(ours[2].get(filter_name, 0) == count for filter_name, count in theirs[2].items())
    print(f"{name}: {len(ours[0])} variants, {len(ours[1])} samples, {'equal' if equal else 'DIFFERENT'}, counts {'equal' if counts else 'DIFFERENT'}")
    if not equal:
        print("   variants of one only:", *sorted(set(ours[0]) ^ set(theirs[0]))[:10])
    if not counts:
        print("   ", ours[2], theirs[2])
    return equal and counts


def compare_haploid(encke, program, prefix, folder):
    """The genotypes that are missing, by the values of all pairs."""
    subprocess.run([program, "--bfile", prefix, "--set-hh-missing", "--make-bed", "--out", f"{folder}/set"], check=True, capture_output=True)
    files = []
    for data, words in ((prefix, []), (f"{folder}/set", ["--het-haploid", "keep"])):
        subprocess.run([encke, "ccc", "--bfile", data, *words, "--all", "--columns", "ids", "--out", f"{folder}/h{len(files)}"], check=True,
                       capture_output=True)
        files.append(Path(f"{folder}/h{len(files)}.edges.tsv").read_bytes())
    print(f"{Path(prefix).name}, --set-hh-missing: {'equal' if files[0] == files[1] else 'DIFFERENT'}")
    return files[0] == files[1]


def main():
    program = shutil.which(os.environ.get("PLINK2", "plink2"))
    if program is None:
        print("skipped: no plink2")
        return 77
    encke, shared, equal = os.environ["ENCKE_BIN"], os.environ.get("ENCKE_SHARED"), True
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(SEEDS):
            prefix = f"{folder}/seed{seed}"
            make_data(prefix, [101, 64, 37][seed % 3], 450, [0.05, 0, 0.08][seed % 3], seed)
            for selection in SELECTIONS if LONG else SELECTIONS[(seed + seed // 3) % 3 :: 3]:  # each of two shapes
                equal = compare(encke, program, prefix, selection, folder) and equal
            equal = compare_haploid(encke, program, prefix, folder) and equal
        if not shared:
            print("real data sets are left out: ENCKE_SHARED is not set")
        for number, name in enumerate(REAL if shared else []):
            for selection in SELECTIONS_OF_REAL if LONG else SELECTIONS_OF_REAL[number % 2 :: 2]:
                equal = compare(encke, program, f"{shared}/data/snp/{name}", selection, folder) and equal
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
