#!/usr/bin/env python3
"""Inputs that do not fit into the memory that is allowed: the same bytes, and no more memory than that.

    tight_memory.py ENCKE [--size MIB] [--only NAME,...] [--figures FILE]

Each input is SIZE MiB when packed (150; 1000 for a tenth of it). It is computed with all in memory, then with --memory of a tenth, or the
least that the planner takes where that is more: on one rank, on 2 to 4 ranks, in a control group whose limit is that memory (where one can
be made), and killed and resumed, once with more memory and once with less. All have the same bytes, blocks are read as often as was
planned, and the peak of memory stays below what was allowed. Exit status: 0 all is well, 1 not.
"""
import argparse
import concurrent.futures
import filecmp
import json
import multiprocessing
import os
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

import judge

MIB = 1 << 20
GROUPS = "/sys/fs/cgroup/memory"
LONGEST = 3600


def write_genotypes(folder, mib):
    """20,000 samples, one in a hundred missing."""
    samples, rng = 20_000, random.Random(1)
    codes = [0, 2, 3] * 33 + [1]
    table = bytes(codes[b % 100] | codes[b // 2 % 99] << 2 | codes[b // 3 % 99] << 4 | codes[b * 7 % 99] << 6 for b in range(256))
    variants = mib * MIB // (3 * samples // 8)  # two planes and masks
    with open(f"{folder}/g.bed", "wb") as bed:
        bed.write(b"\x6c\x1b\x01")
        for _ in range(variants):
            bed.write(rng.randbytes(samples // 4).translate(table))
    with open(f"{folder}/g.bim", "w", encoding="utf-8") as bim:
        bim.writelines(f"1 s{v} 0 {v + 1} A C\n" for v in range(variants))
    with open(f"{folder}/g.fam", "w", encoding="utf-8") as fam:
        fam.writelines(f"f{s} i{s} 0 0 2 {1 + s % 2}\n" for s in range(samples))
    with open(f"{folder}/first.txt", "w", encoding="utf-8") as first:
        first.writelines(f"f{s} i{s}\n" for s in range(0, samples, 200))


def write_variants(folder, variants, samples):
    """The variants' and samples' names as PLINK 2 has them."""
    with open(f"{folder}/p.pvar", "w", encoding="utf-8") as pvar:
        pvar.write("#CHROM\tPOS\tID\tREF\tALT\n")
        pvar.writelines(f"1\t{v + 1}\ts{v}\tA\tC\n" for v in range(variants))
    with open(f"{folder}/p.psam", "w", encoding="utf-8") as psam:
        psam.write("#IID\tSEX\n")
        psam.writelines(f"i{s}\t2\n" for s in range(samples))


def write_pgen(folder, mib):
    """20,000 samples, a row of two bits each for every variant, one in a hundred missing."""
    samples, rng = 20_000, random.Random(5)
    codes = [0, 1, 2] * 33 + [3]
    table = bytes(codes[b % 100] | codes[b // 2 % 99] << 2 | codes[b // 3 % 99] << 4 | codes[b * 7 % 99] << 6 for b in range(256))
    variants = mib * MIB // (3 * samples // 8)
    with open(f"{folder}/p.pgen", "wb") as pgen:
        pgen.write(b"\x6c\x1b\x02" + struct.pack("<II", variants, samples) + b"\x40")
        for _ in range(variants):
            pgen.write(rng.randbytes(samples // 4).translate(table))
    write_variants(folder, variants, samples)


def write_vcf(folder, mib):
    """Lines of 20,000 genotypes. A third of the size: each is four characters."""
    samples, rng = 20_000, random.Random(6)
    calls = ["0/0", "0/1", "1/1", "./."]
    eight = ["\t".join(calls[min(b >> shift & 3, 3) if b >> shift & 63 != 63 else 3] for shift in range(0, 16, 2)) for b in range(1 << 16)]
    with open(f"{folder}/v.vcf", "w", encoding="utf-8") as vcf:
        names = "\t".join(f"i{s}" for s in range(samples))
        vcf.write("##fileformat=VCFv4.2\n##contig=<ID=1>\n##FORMAT=<ID=GT,Number=1,Type=String,Description=\"Genotype\">\n")
        vcf.write(f"#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\t{names}\n")
        for v in range(mib * MIB // 3 // (3 * samples // 8)):
            row = rng.randbytes(samples // 4)
            cells = "\t".join(eight[row[at] | row[at + 1] << 8] for at in range(0, len(row), 2))
            vcf.write(f"1\t{v + 1}\ts{v}\tA\tC\t.\t.\t.\tGT\t{cells}\n")


def write_bgen(folder, mib):
    """Plain probabilities of 8 bits of 20,000 samples. A third of the size."""
    samples, rng = 20_000, random.Random(7)
    sized = lambda text, kind: struct.pack(kind, len(text)) + text  # noqa: E731
    variants = mib * MIB // 3 // (3 * samples // 8)
    ids = b"".join(sized(b"i%d" % s, "<H") for s in range(samples))
    ids = struct.pack("<II", len(ids) + 8, samples) + ids
    head = struct.pack("<III4sI", 20, variants, samples, b"bgen", 1 << 31 | 2 << 2)
    certain = (b"\xff\0", b"\0\xff", b"\0\0", b"\0\xff")
    four = [b"".join(certain[b >> shift & 3] for shift in (0, 2, 4, 6)) for b in range(256)]
    with open(f"{folder}/b.bgen", "wb") as bgen:
        bgen.write(struct.pack("<I", len(head) + len(ids)) + head + ids)
        for v in range(variants):
            calls = b"".join(four[b] for b in rng.randbytes(samples // 4))
            block = struct.pack("<IHBB", samples, 2, 2, 2) + b"\2" * samples + b"\0\x08" + calls
            bgen.write(sized(b"", "<H") + sized(b"s%d" % v, "<H") + sized(b"1", "<H") + struct.pack("<IH", v + 1, 2))
            bgen.write(sized(b"A", "<I") + sized(b"C", "<I") + sized(block, "<I"))


def write_text(folder, mib):
    """Profiles of 20,000 fields as text, in eighths."""
    fields, rng = 20_000, random.Random(8)
    cells = [f"{b / 8:g}" for b in range(256)]
    with open(f"{folder}/t.tsv", "w", encoding="utf-8") as text:
        text.write("id\t" + "\t".join(f"f{f}" for f in range(fields)) + "\n")
        for v in range(mib * MIB // (8 * fields)):
            text.write(f"v{v}\t" + "\t".join(cells[b] for b in rng.randbytes(fields)) + "\n")


def write_fingerprints(folder, mib):
    """Fingerprints of 65,536 bits."""
    rng = random.Random(9)
    with open(f"{folder}/f.fps", "w", encoding="utf-8") as fps:
        fps.write("#FPS1\n#num_bits=65536\n")
        fps.writelines(f"{rng.randbytes(8192).hex()}\tm{v}\n" for v in range(mib * MIB // 8192))


def write_reals(folder, mib):
    """float64 between 1 and 2, as .npy."""
    fields, rng = 50_000, random.Random(2)
    vectors = mib * MIB // (8 * fields)
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({vectors}, {fields}), }}"
    header += " " * (63 - (len(header) + 10) % 64) + "\n"
    with open(f"{folder}/r.npy", "wb") as npy:
        npy.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode())
        for _ in range(vectors):
            row = bytearray(rng.randbytes(8 * fields))
            row[7::8] = b"\x3f" * fields
            row[6::8] = bytes(b | 0xf0 for b in row[6::8])
            npy.write(row)


def write_bits(folder, mib):
    """CoMet's packed bits: 2 bits a field, of which the lower counts. Its options."""
    fields, rng = 200_000, random.Random(3)
    table = bytes(b & 0x55 for b in range(256))
    vectors = mib * MIB // (fields // 8)
    with open(f"{folder}/b.bin", "wb") as packed:
        for _ in range(vectors):
            packed.write(rng.randbytes(fields // 4).translate(table))
    return ["--packed", "b.bin", "--num-vectors", str(vectors), "--num-fields", str(fields)]


def write_community(folder, mib):
    """A tree of 20,000 tips, and samples that have 300 of them, as BIOM 1."""
    tips, rng = 20_000, random.Random(4)
    nodes = [f"t{i}:{rng.randrange(1, 1000) / 512}" for i in range(tips)]
    while len(nodes) > 2:
        pairs = [f"({a},{b}):{rng.randrange(1, 1000) / 512}" for a, b in zip(nodes[0::2], nodes[1::2])]
        nodes = pairs + nodes[len(nodes) // 2 * 2:]
    with open(f"{folder}/t.nwk", "w", encoding="utf-8") as tree:
        tree.write(f"({','.join(nodes)});")
    samples = mib * MIB // (4 * 2 * tips)
    entries = [f"[{t},{s},{rng.randrange(1, 99)}]" for s in range(samples) for t in rng.sample(range(tips), 300)]
    with open(f"{folder}/t.biom", "w", encoding="utf-8") as biom:
        ids = [",".join(f'{{"id":"{name}{i}"}}' for i in range(count)) for name, count in (("t", tips), ("S", samples))]
        biom.write(f'{{"rows":[{ids[0]}],"columns":[{ids[1]}],"shape":[{tips},{samples}],"matrix_type":"sparse","data":[{",".join(entries)}]}}')


def write_community_of_hdf5(folder, mib):
    """The same table as BIOM 2, where there is h5py."""
    try:
        import h5py  # pylint: disable=import-outside-toplevel
    except ImportError:
        raise judge.Wrong("left out: no h5py here") from None
    write_community(folder, mib)
    with open(f"{folder}/t.biom", encoding="utf-8") as file:
        table = json.load(file)
    rows, columns = table["shape"]
    samples = [[] for _ in range(columns)]
    for row, column, count in table["data"]:
        samples[column].append((row, count))
    entries = [entry for sample in samples for entry in sample]
    with h5py.File(f"{folder}/h.biom", "w") as biom:
        biom.attrs["shape"] = (rows, columns)
        biom["observation/ids"] = [f"t{i}".encode() for i in range(rows)]
        biom["sample/ids"] = [f"S{i}".encode() for i in range(columns)]
        biom["sample/matrix/indptr"] = [sum(map(len, samples[:s])) for s in range(columns + 1)]
        biom["sample/matrix/indices"] = [entry[0] for entry in entries]
        biom["sample/matrix/data"] = [float(entry[1]) for entry in entries]


GENOTYPES, PROFILES, TREE = ["--bfile", "g"], ["--table", "r.npy"], ["--biom", "t.biom", "--tree", "t.nwk"]
CASES = {  # name: the input's writer, and what is computed of it; unweighted UniFrac has a bit for each branch, and always fits
    "ccc": (write_genotypes, ["ccc", *GENOTYPES, "--window-variants", "300", "--top", "2000"]),
    "ccc-triples": (write_genotypes, ["ccc", *GENOTYPES, "--way", "3", "--window-variants", "12", "--top", "2000"]),
    "r2": (write_genotypes, ["r2", *GENOTYPES, "--window-variants", "300", "--top", "2000"]),
    "k2": (write_genotypes, ["epistasis", *GENOTYPES, "--score", "k2", "--window-variants", "30", "--top", "500"]),
    "ps": (write_reals, ["ps", *PROFILES, "--top", "2000"]),
    "ps-triples": (write_reals, ["ps", *PROFILES, "--way", "3", "--window-variants", "9", "--top", "2000"]),
    "ps-f32": (write_reals, ["ps", *PROFILES, "--precision", "f32", "--format", "npy"]),
    "sorenson": (write_bits, ["sorenson", "--top", "2000"]),
    "sorenson-triples": (write_bits, ["sorenson", "--way", "3", "--window-variants", "9", "--top", "2000"]),
    "unifrac-weighted": (write_community, ["unifrac", *TREE, "--method", "weighted_normalized", "--precision", "f32", "--format", "npy"]),
    "boost": (write_genotypes, ["epistasis", *GENOTYPES, "--score", "boost", "--window-variants", "30", "--top", "500"]),
    "chi2-triples": (write_genotypes, ["epistasis", *GENOTYPES, "--score", "chi2", "--way", "3", "--window-variants", "5", "--top", "500"]),
    "mi": (write_genotypes, ["epistasis", *GENOTYPES, "--score", "mi", "--window-variants", "30", "--top", "500"]),
    "king": (write_genotypes, ["king", *GENOTYPES, "--extract-first", "first.txt", "--top", "500"]),
    "duo": (write_bits, ["duo", "--top", "2000"]),
    "jaccard": (write_bits, ["jaccard", "--top", "2000"]),
    "ccc-pgen": (write_pgen, ["ccc", "--pfile", "p", "--window-variants", "300", "--top", "2000"]),
    "ccc-vcf": (write_vcf, ["ccc", "--vcf", "v.vcf", "--window-variants", "300", "--top", "2000"]),
    "r2-bgen": (write_bgen, ["r2", "--bgen", "b.bgen", "--bgen-ref", "last", "--window-variants", "300", "--top", "2000"]),
    "ps-text": (write_text, ["ps", "--table", "t.tsv", "--precision", "f64", "--top", "2000"]),
    "jaccard-fps": (write_fingerprints, ["jaccard", "--fps", "f.fps", "--top", "2000"]),
    "unifrac-adjusted": (write_community, ["unifrac", *TREE, "--method", "weighted_normalized", "--vaw", "--precision", "f32", "--format", "npy"]),
    "unifrac-hdf5": (write_community_of_hdf5, ["unifrac", "--biom", "h.biom", "--tree", "t.nwk", "--method", "weighted_normalized", "--precision", "f32", "--format", "npy"]),
    "ps-biom": (write_community, ["ps", "--biom", "t.biom", "--precision", "f32", "--top", "2000"]),
    "unifrac-generalized": (write_community, ["unifrac", *TREE, "--method", "generalized", "--alpha", "0.5", "--precision", "f32", "--format", "npy"]),
}


class Case:
    def __init__(self, encke, folder, words, tenth):
        self.encke, self.folder, self.words, self.tenth = encke, folder, words, tenth
        self.name = ""

    def start(self, out, more, before=()):
        return [*before, self.encke, *self.words, "--threads", "1", "--out", out, *more]

    def run(self, out, more=(), before=()):
        ended = judge.run(self.start(out, more, before), self.folder, hangs=LONGEST)
        if ended.code:
            raise judge.Wrong(f"exit code {ended.code}: {ended.err.decode(errors='replace')[-300:]}")
        with open(f"{self.folder}/{out}.summary.json", encoding="utf-8") as file:
            return json.load(file)

    def output(self, out):
        found = [name for name in os.listdir(self.folder) if name.startswith(out + ".") and not re.search(r"\.(log|summary\.json|blocks)$", name)]
        return sorted(found)

    def expect_same(self, out):
        for name in self.output("all"):
            if not filecmp.cmp(f"{self.folder}/{name}", f"{self.folder}/{name.replace('all', out, 1)}", shallow=False):
                raise judge.Wrong(f"other bytes in {name.replace('all', out, 1)}")

    def least(self, ranks=1):
        """MiB: a tenth of the input, or what a refusal says is needed."""
        before = ["mpirun", "-n", str(ranks)] if ranks > 1 else []
        allowed = self.tenth
        for _ in range(4):
            words = [self.encke, "plan", *self.words, "--threads", "1", "--memory", str(allowed)]
            ended = judge.run([*before, *words], self.folder, hangs=LONGEST)
            if ended.code == 0:
                return allowed
            needed = re.search(rb"([\d,]+) MiB needed", ended.err)
            if ended.code != 2 or not needed:
                raise judge.Wrong(f"exit code {ended.code}: {ended.err.decode(errors='replace')[-300:]}")
            allowed = max(allowed, int(needed.group(1).replace(b",", b""))) + 2
        raise judge.Wrong(f"what a refusal calls enough is refused: {allowed} MiB")

    def expect_tight(self, out, summary, memory):
        if summary["blocks_held"] == 0:
            raise judge.Wrong(f"{memory} MiB hold all of it")
        if summary["memory_peak_bytes"] > memory * MIB:
            raise judge.Wrong(f"{summary['memory_peak_bytes'] / MIB:.0f} MiB used, {memory} allowed")
        with open(f"{self.folder}/{out}.log", encoding="utf-8") as file:
            reading = re.search(r"([\d,]+) read \(([\d,]+) planned\)", file.read())
        if not reading or ("triples" not in self.name and reading.group(1) != reading.group(2)):
            raise judge.Wrong(f"read otherwise than planned: {reading and reading.group(0)}")

    def killed_and_resumed(self, out, first, then, after):
        process = subprocess.Popen(self.start(out, first), cwd=self.folder, env=judge.ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(after)
        process.send_signal(signal.SIGKILL)
        process.wait()
        begun = os.path.isdir(f"{self.folder}/{out}.blocks")
        more = [*then, "--resume"] if begun else then  # it had ended, or not begun
        try:
            self.run(out, more)
        except judge.Wrong as error:  # its blocks are those that it has: a refusal says what they need
            needed = re.search(r"exit code 2: .*?([\d,]+) MiB needed", str(error))
            if not begun or not needed:
                raise
            self.run(out, ["--memory", needed.group(1).replace(",", ""), "--resume"])
        self.expect_same(out)

    def in_a_group(self, memory):
        """Where a control group can be made: with a hard limit of that memory, files in the page cache included."""
        group = f"{GROUPS}/encke-test-{os.getpid()}"
        try:
            os.mkdir(group)
        except OSError:
            return "no group"
        try:
            with open(f"{group}/memory.limit_in_bytes", "w", encoding="utf-8") as file:
                file.write(str(memory * MIB))
            self.run("group", ["--memory", str(memory)], ["sh", "-c", f'echo $$ > {group}/cgroup.procs && exec "$@"', "sh"])
            self.expect_same("group")
            with open(f"{group}/memory.max_usage_in_bytes", encoding="utf-8") as file:
                return f"{int(file.read()) / MIB:.0f}"
        finally:
            os.rmdir(group)

    def check(self, name):
        self.name = name
        whole = self.run("all")
        memory = self.least()
        some = self.run("some", ["--memory", str(memory)])
        self.expect_tight("some", some, memory)
        self.expect_same("some")
        tight, wide = ["--memory", str(memory)], ["--memory", str(10 * self.tenth + 500)]
        seconds = some["seconds"]["total"]
        self.killed_and_resumed("killed", tight, tight, 0.5 * seconds)
        self.killed_and_resumed("tighter", wide, tight, 0.5 * whole["seconds"]["total"])
        self.killed_and_resumed("wider", tight, wide, 0.5 * seconds)
        for ranks in (2, 3, 4):
            self.run("ranks", ["--memory", str(self.least(ranks))], ["mpirun", "-n", str(ranks)])
            self.expect_same("ranks")
        group = self.in_a_group(memory)
        held = f"{some['blocks_held']}, {some['blocks_read']} read"
        return (f"| {name} | {whole['memory_peak_bytes'] / MIB:.0f} | {memory} | {some['memory_peak_bytes'] / MIB:.0f} | {held} | "
                f"{whole['seconds']['total']:.1f} | {seconds:.1f} | {group} |")


def write_apart(write, folder, mib):
    """In a process of its own: memory of this one counts for the programs that it starts, until they are them."""
    with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as process:
        return process.submit(write, folder, mib).result() or []


def main():
    parser = argparse.ArgumentParser(prog="tight_memory.py")
    parser.add_argument("encke")
    parser.add_argument("--size", type=int, default=150)
    parser.add_argument("--only", default=",".join(CASES))
    parser.add_argument("--figures")
    options = parser.parse_args()
    encke = os.path.abspath(options.encke)
    lines = [f"Inputs of {options.size} MiB when packed.", "", "| case | MiB, all in memory | allowed | used | blocks held | s, all in memory | s | used in a group |",
             "|---|---|---|---|---|---|---|---|"]
    wrong, written = 0, {}
    with tempfile.TemporaryDirectory() as scratch:
        for name in options.only.split(","):
            write, words = CASES[name]
            try:
                if write not in written:
                    for folder in written.values():
                        shutil.rmtree(folder[0], ignore_errors=True)
                    written.clear()
                    folder = tempfile.mkdtemp(dir=scratch)
                    written[write] = folder, write_apart(write, folder, options.size)
                folder, more = written[write]
                lines.append(Case(encke, folder, words + more, options.size // 10).check(name))
            except judge.Wrong as error:
                wrong += 1
                lines.append(f"| {name} | {error} |")
            print(lines[-1], flush=True)
    if options.figures:
        with open(options.figures, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    print(f"{len(options.only.split(',')) - wrong} of {len(options.only.split(','))} cases are right")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
