#!/usr/bin/env python3
"""CPU seconds of whole commands next to PLINK's, one thread, in turns: kinship, pruning and windows at array density, reading,
regressions of pairs, and similar fingerprints.

Usage: answers.py ENCKE [--samples N] [--variants M] [--fingerprints N] [--repeats R] [--bfile PREFIX] [--only NAME,...]
Data are made here, from a seed: N samples of M variants with 0.5 % missing, and fingerprints of 1,024 bits with 50 set on average.
--bfile: a data set whose pruning (prune), LD in windows of 1 Mb (window), reading from PGEN, BCF and VCF (formats) and BGEN (bgen),
and regressions of pairs with five covariates (refine) are timed too; the others are king and tanimoto. Needs NumPy; what plink2 and
plink1.9 do not do here is left out. CPU seconds are user and system together: the median of the repeats (the least, the most).
"""
import argparse
import os
import resource
import shutil
import statistics
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


def times_of(commands, repeats):
    """Of each command, which take turns."""
    return list(zip(*([cpu_seconds(command) for command in commands] for _ in range(repeats))))


def text(times):
    return f"{statistics.median(times):.3f} s ({min(times):.3f}, {max(times):.3f})"


def show(name, ours, theirs=None, program="plink2"):
    more = f", {program} {text(theirs)}, {statistics.median(ours) / statistics.median(theirs):.2f} of it" if theirs else ""
    print(f"{name}: encke {text(ours)}{more}", flush=True)


def against_plink(name, ours, theirs, repeats):
    commands = [ours] + ([theirs] if shutil.which(theirs[0]) else [])
    show(name, *times_of(commands, repeats), program=theirs[0])


def read_formats(a, folder, one):
    """To packed vectors (encke-bench --pack, beside the program), next to the conversion to a .bed; and pruning of neighbours alone."""
    if not shutil.which("plink2"):
        return
    for words in (["--make-pgen"], ["--export", "vcf", "bgz"], ["--export", "bcf"]):
        subprocess.run(["plink2", "--bfile", a.bfile, "--real-ref-alleles", *words, "--out", folder + "/f"], check=True, stdout=subprocess.DEVNULL)
    bench = os.path.join(os.path.dirname(os.path.abspath(a.encke)), "encke-bench")
    for name, source in ((".pgen", ["--pfile", folder + "/f"]), (".bcf", ["--bcf", folder + "/f.bcf"]), (".vcf.gz", ["--vcf", folder + "/f.vcf.gz"])):
        theirs = ["plink2", *source, "--make-bed", *one]
        against_plink(f"packing {a.bfile} as {name}", [bench, "--pack", folder + "/f" + name], theirs, a.repeats)
        against_plink(f"reading {a.bfile} as {name}, pruning neighbours", [a.encke, "prune", *source, "--indep-pairwise", "2", "1", "0.99", *one],
                      theirs, a.repeats)


def windows(a, one):
    against_plink(f"LD above 0.2 within 1 Mb of {a.bfile}", [a.encke, "r2", "--bfile", a.bfile, "--window-kb", "1000", "--threshold", "0.2", *one],
                  ["plink1.9", "--bfile", a.bfile, "--r2", "--ld-window-kb", "1000", "--ld-window", "999999", "--ld-window-r2", "0.2", *one], a.repeats)


def refine(a, folder, one):
    """Regressions of the pairs that a screen of random classes leaves, less the screen alone."""
    random = np.random.default_rng(2)
    samples = [line.split()[:2] for line in open(a.bfile + ".fam")]
    with open(folder + "/pheno", "w") as pheno, open(folder + "/covar", "w") as covar:
        pheno.write("FID IID y\n")
        covar.write("FID IID a b c d e\n")
        for fid, iid in samples:
            pheno.write(f"{fid} {iid} {random.integers(1, 3)}\n")
            covar.write(" ".join([fid, iid, *(f"{x:.4f}" for x in random.normal(size=5))]) + "\n")
    screen = [a.encke, "epistasis", "--bfile", a.bfile, "--score", "boost", "--pheno", folder + "/pheno", "--p-below", "1e-4", *one]
    both = times_of([[*screen, "--refine", "logistic", "--covar", folder + "/covar"], screen], a.repeats)
    with open(folder + "/out.edges.tsv") as lines:
        pairs = sum(1 for _ in lines) - 1
    apart = [x - y for x, y in zip(*both)]
    print(f"--refine logistic of {pairs} pairs, {len(samples)} samples, 5 covariates: {text(apart)} more than the screen, {text(both[1])}")
    print(f"  {pairs / statistics.median(apart):.0f} pairs/s", flush=True)


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


def of_bfile(a, wanted, folder, one):
    if "prune" in wanted:
        against_plink(f"pruning of {a.bfile}, 250 kb, 0.2", [a.encke, "prune", "--bfile", a.bfile, "--indep-pairwise", "250kb", "0.2", *one],
                      ["plink2", "--bfile", a.bfile, "--indep-pairwise", "250kb", "1", "0.2", *one], a.repeats)
        against_plink(f"pruning of {a.bfile}, 1000 100 0.2", [a.encke, "prune", "--bfile", a.bfile, "--indep-pairwise", "1000", "100", "0.2", *one],
                      ["plink2", "--bfile", a.bfile, "--indep-pairwise", "1000", "100", "0.2", *one], a.repeats)
    if "window" in wanted:
        windows(a, one)
    if "formats" in wanted:
        read_formats(a, folder, one)
    if "bgen" in wanted:
        read_bgen(a, folder, one)
    if "refine" in wanted:
        refine(a, folder, one)


def tanimoto(a, folder, one):
    make_fingerprints(folder + "/f.fps", a.fingerprints)
    pairs = a.fingerprints * (a.fingerprints - 1) / 2
    for pruning in ([], ["--no-pruning"]):
        command = [a.encke, "jaccard", "--fps", folder + "/f.fps", "--threshold", "0.7", *pruning, *one]
        seconds = times_of([command], a.repeats)[0]
        show(f"Tanimoto above 0.7 of {a.fingerprints} fingerprints {' '.join(pruning)}".rstrip(), seconds)
        print(f"  {pairs / statistics.median(seconds):.3g} pairs/s, with reading and output", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("encke")
    parser.add_argument("--samples", type=int, default=5000, help="a multiple of 4, 200 at least")
    parser.add_argument("--variants", type=int, default=100000)
    parser.add_argument("--fingerprints", type=int, default=60000)
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--bfile")
    parser.add_argument("--only", default="king,prune,window,formats,bgen,refine,tanimoto")
    a = parser.parse_args()
    wanted = a.only.split(",")
    with tempfile.TemporaryDirectory() as folder:
        one = ["--threads", "1", "--out", folder + "/out"]
        if "king" in wanted:
            made = folder + "/made"
            make_genotypes(made, a.samples, a.variants)
            against_plink(f"kinship of {a.samples} samples, {a.variants} variants",
                          [a.encke, "king", "--bfile", made, "--threshold", "0.0442", "--memory", "512", *one],
                          ["plink2", "--bfile", made, "--make-king-table", "--king-table-filter", "0.0442", *one], a.repeats)
        if a.bfile:
            of_bfile(a, wanted, folder, one)
        if "tanimoto" in wanted:
            tanimoto(a, folder, one)


main()
