"""Everything that the program reads: small good files of each format, and a command that reads them."""
import gzip
import os
import shutil
import struct
import subprocess
from dataclasses import dataclass

import judge  # finds the next two
import inputs  # of tests/same_bytes
import seeds  # of tests/fuzz

MAY_BE_PIPES = {"keep", "remove", "extract", "exclude", "phenotypes", "ranges", "report"}  # lists: they are waited for


@dataclass
class Reader:
    name: str
    command: str
    files: tuple  # that it reads, folders among them
    spoilt: tuple  # of these, one of which is

    def words(self, memory):
        words = self.command.split()
        if words[0] not in ("verify", "digest"):
            words += ["--memory", str(memory), "--out", "out"]
        return words


def plink(stem):
    return tuple(f"{stem}.{end}" for end in ("bed", "bim", "fam"))


def bcf():
    """A BCF, not compressed: two variants of two samples."""
    header = seeds.VCF[:seeds.VCF.index(b"\n1\t") + 1] + b"\0"
    records = b""
    for position in (4, 8):
        shared = struct.pack("<iiifII", 0, position, 1, 1.0, 2 << 16, 1 << 24 | 2) + b"\x37rs" + b"%d" % position + b"\x17A\x17C\x00"
        calls = b"\x11\x01\x21\x02\x04\x04\x05"
        records += struct.pack("<II", len(shared), len(calls)) + shared + calls
    return b"BCF\2\2" + struct.pack("<I", len(header)) + header + records


def more_inputs(folder):
    """Those that tests/same_bytes does not have."""
    files = {
        "some.vcf": seeds.VCF, "some.vcf.gz": gzip.compress(seeds.VCF), "some.bcf": bcf(), "plain.bgen": seeds.bgen(0), "zlib.bgen": seeds.bgen(1),
        "some.sample": b"ID_1 ID_2 missing sex\n0 0 0 D\na a 0 1\nb b 0 2\nc c 0 1\n", "wide.pgen": seeds.pgen(0x10), "wide.pvar": seeds.PVAR,
        "wide.psam": seeds.PSAM, "ranges.txt": b"1 1000 1100\n2 1 5000 a\n", "edges.ld": seeds.SEEDS["edges"][3][1:],
        "report.txt": b" CHR SNP BP P\n" + b"".join(b" 1 rs%d %d %g\n" % (v, v, 10.0 ** -v) for v in range(20)),
        "groups.tsv": b"id\tside\n" + b"".join(b"w%d\t%s\n" % (v, b"xy"[v % 2:v % 2 + 1]) for v in range(17)),
        "ids.txt": b"".join(b"w%d\n" % v for v in range(17)), "short.phy": seeds.NEWICK,
    }
    for name, data in files.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)


MADE = (  # outputs that are inputs elsewhere
    "ccc --bfile some --threshold 0.45 --out edges", "ccc --bfile some --threshold 0.45 --format abc --out edges", "king --bfile some --threshold 0 --out kin",
    "ccc --bfile some --threshold 0.45 --zst --out packed", "ps --table whole7.tsv --distance --format lsmat --out d",
    "ps --table whole7.tsv --distance --format hdf5 --out d", "ps --table whole7.tsv --distance --format npy --out d",
    "ps --table whole255.tsv --precision u8 --block 16 --shard 1/1 --out part", "r2 --bfile some --ld-window-kb 1000 --threshold 0.1 --out ld",
)


