#!/usr/bin/env python3
"""Inputs that do not fit into the memory that is allowed: the same bytes, and no more memory than that.

    tight_memory.py ENCKE [--size MIB] [--only NAME,...] [--figures FILE]

Each input is SIZE MiB when packed (150; 1000 for a tenth of it). It is computed with all in memory, then with --memory of a tenth, or the
least that the planner takes where that is more: on one rank, on 2 to 4 ranks, in a control group whose limit is that memory (where one can
be made), and killed and resumed, once with more memory and once with less. All have the same bytes, blocks are read as often as was
planned, and the peak of memory stays below what was allowed. Exit status: 0 all is well, 1 not.
"""
import argparse
import filecmp
import json
import os
import random
import re
import shutil
import signal
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
            if write not in written:
                for folder in written.values():
                    shutil.rmtree(folder[0], ignore_errors=True)
                folder = tempfile.mkdtemp(dir=scratch)
                written[write] = folder, write(folder, options.size) or []
            folder, more = written[write]
            try:
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
