#!/usr/bin/env python3
"""`encke --pfile` of what `plink2 --make-pgen` writes gives the files of `encke --bfile` of what `plink2 --make-bed` writes.

Usage: ENCKE_BIN=encke [ENCKE_SHARED=folder of real data sets] plink_pgen.py
Makes data sets of many numbers of samples, in linkage disequilibrium, with missing genotypes, phase, dosages and variants of several
alleles, and takes the real ones where they are. Exit status 77: there is no plink2.
"""

import functools
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

REAL = ["hapmap_ceph90_chr22region", "bigsnpr_missing", "EUR_test"]
SAMPLES = [1, 2, 3, 4, 5, 31, 63, 64, 65, 127, 255, 256, 257, 700]
LONG = os.environ.get("ENCKE_LONG") == "1"
COMMANDS = ["ccc --threshold 0.5", "r2 --threshold 0.3 --maf 0.05 --geno 0.05"]
MOST_VARIANTS = 1500 if LONG else 600


def run(*words):
    done = subprocess.run([str(w) for w in words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(str(w) for w in words)}: exit status {done.returncode}: {done.stderr}")


def genotypes(rng, samples, variants):
    """Copies of ALT, -1 where missing. Many variants follow one before them, some with the alleles swapped."""
    rows = []
    for v in range(variants):
        frequency, kind = rng.choice([0, 0.003, 0.02, rng.random(), rng.random(), 1]), rng.random()
        row = [(rng.random() < frequency) + (rng.random() < frequency) for _ in range(samples)]
        if rows and kind < 0.6:
            swapped = kind < 0.2
            row = [new if rng.random() < 0.05 else 2 - old if swapped and old >= 0 else old for old, new in zip(rows[-1], row)]
        missing = rng.choice([0, 0, 0.01, 0.2, 0.97, 1] if v % 7 == 3 else [0, 0.01])
        rows.append([-1 if rng.random() < missing else copies for copies in row])
    return rows


def write_vcf(path, rng, rows, phased, dosages, several):
    """`several`: a variant in so many has a second ALT allele. Returns the copies of any ALT."""
    samples = range(len(rows[0]))
    with open(path, "w") as vcf:
        vcf.write('##fileformat=VCFv4.3\n##contig=<ID=1>\n##FORMAT=<ID=GT,Number=1,Type=String,Description="">\n'
                  '##FORMAT=<ID=DS,Number=A,Type=Float,Description="">\n')
        vcf.write("\t".join("#CHROM POS ID REF ALT QUAL FILTER INFO FORMAT".split() + [f"i{s}" for s in samples]) + "\n")
        for v, row in enumerate(rows):
            multi = several and v % several == 0
            cells = []
            for copies in row:
                alleles = ["."] * 2 if copies < 0 else ["0"] * (2 - copies) + [rng.choice("12" if multi else "1") for _ in range(copies)]
                rng.shuffle(alleles)
                cell = ("|" if phased and rng.random() < 0.9 else "/").join(alleles)
                if dosages and not multi and rng.random() < 0.3:
                    cell += ":." if copies < 0 else f":{min(2, max(0, copies + rng.uniform(-0.09, 0.09))):.3f}"
                cells.append(cell)
            form = "GT:DS" if dosages and not multi else "GT"
            vcf.write("\t".join(["1", str(v + 1), f"v{v}", "C", "A,G" if multi else "A", ".", ".", ".", form] + cells) + "\n")


def write_bed(prefix, rows):
    data = bytearray(b"\x6c\x1b\x01")
    for row in rows:
        packed = bytearray((len(row) + 3) // 4)
        for s, copies in enumerate(row):
            packed[s // 4] |= (1, 3, 2, 0)[copies + 1] << 2 * (s % 4)
        data += packed
    Path(f"{prefix}.bed").write_bytes(data)
    with open(f"{prefix}.bim", "w") as bim:
        bim.writelines(f"1 v{v} 0 {v + 1} A C\n" for v in range(len(rows)))
    with open(f"{prefix}.fam", "w") as fam:
        fam.writelines(f"0 i{s} 0 0 0 -9\n" for s in range(len(rows[0])))


class Comparison:
    def __init__(self, encke, plink2, folder):
        self.encke, self.plink2, self.folder = encke, plink2, folder
        self.compared, self.different, self.turn = 0, 0, 0

    def edges(self, command, *words):
        out = f"{self.folder}/out"
        run(self.encke, *command.split(), *words, "--out", out, "--progress", "none")
        return Path(f"{out}.edges.tsv").read_bytes()

    def one_command(self):
        """The commands in turn, two times each; all where ENCKE_LONG=1."""
        self.turn += 1
        return COMMANDS if LONG else [COMMANDS[(self.turn + self.turn // 2) % len(COMMANDS)]]

    def compare(self, name, of_bed, commands, pgen, *words):
        for command in commands:
            expected, found = of_bed(command), self.edges(command, "--pfile", pgen, *words)
            self.compared += 1
            if expected != found:
                self.different += 1
                print(f"{name}: {command}: {len(expected)} bytes from the .bed, {len(found)} from the .pgen, not the same")

    def compare_bed(self, name, bed):
        of_bed = functools.cache(lambda command: self.edges(command, "--bfile", bed))
        for form in ([], ["vzs"], ["format=2"]):
            pgen = f"{self.folder}/pgen"
            run(self.plink2, "--bfile", bed, "--allow-extra-chr", "--make-pgen", *form, "--out", pgen)
            self.compare(f"{name} {form}", of_bed, self.one_command() if form else COMMANDS, pgen)
            for path in Path(self.folder).glob("pgen.*"):
                path.unlink()

    def compare_vcf(self, rng, samples, phased, dosages):
        rows = genotypes(rng, samples, 120)
        vcf, pgen = f"{self.folder}/x.vcf", f"{self.folder}/pgen"
        for several in (0,) if dosages else (0, 5):  # PLINK 2 does not write dosages of several alleles
            write_vcf(vcf, rng, rows, phased, dosages, several)
            dosage = ["dosage=DS"] if dosages else []
            run(self.plink2, "--vcf", vcf, *dosage, "--hard-call-threshold", "0.1", "--make-pgen", "--out", pgen)
            write_bed(f"{self.folder}/bed", rows)
            columns = ["--columns", "ids"] if several else []  # of several alleles a .bed has one
            options = ["--multiallelics", "ref"] if several else []
            self.compare(f"VCF of {samples}, {'phased' if phased else ''} {'dosages' if dosages else ''}",
                         lambda command, more=columns: self.edges(command, "--bfile", f"{self.folder}/bed", *more), self.one_command(), pgen,
                         *columns, *options)


def main():
    plink2 = shutil.which(os.environ.get("PLINK2", "plink2"))
    if plink2 is None:
        print("skipped: no plink2")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        comparison = Comparison(os.environ["ENCKE_BIN"], plink2, folder)
        rng = random.Random(1)
        for samples in SAMPLES:
            write_bed(f"{folder}/made", genotypes(rng, samples, 150))
            comparison.compare_bed(f"{samples} samples", f"{folder}/made")
        rows = genotypes(rng, 65537, 12)
        for samples in (65535, 65536, 65537):
            write_bed(f"{folder}/made", [row[:samples] for row in rows])
            comparison.compare_bed(f"{samples} samples", f"{folder}/made")
        for samples in (3, 64, 200):
            for phased in (False, True):
                for dosages in (False, True):
                    comparison.compare_vcf(rng, samples, phased, dosages)
        shared = os.environ.get("ENCKE_SHARED")
        if not shared:
            print("real data sets are left out: ENCKE_SHARED is not set")
        for name in REAL if shared else []:
            source, prefix = f"{shared}/data/snp/{name}", f"{folder}/real"
            with open(f"{source}.bim") as bim:
                ids = [line.split()[1] for line in bim][:MOST_VARIANTS]
            Path(f"{folder}/ids").write_text("\n".join(ids) + "\n")
            run(plink2, "--bfile", source, "--allow-extra-chr", "--extract", f"{folder}/ids", "--make-bed", "--out", prefix)
            comparison.compare_bed(name, prefix)
    print(f"{comparison.compared} files compared, {comparison.different} differ")
    return 0 if comparison.compared > 0 and comparison.different == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
