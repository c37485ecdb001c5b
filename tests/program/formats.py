#!/usr/bin/env python3
"""The same genotypes in other formats give the bytes of the results of the .bed, whatever is selected, and on ranks too.

Usage: ENCKE_BIN=encke [ENCKE_SHARED=folder of real data sets] [MPIEXEC=mpirun] formats.py
Takes the sets of data/formats: eur300 as .pgen (.pvar and .pvar.zst), .vcf.gz, .bcf and .bgen; ceph as .pgen and .vcf.gz; chr10_2k
as .pgen, with the .bed of data/snp. Those made by PLINK 2 have the alleles and ids of their .bed, but families of VCF and BGEN are 0.
Exit status 77: the sets are not there.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# name: what is the .bed, and the words of the other formats
SETS = {
    "eur300": ("formats/eur300", {"pgen": "--pfile {0}/eur300", "pvar.zst": "--pfile {0}/eur300_zs", "vcf.gz": "--vcf {0}/eur300.vcf.gz",
                                  "bcf": "--bcf {0}/eur300.bcf", "bgen": "--bgen {0}/eur300.bgen --bgen-ref last --sample {0}/eur300.sample"}),
    "ceph": ("snp/hapmap_ceph90_chr22region", {"pgen": "--pfile {0}/ceph", "vcf.gz": "--vcf {0}/ceph.vcf.gz"}),
    "chr10_2k": (None, {"pgen": "--pfile {0}/chr10_2k"}),
}
# The alleles of this set are not known: 0 in its .bim, "." in other formats.
WITHOUT_SITES = {"ceph"}
COMMANDS = ["ccc --threshold 0.4", "r2 --inter-chr --threshold 0.05"]
# On ranks each format has each command once, of all or of a selection; where ENCKE_LONG=1 of both.
LONG = os.environ.get("ENCKE_LONG") == "1"
RANKS = {"pgen": 4, "vcf.gz": 2, "bcf": 3, "bgen": 2}


def run(encke, words, ranks=1):
    launcher = [os.environ.get("MPIEXEC", "mpirun"), "--allow-run-as-root", "--oversubscribe", "-n", str(ranks)] if ranks > 1 else []
    done = subprocess.run([*launcher, encke, *words, "--progress", "none"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode == 7 and "built without" in done.stderr:
        return None
    if done.returncode:
        sys.exit(f"{' '.join(words)}: exit status {done.returncode}: {done.stderr}")
    return Path(words[words.index("--out") + 1] + ".edges.tsv").read_bytes()


def first_variants(source, count, prefix):
    """A .bed of the first variants of another."""
    samples = len(Path(f"{source}.fam").read_text().splitlines())
    with open(f"{source}.bed", "rb") as bed:
        Path(f"{prefix}.bed").write_bytes(bed.read(3 + count * ((samples + 3) // 4)))
    lines = Path(f"{source}.bim").read_text().splitlines(keepends=True)[:count]
    Path(f"{prefix}.bim").write_text("".join(lines))
    shutil.copy(f"{source}.fam", f"{prefix}.fam")


def selections(prefix, folder):
    """None; and by samples, variants and rates together. Samples go by FID and IID; in a VCF the IID is FID_IID."""
    people = [line.split()[:2] for line in Path(f"{prefix}.fam").read_text().splitlines()]
    wanted = people[1::2] + people[::4]
    ids = [line.split()[1] for line in Path(f"{prefix}.bim").read_text().splitlines()]
    Path(folder, "samples").write_text("".join(f"{fid} {iid}\n{fid}_{iid}\n" for fid, iid in wanted))
    Path(folder, "variants").write_text("\n".join(ids[5:] if len(ids) < 1000 else ids[5:900]) + "\n")
    return ["", f"--keep {folder}/samples --extract {folder}/variants --maf 0.05 --geno 0.02"]


def main():
    encke, shared = os.environ["ENCKE_BIN"], os.environ.get("ENCKE_SHARED")
    data = Path(shared or "", "data")
    if not shared or not (data / "formats/eur300.bed").exists():
        print("skipped: no data/formats")
        return 77
    ranks = shutil.which(os.environ.get("MPIEXEC", "mpirun")) is not None
    compared, different = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for name, (bed, others) in SETS.items():
            prefix = f"{data}/{bed}" if bed else f"{folder}/{name}"
            if bed is None:
                first_variants(f"{data}/snp/snpstats_exercise_chr10", 2000, prefix)
            for which, selection in enumerate(selections(prefix, folder)):
                for command in COMMANDS:
                    words = [*command.split(), *selection.split()] + (["--columns", "ids"] if name in WITHOUT_SITES else [])
                    expected = run(encke, [*words, "--bfile", prefix, "--out", f"{folder}/bed"])
                    for number, (form, source) in enumerate(others.items()):
                        on_ranks = ranks and (LONG or (number + which + COMMANDS.index(command)) % 2 == 0)
                        for of in sorted({1, RANKS.get(form, 1) if on_ranks else 1}):
                            found = run(encke, [*words, *source.format(data / "formats").split(), "--out", f"{folder}/other"], of)
                            if found is None:
                                print(f"{form}: not in this build")
                                continue
                            compared += 1
                            different += found != expected
                            if found != expected:
                                print(f"{name}, {form}, {command} {selection}, {of} ranks: other bytes than of the .bed")
                    print(f"{name}: {command} {'of a selection' if selection else 'of all'}: {expected.count(bytes([10])) - 1} values")
    print(f"{compared} files compared, {different} differ")
    return 1 if different or compared < 10 else 0


if __name__ == "__main__":
    sys.exit(main())