def table():
    some, fam = plink("some"), "text.tfam"
    biom, tree = "sparse.biom", "tree.nwk"
    network = "network --edges {} --cluster mcl --graph graphml"
    rows = [
        ("plink", "ccc --bfile some --maf 0.1 --hwe 0.001", some), ("plink_bits", "sorenson --bfile complete", plink("complete")),
        ("plink_case_control", "epistasis --bfile some --top 5", some), ("plink_samples", "king --bfile some", some),
        ("plink_prune", "prune --bfile some --indep-pairwise 20 3 0.05", some),
        ("tped", "ccc --tfile text", ("text.tped", fam)), ("pgen", "ccc --pfile some", ("some.pgen", "some.pvar", "some.psam")),
        ("pgen_variable", "ccc --pfile wide --multiallelics ref", ("wide.pgen", "wide.pvar", "wide.psam")),
        ("vcf", "ccc --vcf some.vcf --multiallelics ref", ("some.vcf",)), ("vcf_gz", "ccc --vcf some.vcf.gz --multiallelics ref", ("some.vcf.gz",)),
        ("bcf", "ccc --bcf some.bcf", ("some.bcf",)), ("bgen", "ccc --bgen plain.bgen --bgen-ref last", ("plain.bgen",)),
        ("bgen_sample", "ccc --bgen zlib.bgen --sample some.sample --bgen-ref last", ("zlib.bgen", "some.sample")),
        ("packed", "ccc --packed genotypes.bin --num-vectors 40 --num-fields 61", ("genotypes.bin",)),
        ("packed_reals", "ps --packed reals.bin --num-vectors 19 --num-fields 37", ("reals.bin",)),
        ("alleles", "ccc --alleles alleles.tsv", ("alleles.tsv",)), ("table", "ps --table reals.tsv", ("reals.tsv",)),
        ("table_bits", "duo --table some.tsv", ("some.tsv",)), ("table_whole", "ps --table whole255.tsv --compare features", ("whole255.tsv",)),
        ("npy", "ps --table reals.npy", ("reals.npy",)), ("npy_bits", "sorenson --table bits.npy", ("bits.npy",)),
        ("npy_f32", "ps --table reals32.npy --precision f32", ("reals32.npy",)), ("fps", "jaccard --fps some.fps", ("some.fps",)),
        ("biom_json", f"unifrac --biom {biom} --tree {tree}", (biom, tree)), ("biom_dense", "ps --biom dense.biom", ("dense.biom",)),
        ("biom_hdf5", f"unifrac --biom hdf5.biom --tree {tree}", ("hdf5.biom", tree)), ("newick", f"unifrac --biom {biom} --tree {tree} --faith-pd", (tree, biom)),
        ("keep", "ccc --bfile some --keep keep.txt --remove remove.txt", ("keep.txt", "remove.txt", *some)),
        ("extract", "ccc --bfile some --extract extract.txt --exclude exclude.txt", ("extract.txt", "exclude.txt", *some)),
        ("ranges", "ccc --bfile some --extract-range ranges.txt", ("ranges.txt", *some)),
        ("phenotypes", "epistasis --bfile some --pheno phenotypes.txt --pheno-name second --top 5", ("phenotypes.txt", *some)),
        ("covariates", "epistasis --bfile some --score boost --p-below 0.1 --refine logistic --covar phenotypes.txt --covar-name first",
         ("phenotypes.txt", *some)),
        ("traits", "epistasis --bfile some --score boost --p-below 0.1 --refine linear --trait phenotypes.txt", ("phenotypes.txt", *some)),
        ("clump", "clump --bfile some --clump report.txt", ("report.txt", *some)),
        ("edges", network.format("edges.edges.tsv"), ("edges.edges.tsv",)), ("edges_abc", network.format("edges.abc"), ("edges.abc",)),
        ("edges_zst", network.format("packed.edges.tsv.zst"), ("packed.edges.tsv.zst",)), ("edges_kin0", network.format("kin.kin0"), ("kin.kin0",)),
        ("edges_ld", network.format("edges.ld"), ("edges.ld",)),
        ("sets", network.format("edges.edges.tsv") + " --merge-alleles max --sets regenie --per-chromosome --bim some.bim", ("some.bim", "edges.edges.tsv")),
        ("lsmat", "pcoa d.lsmat.tsv", ("d.lsmat.tsv",)), ("distances_hdf5", "pcoa d.h5", ("d.h5",)),
        ("distances_npy", "pcoa d.npy --ids ids.txt", ("d.npy", "ids.txt")),
        ("metadata", "group-test d.lsmat.tsv --metadata groups.tsv --column side --permutations 9", ("groups.tsv", "d.lsmat.tsv")),
    ]
    few = {"keep": 2, "extract": 2, "newick": 1, "ranges": 1, "phenotypes": 1, "covariates": 1, "traits": 1, "clump": 1, "sets": 1, "metadata": 1}
    readers = [Reader(name, command, files, files[:few.get(name, len(files))]) for name, command, files in rows]
    ps = "ps --table whole255.tsv --precision u8 --block 16 --shard 1/1 --resume"
    stored = tuple("part.blocks/" + name for name in ("manifest", "about", "ids", "run-1-rank-0.blocks"))
    readers += [Reader("stored_verify", "verify part", ("part.blocks",), stored), Reader("stored_merge", "merge part", ("part.blocks",), stored),
                Reader("stored_resume", ps, ("whole255.tsv", "out.blocks"), tuple(name.replace("part", "out") for name in stored))]
    return readers


def make(encke, folder):
    """Writes all files to a folder that is there, and returns the readers that this build has."""
    made = os.path.join(folder, "made")
    inputs.write_all(made)
    more_inputs(made)
    for command in MADE:
        subprocess.run([encke, *command.split(), "--threads", "1"], cwd=made, env=judge.ENVIRONMENT, check=False, capture_output=True)
    shutil.copytree(os.path.join(made, "part.blocks"), os.path.join(made, "out.blocks"))
    return [reader for reader in table() if all(os.path.exists(os.path.join(made, name)) for name in reader.files)]


def give(folder, where, names):
    """Puts files of this folder there."""
    for name in names:
        path = os.path.join(folder, "made", name)
        (shutil.copytree if os.path.isdir(path) else shutil.copy)(path, os.path.join(where, name))


def expect_good(encke, folder, readers, memory):
    """The files are read as they are: otherwise the damage would not be what is refused."""
    for reader in readers:
        where = os.path.join(folder, reader.name)
        os.mkdir(where)
        give(folder, where, reader.files)
        ended = judge.run([encke, *reader.words(memory)], where)
        if ended.code != 0:
            raise SystemExit(f"{reader.name}: its files are refused: {ended.err.decode(errors='replace')}")
        shutil.rmtree(where)
